// SPDX-License-Identifier: GPL-3.0-or-later

/// How `docscan watch` takes documents from a folder: the key `watch`.
public struct WatchSettings: SettingSection {
  /// What becomes of an original whose results are in place.
  public enum Originals: String, CaseIterable, SettingValue {
    /// It goes to the folder `processed`.
    case move
    /// It stays in the inbox.
    case keep
    /// It is removed.
    case delete
  }

  public static let name = "watch"
  public static let abstract = "How docscan watch takes documents from a folder."

  /// The key `watch.inbox`.
  public static let inbox = Setting(
    "inbox", default: "inbox",
    help: "The folder to watch, relative to the pipeline file. A folder on the command line replaces it.")
  /// Seconds between two looks; 0 waits for the system's word.
  public static let poll = Setting(
    "poll", default: 0.0, in: 0...86_400,
    help: "Seconds between checks of the inbox. 0 waits for the system to report changes, which it does not do for "
      + "network shares: use 10 there.")
  /// The key `watch.settle`.
  public static let settle = Setting(
    "settle", default: 2.0, in: 0.1...3600, help: "Seconds that a file must have been unchanged before it is taken.")
  /// The key `watch.quiet`.
  public static let quiet = Setting(
    "quiet", default: 30.0, in: 0.1...86_400,
    help: "With \"group\": \"folder\", seconds that a folder must have been unchanged before it is taken. A file "
      + "called .done in it says that it is complete.")
  /// The key `watch.patience`.
  public static let patience = Setting(
    "patience", default: 300.0, in: 1...86_400,
    help: "Seconds after which an unchanged file is taken even if it is incomplete or a program has it open.")
  /// The key `watch.originals`.
  public static let originals = Setting(
    "originals", default: Originals.move,
    help: "What happens to an original once its results are on disk: \"move\" moves it to the folder "
      + "under processed; \"keep\" leaves it in the inbox; \"delete\" deletes it. An original that failed moves to the "
      + "folder under failed.")
  /// The key `watch.processed`.
  public static let processed = Setting(
    "processed", default: "",
    help:
      "The folder for originals that are done, relative to the inbox. Without it, INBOX-processed beside the inbox; or the folder "
      + "processed in the inbox, if that exists already or nothing can be created beside it.")
  /// The key `watch.failed`.
  public static let failed = Setting(
    "failed", default: "",
    help:
      "The folder for originals that failed, with the reason beside each, relative to the inbox. Without it, INBOX-failed, like "
      + "processed.")

  public static let table = SettingTable([
    inbox.erased, poll.erased, settle.erased, quiet.erased, patience.erased, originals.erased, processed.erased,
    failed.erased,
  ])
  public var settings: ResolvedSettings

  /// What the folders for originals are called where nobody says otherwise.
  public static let usualShelves = [processed.name, failed.name]
}
