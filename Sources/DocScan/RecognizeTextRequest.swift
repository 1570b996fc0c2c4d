// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
public import DocScanRequests
internal import DocScanWire

/// Reads the text of a page line by line, like Vision's request of this name.
///
/// ```swift
/// var request = RecognizeTextRequest()
/// request.recognitionLanguages = ["ko-KR", "en-US"]
/// for line in try await request.perform(on: page) { print(line.transcript, line.confidence) }
/// ```
///
/// Tesseract reads the page. If the recognition networks are installed and the level is `accurate`, they read doubtful words again. A PDF page that
/// already has text isn't read: its text is returned with the boxes from the PDF.
public struct RecognizeTextRequest: ImageProcessingRequest {
  /// The levels of thoroughness for reading a page.
  public enum RecognitionLevel: Hashable, Sendable, CaseIterable {
    /// Doubtful words are read again by networks, if they are installed.
    case accurate
    /// The page is read once, from a smaller picture. This takes about a fifth less time than accurate reading without networks, and makes a few more
    /// mistakes.
    case fast
  }

  /// The level of thoroughness for reading the page.
  public var recognitionLevel = RecognitionLevel.accurate
  /// BCP 47 tags of the text's languages, such as "de-DE", the most likely first. Regions make no difference.
  ///
  /// If the pack of a language isn't installed, ``perform(on:)`` throws an error that names the package. Vision silently ignores such languages.
  public var recognitionLanguages = ["en-US"]
  /// Whether to detect the languages of each page. If `true`, `recognitionLanguages` is ignored; Vision prefers them.
  public var automaticallyDetectsLanguage = false
  /// Names, product codes, and other words that aren't in a dictionary. Words that look similar are read as these.
  public var customWords: [String] = []
  /// Whether dictionaries and `customWords` decide between letters that look alike.
  public var usesLanguageCorrection = true
  /// The minimum letter height, as a fraction of the page's height from 0 to 1. Lines with smaller letters are ignored. The default is 0, so
  /// everything is read; Vision's default of 1/32 ignores the text of ordinary letters.
  public var minimumTextHeightFraction = 0.0
  /// The part of the page to read. As in Vision, the boxes of observations are relative to this region.
  public var regionOfInterest = NormalizedRect.fullImage
  /// A closure that receives the fraction of work completed, from 0 to 1, which never decreases. docscan calls this closure on another thread.
  ///
  /// The fraction counts steps, not seconds. Vision's handler also receives the request and an error; here, ``perform(on:)`` throws the error.
  public var progressHandler: (@Sendable (Double) -> Void)?

  /// Creates a request with the default values of its properties, which match Vision's unless noted.
  public init() {}

  /// Reads the text of a page.
  ///
  /// - Parameter page: The page to read.
  /// - Returns: The lines in reading order.
  /// - Throws: A ``PageFailure`` if the page can't be read, a ``BatchError`` if a part of docscan is missing or a property of the request is invalid,
  ///   and a `CancellationError` if the task was canceled.
  public func perform(on page: ScannedPage) async throws -> [RecognizedTextObservation] {
    try regionOfInterest.check("regionOfInterest")
    let all = page.straightening.stages.count + 1
    let report = progressHandler
    let steps = StepCounter()
    let (found, size) = try await page.read([stage], properties: Self.properties()) { name in
      report?(min(Double(steps.count(name)) / Double(all + 2), 0.99))
    }
    report?(1)
    return found.blocks.flatMap(\.lines).filter { !$0.words.isEmpty }.map {
      RecognizedTextObservation($0, in: size, region: regionOfInterest)
    }
  }

  /// Returns the languages that docscan can read on this computer. Unlike in Vision, the languages don't depend on the level.
  ///
  /// - Parameter service: The service whose worker is asked.
  /// - Returns: The BCP 47 tags of the installed language packs, sorted.
  /// - Throws: A ``BatchError`` if the worker program is missing or doesn't start.
  public func supportedRecognitionLanguages(service: ScanService = .shared) async throws -> [String] {
    let packs = try await service.description().languages
    return Set(packs.compactMap { LanguageTag(tesseract: $0)?.description }).sorted()
  }

  /// The names of this request's properties by setting. `prefix` precedes the names in requests that contain this one.
  static func properties(
    _ prefix: String = "", languages: String = "recognitionLanguages"
  ) -> [String: String] {
    [
      "recognize.languages": prefix + languages, "recognize.customWords": prefix + "customWords",
      "recognize.minimumTextHeight": prefix + "minimumTextHeightFraction",
    ]
  }

  /// The `recognize` stage of a pipeline with the settings of this request.
  var stage: JSONValue {
    var members: [String: JSONValue] = [
      "stage": .string("recognize"),
      "languages": automaticallyDetectsLanguage
        ? .string("auto") : .array(recognitionLanguages.map { .string($0) }),
      "customWords": .array(customWords.map { .string($0) }),
      "languageCorrection": .boolean(usesLanguageCorrection),
      "minimumTextHeight": .number(minimumTextHeightFraction),
      "candidates": .number(Double(RecognizedTextObservation.mostCandidates)),
    ]
    switch recognitionLevel {
    case .accurate:
      members["engine"] = .object(["name": .string("ppocr"), "combine": .string("doubt")])
    case .fast: members["level"] = .string("fast")
    }
    if regionOfInterest != .fullImage { members["region"] = regionOfInterest.fromTopLeft }
    return .object(members)
  }
}
