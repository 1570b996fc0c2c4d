// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
public import DocScanRequests

/// Reads the text of a page and finds its paragraphs, lists, tables, barcodes, and typed data, like Vision's request of this name.
///
/// ```swift
/// let request = RecognizeDocumentsRequest()
/// for table in try await request.perform(on: page).first?.document.tables ?? [] {
///   for row in table.rows { print(row.map(\.content.text.transcript)) }
/// }
/// ```
public struct RecognizeDocumentsRequest: ImageProcessingRequest {
  /// Options for reading text.
  public struct TextRecognitionOptions: Hashable, Sendable {
    /// Whether to detect the languages of each page. If `true`, `recognitionLanguages` is ignored.
    public var automaticallyDetectLanguage = true
    /// BCP 47 tags of the text's languages, such as "de-DE", the most likely first. Vision uses `Locale.Language`.
    public var recognitionLanguages = ["en-US"]
    /// Whether dictionaries and `customWords` decide between letters that look alike.
    public var useLanguageCorrection = true
    /// Names, product codes, and other words that aren't in a dictionary.
    public var customWords: [String] = []
    /// The minimum letter height, as a fraction of the page's height from 0 to 1. Lines with smaller letters are ignored.
    public var minimumTextHeightFraction = 0.0

    /// Creates options that detect the language of each page.
    public init() {}

    /// The pipeline stage that reads the text.
    var stage: JSONValue {
      var request = RecognizeTextRequest()
      request.automaticallyDetectsLanguage = automaticallyDetectLanguage
      request.recognitionLanguages = recognitionLanguages
      request.usesLanguageCorrection = useLanguageCorrection
      request.customWords = customWords
      request.minimumTextHeightFraction = minimumTextHeightFraction
      return request.stage
    }

    /// The names of the options by setting.
    var properties: [String: String] { RecognizeTextRequest.properties("textRecognitionOptions.") }
  }

  /// Options for finding barcodes.
  public struct BarcodeDetectionOptions: Hashable, Sendable {
    /// Whether to look for barcodes.
    public var enabled = true
    /// The kinds of barcodes to look for. The default is all kinds.
    public var symbologies = BarcodeSymbology.allCases
  }

  /// The options for reading text.
  public var textRecognitionOptions = TextRecognitionOptions()
  /// The options for finding barcodes.
  public var barcodeDetectionOptions = BarcodeDetectionOptions()

  /// Creates a request with the default values of its properties.
  public init() {}

  /// Reads a page and finds its structure.
  ///
  /// - Parameter page: The page to read.
  /// - Returns: An array with exactly one observation. Vision also returns an array.
  /// - Throws: A ``PageFailure`` if the page can't be read, a ``BatchError`` if a part of docscan is missing or a property of the request is invalid,
  ///   and a `CancellationError` if the task was canceled.
  public func perform(on page: ScannedPage) async throws -> [DocumentObservation] {
    let read = try await page.read(stages, properties: textRecognitionOptions.properties)
    var found = read.page
    if let barcodes = found.barcodes {
      let wanted = Set(barcodeDetectionOptions.symbologies)
      try found.findings.set(barcodes.filter { wanted.contains(BarcodeSymbology($0.format)) })
    }
    return [DocumentObservation(found, in: read.size)]
  }

  /// Returns the languages that docscan can read on this computer.
  ///
  /// - Parameter service: The service whose worker is asked.
  /// - Returns: The BCP 47 tags of the installed language packs, sorted.
  /// - Throws: A ``BatchError`` if the worker program is missing or doesn't start.
  public func supportedRecognitionLanguages(service: ScanService = .shared) async throws -> [String] {
    try await RecognizeTextRequest().supportedRecognitionLanguages(service: service)
  }

  /// The pipeline stages that read the page.
  private var stages: [JSONValue] {
    let barcodes: [JSONValue] =
      barcodeDetectionOptions.enabled && !barcodeDetectionOptions.symbologies.isEmpty
      ? [.object(["stage": .string("barcodes")])] : []
    return barcodes + [
      textRecognitionOptions.stage, .object(["stage": .string("detect"), "mask": .boolean(false)]),
      .object(["stage": .string(Table.description.key)]),
    ]
  }
}
