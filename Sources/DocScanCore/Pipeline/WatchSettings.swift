// SPDX-License-Identifier: GPL-3.0-or-later

/// How `docscan watch` takes documents from a folder: the key `watch`.
public struct WatchSettings: Codable, Hashable, Sendable {
  /// What becomes of an original whose results are in place.
  public enum Originals: String, Codable, CaseIterable, Sendable {
    /// It goes to the folder `processed`.
    case move
    /// It stays in the inbox.
    case keep
    /// It is removed.
    case delete
  }

  public var inbox: String
  /// Seconds between two looks; 0 waits for the system's word.
  public var poll: Double
  /// Seconds that a file must have been unchanged.
  public var settle: Double
  /// Seconds that a folder must have been unchanged.
  public var quiet: Double
  /// Seconds after which a file is taken although it is not whole.
  public var patience: Double
  public var originals: Originals
  public var processed: String
  public var failed: String

  private static let inboxSetting = Setting(
    "inbox", default: "inbox",
    help: "The folder to watch, relative to the pipeline file. A folder on the command line replaces it.")
  private static let pollSetting = Setting(
    "poll", default: 0.0, in: 0...86_400,
    help: "Seconds between two scans of the inbox. 0 waits for the system to report changes, which it does not do for "
      + "network shares: use 10 there.")
  private static let settleSetting = Setting(
    "settle", default: 2.0, in: 0.1...3600, help: "Seconds that a file must have been unchanged before it is taken.")
  private static let quietSetting = Setting(
    "quiet", default: 30.0, in: 0.1...86_400,
    help: "With \"group\": \"folder\", seconds that a folder must have been unchanged before it is taken. A file "
      + "called .done in it says that it is complete.")
  private static let patienceSetting = Setting(
    "patience", default: 300.0, in: 1...86_400,
    help: "Seconds after which an unchanged file is taken even if it is incomplete or a program has it open.")
  private static let originalsSetting = Setting(
    "originals", default: Originals.move.rawValue, oneOf: Originals.allCases.map(\.rawValue),
    help: "What happens to an original once its results are on disk: \"move\" moves it to the folder processed; "
      + "\"keep\" leaves it in the inbox; \"delete\" deletes it. An original that failed moves to the folder failed.")
  private static let processedSetting = Setting(
    "processed", default: "processed", help: "The folder for originals that are done, relative to the inbox.")
  private static let failedSetting = Setting(
    "failed", default: "failed",
    help: "The folder for originals that failed, with the reason beside each, relative to the inbox.")

  /// What the folders for originals are called where nobody says otherwise.
  public static let usualShelves = [processedSetting.defaultValue, failedSetting.defaultValue]

  /// The keys of this object.
  public static let table = SettingTable([
    inboxSetting.erased, pollSetting.erased, settleSetting.erased, quietSetting.erased, patienceSetting.erased,
    originalsSetting.erased, processedSetting.erased, failedSetting.erased,
  ])

  init(_ settings: ResolvedSettings) {
    inbox = settings[Self.inboxSetting]
    poll = settings[Self.pollSetting]
    settle = settings[Self.settleSetting]
    quiet = settings[Self.quietSetting]
    patience = settings[Self.patienceSetting]
    originals = Originals(rawValue: settings[Self.originalsSetting]) ?? .move
    processed = settings[Self.processedSetting]
    failed = settings[Self.failedSetting]
  }
}
