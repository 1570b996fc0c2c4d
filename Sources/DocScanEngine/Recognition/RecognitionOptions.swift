// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// What text recognition is asked for beside languages and layout, by the names that Vision has for it.
struct RecognitionOptions {
  /// What a page may cost.
  enum Level: String, CaseIterable, SettingValue {
    /// As exact as docscan can.
    case accurate
    /// Once, and from a smaller picture.
    case fast

    /// The height of letters in the picture that is read, as a factor.
    var letterHeight: Double { self == .fast ? 0.9 : 1 }

    /// A factor for the width of the picture that is read. Tesseract's time goes by the length of a line as a multiple
    /// of its height; at three quarters it makes hardly more mistakes, at a half many.
    var narrowing: Double { self == .fast ? 0.75 : 1 }

    /// Whether a page that was read badly is read again.
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
      + "top-left corner. Empty means all of it.")
  private static let candidatesSetting = Setting(
    "candidates", default: 0, in: 0...Double(Word.mostCandidates),
    help:
      "How many possible texts of each word are listed in the page JSON, the most likely first. With 0, both readings of words "
      + "that were read in two ways.")

  /// More would be a dictionary, and need one's structure.
  private static let mostBytesOfWords = 500_000

  /// The settings, for the stage's table.
  static let settings = [
    levelSetting.erased, customWordsSetting.erased, languageCorrectionSetting.erased, minimumTextHeightSetting.erased,
    regionSetting.erased, candidatesSetting.erased,
  ]

  let level: Level
  /// A share of the page's height.
  let minimumTextHeight: Double
  /// What an engine has to know.
  let engine: Tesseract.Options
  /// Shares of the page's width and height; nil for the whole page.
  private let region: Box?

  /// How many candidates a word may have: a second reading costs nothing more, so it is kept in any case.
  var mostCandidates: Int { engine.candidates == 0 ? 2 : engine.candidates }

  /// Takes the settings of the stage that stands at a path.
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

  /// The part of a page to read, in its pixels; nil for all of it.
  func region(of size: RasterSize) -> Box? {
    region?.scaled(by: Double(size.width), Double(size.height))
  }
}
