// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWorkers

/// Finds out what a page consists of: its text, paragraphs, lists, tables, barcodes and typed data, as Vision's request of this name does.
///
/// ```swift
/// let request = RecognizeDocumentsRequest()
/// for table in try await request.perform(on: page).first?.document.tables ?? [] {
///   for row in table.rows { print(row.map(\.content.text.transcript)) }
/// }
/// ```
public struct RecognizeDocumentsRequest: ImageProcessingRequest {
  /// How text is read.
  public struct TextRecognitionOptions: Hashable, Sendable {
    /// Whether the languages of each page are found. Then `recognitionLanguages` are not looked at.
    public var automaticallyDetectLanguage = true
    /// The languages of the text, the most likely first, as BCP 47 names them, such as "de-DE". Vision has `Locale.Language`.
    public var recognitionLanguages = ["en-US"]
    /// Whether dictionaries and `customWords` decide between letters that look alike.
    public var useLanguageCorrection = true
    /// Names, product codes and other words that are in no dictionary.
    public var customWords: [String] = []
    /// Lines with letters lower than this fraction of the page's height are left out, 0 to 1.
    public var minimumTextHeightFraction = 0.0
  }

  /// How barcodes are found.
  public struct BarcodeDetectionOptions: Hashable, Sendable {
    /// Whether they are looked for.
    public var enabled = true
    /// The kinds to look for; all there are, unless said.
    public var symbologies = BarcodeSymbology.allCases
  }

  /// How text is read.
  public var textRecognitionOptions = TextRecognitionOptions()
  /// How barcodes are found.
  public var barcodeDetectionOptions = BarcodeDetectionOptions()

  /// A request with the properties' defaults.
  public init() {}

  /// What the page consists of: one observation, as Vision has for a page.
  public func perform(on page: ScannedPage) async throws -> [DocumentObservation] {
    let read = try await page.read(stages)
    var found = read.page
    if let barcodes = found.barcodes {
      let wanted = Set(barcodeDetectionOptions.symbologies)
      try found.findings.set(barcodes.filter { wanted.contains(BarcodeSymbology($0.format)) })
    }
    return [DocumentObservation(found, in: read.size)]
  }

  /// The languages that a request can read on this computer, as BCP 47 names them.
  public func supportedRecognitionLanguages(service: ScanService = .shared) async throws -> [String] {
    try await RecognizeTextRequest().supportedRecognitionLanguages(service: service)
  }

  /// The stages that find it, as a pipeline has them.
  private var stages: [JSONValue] {
    var request = RecognizeTextRequest()
    request.automaticallyDetectsLanguage = textRecognitionOptions.automaticallyDetectLanguage
    request.recognitionLanguages = textRecognitionOptions.recognitionLanguages
    request.usesLanguageCorrection = textRecognitionOptions.useLanguageCorrection
    request.customWords = textRecognitionOptions.customWords
    request.minimumTextHeight = textRecognitionOptions.minimumTextHeightFraction
    let barcodes: [JSONValue] =
      barcodeDetectionOptions.enabled && !barcodeDetectionOptions.symbologies.isEmpty
      ? [.object(["stage": .string("barcodes")])] : []
    return barcodes + [
      request.stage, .object(["stage": .string("detect"), "mask": .boolean(false)]),
      .object(["stage": .string(Table.description.key)]),
    ]
  }
}
