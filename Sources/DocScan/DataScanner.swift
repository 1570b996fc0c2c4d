// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
public import DocScanRequests

/// Finds text, typed data, and barcodes on pages, as VisionKit's `DataScannerViewController` does in a live camera picture.
///
/// docscan works on files, so there is no counterpart to the view: no highlighting, guidance, zoom, or delegate. ``perform(on:)`` returns all items
/// of a page at once.
public struct DataScanner: ImageProcessingRequest {
  /// A kind of item to look for.
  public enum RecognizedDataType: Hashable, Sendable {
    /// Text of one content type, or lines of any text if the type is `nil`.
    case text(textContentType: TextContentType? = nil)
    /// Barcodes of these kinds. As in VisionKit, an empty list means all kinds.
    case barcode(symbologies: [BarcodeSymbology] = [])
  }

  /// The kinds of typed data, named as in VisionKit.
  public enum TextContentType: String, Codable, Hashable, Sendable, CaseIterable {
    /// Website addresses.
    case URL
    /// Amounts of money.
    case currency
    /// Dates and times of day. Unlike VisionKit, docscan doesn't detect durations.
    case dateTimeDuration
    /// Email addresses.
    case emailAddress
    /// Flight numbers.
    case flightNumber
    /// Postal addresses.
    case fullStreetAddress
    /// Parcel tracking numbers.
    case shipmentTrackingNumber
    /// Telephone numbers.
    case telephoneNumber

    /// The corresponding kinds of the `detect` stage.
    var kinds: [Detection.Kind] {
      switch self {
      case .URL: [.url]
      case .currency: [.money]
      case .dateTimeDuration: [.date, .time]
      case .emailAddress: [.email]
      case .flightNumber: [.flight]
      case .fullStreetAddress: [.address]
      case .shipmentTrackingNumber: [.tracking]
      case .telephoneNumber: [.phone]
      }
    }
  }

  /// The levels of thoroughness for reading pages.
  public enum QualityLevel: Hashable, Sendable, CaseIterable {
    /// The default. VisionKit lets the system choose; docscan uses `accurate`.
    case balanced
    /// Equivalent to ``RecognizeTextRequest/RecognitionLevel/fast``.
    case fast
    /// Equivalent to ``RecognizeTextRequest/RecognitionLevel/accurate``.
    case accurate
  }

  /// The kinds of items to look for.
  public let recognizedDataTypes: Set<RecognizedDataType>
  /// The level of thoroughness for reading pages.
  public let qualityLevel: QualityLevel
  /// The languages of the text. If the list is empty, docscan detects the language of each page, as VisionKit does.
  ///
  /// Language packs for other scripts, such as the Korean one, may not contain Latin letters: add "en" to find email and website addresses.
  package let languages: [String]

  /// Creates a scanner. No page is read until ``perform(on:)`` is called.
  ///
  /// - Parameters:
  ///   - recognizedDataTypes: The kinds of items to look for.
  ///   - qualityLevel: The level of thoroughness for reading pages.
  ///   - languages: BCP 47 tags of the text's languages, or an empty list to detect the language of each page.
  public init(
    recognizedDataTypes: Set<RecognizedDataType>, qualityLevel: QualityLevel = .balanced, languages: [String] = []
  ) {
    (self.recognizedDataTypes, self.qualityLevel, self.languages) = (recognizedDataTypes, qualityLevel, languages)
  }

  /// Always `true`: scanning files needs no camera.
  public static var isSupported: Bool { true }

  /// Checks whether pages can be read now.
  ///
  /// - Parameter service: The service whose worker program is tried.
  /// - Returns: `true` if the worker program is installed and starts.
  public static func isAvailable(service: ScanService = .shared) async -> Bool {
    do {
      _ = try await service.description()
      return true
    } catch {
      return false
    }
  }

  /// Returns the languages that docscan can read on this computer.
  ///
  /// - Parameter service: The service whose worker is asked.
  /// - Returns: The BCP 47 tags of the installed language packs, sorted.
  /// - Throws: A ``BatchError`` if the worker program is missing or doesn't start.
  public static func supportedTextRecognitionLanguages(service: ScanService = .shared) async throws -> [String] {
    try await RecognizeTextRequest().supportedRecognitionLanguages(service: service)
  }

  /// Finds the items on a page.
  ///
  /// - Parameter page: The page to read.
  /// - Returns: The lines of text in reading order, then typed data, then barcodes.
  /// - Throws: A ``PageFailure`` if the page can't be read, a ``BatchError`` if a part of docscan is missing or a language isn't installed, and a
  ///   `CancellationError` if the task was canceled.
  public func perform(on page: ScannedPage) async throws -> [RecognizedItem] {
    let (found, size) = try await page.read(stages, properties: RecognizeTextRequest.properties(languages: "languages"))
    var items: [RecognizedItem] = []
    if recognizedDataTypes.contains(.text()) {
      items += found.blocks.flatMap(\.lines).filter { !$0.words.isEmpty }.map { line in
        let observation = RecognizedTextObservation(line, in: size, region: .fullImage)
        return .text(
          .init(
            transcript: observation.transcript, value: observation.transcript, confidence: line.confidence,
            boundingBox: observation.boundingBox, textContentType: nil, currencyCode: nil))
      }
    }
    for detection in found.detections ?? [] {
      guard let type = contentTypes.first(where: { $0.kinds.contains(detection.type) }) else { continue }
      items.append(
        .text(
          .init(
            transcript: detection.text, value: detection.value, confidence: detection.confidence,
            boundingBox: NormalizedRect(detection.box, in: size), textContentType: type,
            currencyCode: detection.currency)))
    }
    for barcode in found.barcodes ?? [] {
      guard let observation = BarcodeObservation(barcode, in: size), symbologies.contains(observation.symbology) else {
        continue
      }
      items.append(.barcode(.init(payloadStringValue: observation.payloadString, observation: observation)))
    }
    return items
  }

  private var contentTypes: [TextContentType] {
    TextContentType.allCases.filter { recognizedDataTypes.contains(.text(textContentType: $0)) }
  }

  private var symbologies: Set<BarcodeSymbology> {
    Set(
      recognizedDataTypes.flatMap { type in
        guard case .barcode(let symbologies) = type else { return [BarcodeSymbology]() }
        return symbologies.isEmpty ? BarcodeSymbology.allCases : symbologies
      })
  }

  /// The pipeline stages that find the requested items.
  private var stages: [JSONValue] {
    var stages: [JSONValue] = []
    if !symbologies.isEmpty { stages.append(.object(["stage": .string("barcodes")])) }
    guard symbologies.isEmpty || recognizedDataTypes.contains(.text()) || !contentTypes.isEmpty else { return stages }
    var request = RecognizeTextRequest()
    request.recognitionLevel = qualityLevel == .fast ? .fast : .accurate
    request.automaticallyDetectsLanguage = languages.isEmpty
    request.recognitionLanguages = languages
    stages.append(request.stage)
    if !contentTypes.isEmpty {
      let types = contentTypes.flatMap(\.kinds).map { JSONValue.string($0.rawValue) }
      stages.append(.object(["stage": .string("detect"), "types": .array(types), "mask": .boolean(false)]))
    }
    return stages
  }
}
