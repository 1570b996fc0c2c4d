// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanWorkers

/// Reads the text of a page, line by line, as Vision's request of this name does.
///
/// ```swift
/// var request = RecognizeTextRequest()
/// request.recognitionLanguages = ["ko-KR", "en-US"]
/// for line in try await request.perform(on: page) { print(line.transcript, line.confidence) }
/// ```
///
/// Tesseract reads, and the networks that docscan knows read again what it doubts where they are installed and the level is
/// `accurate`. A PDF page that has text of its own is not read: its text comes with the boxes that it has there.
public struct RecognizeTextRequest: ImageProcessingRequest {
  /// How thoroughly a page is read.
  public enum RecognitionLevel: Hashable, Sendable, CaseIterable {
    /// With networks for what is doubtful, where they are installed.
    case accurate
    /// Once, from a smaller picture: about a fifth less time than accurate reading without networks, and a few more mistakes.
    case fast
  }

  /// How thoroughly the page is read.
  public var recognitionLevel = RecognitionLevel.accurate
  /// The languages of the text, the most likely first, as BCP 47 names them, such as "de-DE"; regions make no difference.
  ///
  /// A language whose pack is not installed is an error that names the package; Vision leaves it out without a word.
  public var recognitionLanguages = ["en-US"]
  /// Whether the languages of each page are found. Then `recognitionLanguages` are not looked at, but in Vision they come first.
  public var automaticallyDetectsLanguage = false
  /// Names, product codes and other words that are in no dictionary. What looks like one of them is read as it.
  public var customWords: [String] = []
  /// Whether dictionaries and `customWords` decide between letters that look alike.
  public var usesLanguageCorrection = true
  /// Lines with letters lower than this fraction of the page's height are left out, 0 to 1. Vision's default is 1/32, which
  /// leaves out the text of letters; here everything is read.
  public var minimumTextHeight = 0.0
  /// The part of the page to read. Boxes of observations are parts of this region, as in Vision.
  public var regionOfInterest = NormalizedRect.fullImage
  /// Told of the share of the work that is done, 0 to 1, and never of less than before; called on a thread of its own.
  ///
  /// Shares are counted in steps, not in seconds. Vision's handler also gets the request, and an error, which here is thrown.
  public var progressHandler: (@Sendable (Double) -> Void)?

  /// A request with the properties' defaults, which are Vision's unless they say so.
  public init() {}

  /// The lines of a page, in reading order.
  public func perform(on page: ScannedPage) async throws -> [RecognizedTextObservation] {
    let all = page.straightening.stages.count + 1
    let report = progressHandler
    let steps = StepCounter()
    let (found, size) = try await page.read([stage]) { name in
      report?(min(Double(steps.count(name)) / Double(all + 2), 0.99))
    }
    report?(1)
    return found.blocks.flatMap(\.lines).filter { !$0.words.isEmpty }.map {
      RecognizedTextObservation($0, in: size, region: regionOfInterest)
    }
  }

  /// The languages that a request can read on this computer, as BCP 47 names them: those whose packs are installed.
  ///
  /// Vision's depend on the level; here both levels read the same.
  public func supportedRecognitionLanguages(service: ScanService = .shared) async throws -> [String] {
    let packs = try await service.description().languages
    return Set(packs.compactMap { LanguageTag(tesseract: $0)?.description }).sorted()
  }

  /// The stage that reads, as a pipeline has it.
  var stage: JSONValue {
    var members: [String: JSONValue] = [
      "stage": .string("recognize"),
      "languages": automaticallyDetectsLanguage
        ? .string("auto") : .array(recognitionLanguages.map { .string($0) }),
      "customWords": .array(customWords.map { .string($0) }),
      "languageCorrection": .boolean(usesLanguageCorrection),
      "minimumTextHeight": .number(minimumTextHeight),
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
