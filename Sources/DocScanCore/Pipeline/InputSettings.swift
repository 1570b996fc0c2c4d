// SPDX-License-Identifier: GPL-3.0-or-later

/// The sources of documents: the key `input`.
package struct InputSettings: SettingSection {
  /// The ways to group files into documents.
  package enum Grouping: String, CaseIterable, SettingValue {
    case file
    case folder
  }

  /// The separators that start a new document within an input.
  package enum Separation: String, CaseIterable, SettingValue {
    case none
    case barcodes
  }

  /// The ways to split an input into documents by the content of its pages.
  package enum Splitting: String, CaseIterable, SettingValue {
    case none
    case auto
  }

  package static let name = "input"
  package static let abstract = "The sources of documents."

  package static let paths = Setting(
    "paths", default: [String](), help: "Files, folders, or globs, relative to the pipeline file.")
  package static let group = Setting(
    "group", default: Grouping.file,
    help: "\"file\": each file is a document; \"folder\": the images in a folder are the pages of one document.")
  private static let separation = Setting(
    "separators", default: Separation.none,
    help:
      "\"barcodes\": a page with one of the barcodes below starts a new document. All pages are searched for "
      + "barcodes first."
  )
  private static let separatorSheets = Setting(
    "separatorSheets", default: ["PATCHT", "docscan:new*"],
    help:
      "Barcodes on separator sheets, which aren't part of the results. * matches any text, and case is ignored. "
      + "\"docscan:new:NAME\" names the document.")
  private static let separatorPages = Setting(
    "separatorPages", default: ["ASN*"],
    help:
      "Barcodes on first pages, which stay in their document and name it. The format is that of separatorSheets.")

  private static let split = Setting(
    "split", default: Splitting.none,
    help:
      "\"auto\": split a pile of pages into documents by content: page numbers, sizes, headings, words. Only certain "
      + "boundaries are applied; the document's JSON lists the rest.")

  package static let table = SettingTable([
    paths.erased, group.erased, separation.erased, separatorSheets.erased, separatorPages.erased, split.erased,
  ])
  package var settings: ResolvedSettings

  package var splitsByContent: Bool { settings[Self.split] == .auto }

  package var separators: SeparatorSettings? {
    settings[Self.separation] == .none
      ? nil : SeparatorSettings(sheets: settings[Self.separatorSheets], pages: settings[Self.separatorPages])
  }
}

/// The barcodes that start a new document within an input.
package struct SeparatorSettings: Encodable, Hashable, Sendable {
  /// The barcodes of separator sheets, which aren't part of a document.
  package let sheets: [String]
  /// The barcodes of first pages, which are part of the document that they start.
  package let pages: [String]
}

/// The settings for taking documents from a folder with `docscan watch`: the key `watch`.
package struct WatchSettings: SettingSection {
  /// The ways to handle an original after its results are published.
  package enum Originals: String, CaseIterable, SettingValue {
    case move
    case keep
    case delete
  }

  package static let name = "watch"
  package static let abstract = "The settings for taking documents from a folder with docscan watch."

  package static let inbox = Setting(
    "inbox", default: "inbox",
    help: "The folder to watch, relative to the pipeline file. A folder on the command line replaces it.")
  package static let poll = Setting(
    "poll", default: 0.0, in: 0...86_400,
    help:
      "Seconds between checks of the inbox. 0 waits for the system to report changes. For network shares, which "
      + "aren't reported, use 10.")
  package static let settle = Setting(
    "settle", default: 2.0, in: 0.1...3600, help: "Seconds that a file must be unchanged before it is processed.")
  package static let quiet = Setting(
    "quiet", default: 30.0, in: 0.1...86_400,
    help:
      "With \"group\": \"folder\", seconds that a folder must be unchanged before it is processed. A file called "
      + ".done in the folder marks it as complete.")
  package static let patience = Setting(
    "patience", default: 300.0, in: 1...86_400,
    help: "Seconds after which an unchanged file is processed even if it is incomplete or open in another program.")
  package static let originals = Setting(
    "originals", default: Originals.move,
    help:
      "The action for an original after its results are on disk: \"move\" moves it to the processed folder; "
      + "\"keep\" leaves it in the inbox; \"delete\" deletes it. An original that failed is moved to the failed "
      + "folder.")
  package static let processed = Setting(
    "processed", default: "",
    help:
      "The folder for processed originals, relative to the inbox. The default is INBOX-processed next to the "
      + "inbox, or the folder processed in the inbox if that already exists or nothing can be created next to the "
      + "inbox.")
  package static let failed = Setting(
    "failed", default: "",
    help:
      "The folder for originals that failed, each with a file that contains the reason, relative to the inbox. The "
      + "default is INBOX-failed, chosen like that of processed.")

  package static let table = SettingTable([
    inbox.erased, poll.erased, settle.erased, quiet.erased, patience.erased, originals.erased, processed.erased,
    failed.erased,
  ])
  package var settings: ResolvedSettings

  package static let usualShelves = [processed.name, failed.name]
}
