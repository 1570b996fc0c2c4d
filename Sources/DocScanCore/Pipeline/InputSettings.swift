// SPDX-License-Identifier: GPL-3.0-or-later

/// Where documents come from: the key `input`.
package struct InputSettings: SettingSection {
  /// How files make documents.
  package enum Grouping: String, CaseIterable, SettingValue {
    /// Each file is a document.
    case file
    /// The images of a folder, in natural order, are the pages of one document.
    case folder
  }

  /// What begins a new document within an input.
  package enum Separation: String, CaseIterable, SettingValue {
    /// Nothing.
    case none
    /// A page with one of the codes.
    case barcodes
  }

  /// How an input is split into documents by what its pages say.
  package enum Splitting: String, CaseIterable, SettingValue {
    /// It is not.
    case none
    /// Where a new document certainly begins.
    case auto
  }

  package static let name = "input"
  package static let abstract = "Where documents come from."

  /// The key `input.paths`.
  package static let paths = Setting(
    "paths", default: [String](), help: "Files, folders or globs, relative to the pipeline file.")
  /// The key `input.group`.
  package static let group = Setting(
    "group", default: Grouping.file,
    help: "\"file\": each file is a document; \"folder\": the images in a folder are the pages of one document.")
  private static let separation = Setting(
    "separators", default: Separation.none,
    help:
      "\"barcodes\": a page with one of the codes below begins a new document. All pages are searched for codes first."
  )
  private static let separatorSheets = Setting(
    "separatorSheets", default: ["PATCHT", "docscan:new*"],
    help:
      "Codes on separator sheets, which are left out of the results. * stands for any text; case does not matter. "
      + "\"docscan:new:NAME\" names the document.")
  private static let separatorPages = Setting(
    "separatorPages", default: ["ASN*"],
    help: "Codes on first pages, which stay in their document and name it. Same format as separatorSheets.")

  private static let split = Setting(
    "split", default: Splitting.none,
    help:
      "\"auto\": split a pile of pages into documents by content: page numbers, sizes, headings, words. Only certain "
      + "boundaries are applied; the document's JSON lists the rest.")

  package static let table = SettingTable([
    paths.erased, group.erased, separation.erased, separatorSheets.erased, separatorPages.erased, split.erased,
  ])
  package var settings: ResolvedSettings

  /// Whether an input is split into documents by what its pages say.
  package var splitsByContent: Bool { settings[Self.split] == .auto }

  /// What begins a new document within an input; nil if nothing does.
  package var separators: SeparatorSettings? {
    settings[Self.separation] == .none
      ? nil : SeparatorSettings(sheets: settings[Self.separatorSheets], pages: settings[Self.separatorPages])
  }
}

/// The codes that begin a new document within an input.
package struct SeparatorSettings: Encodable, Hashable, Sendable {
  /// Codes of sheets that only separate.
  package let sheets: [String]
  /// Codes of pages that belong to the document that they begin.
  package let pages: [String]
}

/// How `docscan watch` takes documents from a folder: the key `watch`.
package struct WatchSettings: SettingSection {
  /// What becomes of an original whose results are in place.
  package enum Originals: String, CaseIterable, SettingValue {
    /// It goes to the folder `processed`.
    case move
    /// It stays in the inbox.
    case keep
    /// It is removed.
    case delete
  }

  package static let name = "watch"
  package static let abstract = "How docscan watch takes documents from a folder."

  /// The key `watch.inbox`.
  package static let inbox = Setting(
    "inbox", default: "inbox",
    help: "The folder to watch, relative to the pipeline file. A folder on the command line replaces it.")
  /// Seconds between two looks; 0 waits for the system's word.
  package static let poll = Setting(
    "poll", default: 0.0, in: 0...86_400,
    help: "Seconds between checks of the inbox. 0 waits for the system to report changes, which it does not do for "
      + "network shares: use 10 there.")
  /// The key `watch.settle`.
  package static let settle = Setting(
    "settle", default: 2.0, in: 0.1...3600, help: "Seconds that a file must have been unchanged before it is taken.")
  /// The key `watch.quiet`.
  package static let quiet = Setting(
    "quiet", default: 30.0, in: 0.1...86_400,
    help: "With \"group\": \"folder\", seconds that a folder must have been unchanged before it is taken. A file "
      + "called .done in it says that it is complete.")
  /// The key `watch.patience`.
  package static let patience = Setting(
    "patience", default: 300.0, in: 1...86_400,
    help: "Seconds after which an unchanged file is taken even if it is incomplete or a program has it open.")
  /// The key `watch.originals`.
  package static let originals = Setting(
    "originals", default: Originals.move,
    help: "What happens to an original once its results are on disk: \"move\" moves it to the folder "
      + "under processed; \"keep\" leaves it in the inbox; \"delete\" deletes it. An original that failed moves to the "
      + "folder under failed.")
  /// The key `watch.processed`.
  package static let processed = Setting(
    "processed", default: "",
    help:
      "The folder for originals that are done, relative to the inbox. Without it, INBOX-processed beside the inbox; or the folder "
      + "processed in the inbox, if that exists already or nothing can be created beside it.")
  /// The key `watch.failed`.
  package static let failed = Setting(
    "failed", default: "",
    help:
      "The folder for originals that failed, with the reason beside each, relative to the inbox. Without it, INBOX-failed, like "
      + "processed.")

  package static let table = SettingTable([
    inbox.erased, poll.erased, settle.erased, quiet.erased, patience.erased, originals.erased, processed.erased,
    failed.erased,
  ])
  package var settings: ResolvedSettings

  /// What the folders for originals are called where nobody says otherwise.
  package static let usualShelves = [processed.name, failed.name]
}
