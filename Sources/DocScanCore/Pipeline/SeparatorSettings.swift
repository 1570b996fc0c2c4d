// SPDX-License-Identifier: GPL-3.0-or-later

/// What begins a new document within an input: the keys `separators`, `separatorSheets` and `separatorPages` of `input`.
public struct SeparatorSettings: Codable, Hashable, Sendable {
  /// Codes of sheets that only separate.
  public var sheets: [String]
  /// Codes of pages that belong to the document that they begin.
  public var pages: [String]

  private static let separatorsSetting = Setting(
    "separators", default: "none", oneOf: ["none", "barcodes"],
    help:
      "\"barcodes\": a page with one of the codes below begins a new document. All pages are searched for codes first."
  )
  private static let sheetsSetting = Setting(
    "separatorSheets", default: ["PATCHT", "docscan:new*"],
    help:
      "Codes on separator sheets, which are left out of the results. * stands for any text; case does not matter. "
      + "\"docscan:new:NAME\" names the document.")
  private static let pagesSetting = Setting(
    "separatorPages", default: ["ASN*"],
    help: "Codes on first pages, which stay in their document and name it. Written like separatorSheets.")

  /// The keys, as a part of `input`.
  static let settings = [separatorsSetting.erased, sheetsSetting.erased, pagesSetting.erased]

  /// Nil when they ask for nothing.
  init?(_ settings: ResolvedSettings) {
    guard settings[Self.separatorsSetting] == "barcodes" else { return nil }
    sheets = settings[Self.sheetsSetting]
    pages = settings[Self.pagesSetting]
  }

  /// The keys with their values, as the pipeline file has them.
  static func values(_ settings: SeparatorSettings?) -> [String: JSONValue] {
    [
      separatorsSetting.name: .string(settings == nil ? "none" : "barcodes"),
      sheetsSetting.name: (settings?.sheets ?? sheetsSetting.defaultValue).json,
      pagesSetting.name: (settings?.pages ?? pagesSetting.defaultValue).json,
    ]
  }
}
