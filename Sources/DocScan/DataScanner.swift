// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanWorkers

/// Finds text, typed data and barcodes on pages, as VisionKit's `DataScannerViewController` does in a camera's picture.
///
/// There is no live picture and no view here: highlighting, guidance, zoom, regions of a view and its delegate have no
/// counterpart. What the delegate is told of one by one, ``perform(on:)`` returns at once, for each page.
public struct DataScanner: ImageProcessingRequest {
  /// Something to look for.
  public enum RecognizedDataType: Hashable, Sendable {
    /// Text of a kind; nil takes lines of any text.
    case text(textContentType: TextContentType? = nil)
    /// Barcodes of these kinds; an empty list takes all, as in VisionKit.
    case barcode(symbologies: [BarcodeSymbology] = [])
  }

  /// The kinds of typed data, as VisionKit has them.
  public enum TextContentType: Hashable, Sendable, CaseIterable {
    /// Addresses of websites.
    case URL
    /// Amounts of money.
    case currency
    /// Days and times of day; durations are not looked for.
    case dateTimeDuration
    /// Addresses for mail.
    case emailAddress
    /// Numbers of flights.
    case flightNumber
    /// Postal addresses.
    case fullStreetAddress
    /// Numbers of parcels.
    case shipmentTrackingNumber
    /// Telephone numbers.
    case telephoneNumber

    /// What the detect stage calls it.
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

  /// How thoroughly pages are read.
  public enum QualityLevel: Hashable, Sendable, CaseIterable {
    /// VisionKit lets the system choose; here it is `accurate`.
    case balanced
    /// As ``RecognizeTextRequest/RecognitionLevel/fast``.
    case fast
    /// As ``RecognizeTextRequest/RecognitionLevel/accurate``.
    case accurate
  }

  /// What is looked for.
  public let recognizedDataTypes: Set<RecognizedDataType>
  /// How thoroughly pages are read.
  public let qualityLevel: QualityLevel
  /// The languages of the text; empty if each page's own are found, as in VisionKit.
  ///
  /// Packs for languages in other letters may not know Latin ones, as that for Korean: name "en" as well for addresses of mail and websites.
  package let languages: [String]

  /// A scanner; nothing is looked at yet.
  public init(
    recognizedDataTypes: Set<RecognizedDataType>, qualityLevel: QualityLevel = .balanced, languages: [String] = []
  ) {
    (self.recognizedDataTypes, self.qualityLevel, self.languages) = (recognizedDataTypes, qualityLevel, languages)
  }

  /// Whether this computer can do it: always, as no camera is needed.
  public static var isSupported: Bool { true }

  /// Whether pages can be read now: whether the worker program is there, and starts.
  public static func isAvailable(service: ScanService = .shared) async -> Bool {
    do {
      _ = try await service.description()
      return true
    } catch {
      return false
    }
  }

  /// The languages that text can be read in, as BCP 47 names them.
  public static func supportedTextRecognitionLanguages(service: ScanService = .shared) async throws -> [String] {
    try await RecognizeTextRequest().supportedRecognitionLanguages(service: service)
  }

  /// What is on the page: text from top to bottom, then barcodes.
  public func perform(on page: ScannedPage) async throws -> [RecognizedItem] {
    let (found, size) = try await page.read(stages)
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

  /// The stages that find it, as a pipeline has them.
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
