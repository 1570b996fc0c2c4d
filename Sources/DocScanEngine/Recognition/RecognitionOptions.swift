// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanReading
internal import DocScanVision

/// The options of text recognition other than languages and layout, named as in Apple's Vision framework.
struct RecognitionOptions {
  /// The balance between accuracy and time.
  enum Level: String, CaseIterable, SettingValue {
    case accurate
    case fast

    var letterHeight: Double { self == .fast ? 0.9 : 1 }

    /// The factor for the width of the picture, on which Tesseract's time depends. At 3/4, there are hardly more errors; at 1/2, there are many more.
    var narrowing: Double { self == .fast ? 0.75 : 1 }

    var readsTwice: Bool { self == .accurate }
  }

  private static let levelSetting = Setting(
    "level", default: Level.accurate,
    help: "\"fast\" reads once, from a smaller picture; that takes about a fifth less time with a few more mistakes.")
  private static let customWordsSetting = Setting(
    "customWords", default: [String](),
    help:
      "Names, product codes and other words that are in no dictionary. Text that looks like one of them is read as "
      + "that word.")
  private static let languageCorrectionSetting = Setting(
    "languageCorrection", default: true,
    help:
      "Whether dictionaries and customWords decide between letters that look alike. false keeps serial numbers and codes "
      + "as they are printed.")
  private static let minimumTextHeightSetting = Setting(
    "minimumTextHeight", default: 0.0, in: 0...1,
    help: "Lines whose letters are smaller than this fraction of the page's height are left out.")
  private static let regionSetting = Setting(
    "region", default: [Double](), in: 0...1,
    help:
      "The part of the corrected page to read: [x, y, width, height] as fractions of its width and height, from its "
      + "top-left corner. Empty means the whole page.")
  private static let candidatesSetting = Setting(
    "candidates", default: 0, in: 0...Double(Word.mostCandidates),
    help:
      "The number of possible texts listed for each word in the page JSON, the most likely first. With 0, only words that "
      + "were read in two ways list both readings.")

  /// The maximum size of all custom words in bytes. A larger list would be a dictionary, which needs another data structure.
  private static let mostBytesOfWords = 500_000

  static let settings = [
    levelSetting.erased, customWordsSetting.erased, languageCorrectionSetting.erased, minimumTextHeightSetting.erased,
    regionSetting.erased, candidatesSetting.erased,
  ]

  let level: Level
  /// The minimum height of text, as a fraction of the page's height.
  let minimumTextHeight: Double
  let engine: Tesseract.Options
  /// The part to read, as fractions of the page's size, or `nil` for the whole page.
  private let region: Box?

  /// The maximum number of candidates for a word. If the setting is 0, both readings of a word are kept, because that costs nothing.
  var mostCandidates: Int { engine.candidates == 0 ? 2 : engine.candidates }

  init(_ settings: ResolvedSettings, path: String) throws(PipelineError) {
    level = settings[Self.levelSetting]
    minimumTextHeight = settings[Self.minimumTextHeightSetting]
    let words = settings[Self.customWordsSetting].flatMap { $0.split(separator: " ").map(String.init) }
    guard words.reduce(0, { $0 + $1.utf8.count + 1 }) <= Self.mostBytesOfWords else {
      throw .invalid(
        path: "\(path).\(Self.customWordsSetting.name)", message: "the words take more than half a megabyte.")
    }
    engine = Tesseract.Options(
      customWords: words, usesDictionary: settings[Self.languageCorrectionSetting],
      candidates: settings[Self.candidatesSetting])
    let numbers = settings[Self.regionSetting]
    guard !numbers.isEmpty else {
      region = nil
      return
    }
    guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0, numbers[0] + numbers[2] <= 1 + 1e-9,
      numbers[1] + numbers[3] <= 1 + 1e-9
    else {
      throw .invalid(
        path: "\(path).\(Self.regionSetting.name)",
        message: "expected [x, y, width, height] within the page, such as [0, 0.5, 1, 0.5] for its lower half.")
    }
    region = Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  func region(of size: RasterSize) -> Box? {
    region?.scaled(by: Double(size.width), Double(size.height))
  }
}
