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
      "\"auto\": a pile of pages becomes documents by what they say: page numbers, sizes, heads, words. It is cut where "
      + "that is certain; the document's JSON has the other places.")

  package static let table = SettingTable([
    paths.erased, group.erased, separation.erased, separatorSheets.erased, separatorPages.erased, split.erased,
  ])
  package var settings: ResolvedSettings

  /// Whether an input is split into documents by what its pages say.
  package var splitsByContent: Bool { settings[Self.split] == .auto }

  /// What begins a new document within an input; nil where nothing does.
  package var separators: SeparatorSettings? {
    settings[Self.separation] == .none
      ? nil : SeparatorSettings(sheets: settings[Self.separatorSheets], pages: settings[Self.separatorPages])
  }
}
