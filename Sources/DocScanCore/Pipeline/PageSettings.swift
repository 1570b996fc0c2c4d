// SPDX-License-Identifier: GPL-3.0-or-later

/// How pages are loaded: the key `pages`.
package struct PageSettings: SettingSection {
  /// What happens to a page that has text already.
  package enum ExistingText: String, CaseIterable, SettingValue {
    /// Its text is copied and the page stays as it is.
    case skip
    /// Invisible text of an earlier recognition is taken out and the page recognized; text that is seen stays.
    case redo
    /// The page becomes a picture, which is recognized.
    case force
    /// Invisible text of an earlier recognition is taken out, and none is added.
    case strip
  }

  /// What happens to a PDF with a digital signature.
  package enum Signed: String, CaseIterable, SettingValue {
    /// The result is the signed original, byte for byte; the recognized text is in the other files.
    case keep
    /// The result gets its text layer, and the signature is no longer valid.
    case change
  }

  package static let name = "pages"
  package static let abstract = "How pages are loaded."

  /// The resolution at which PDF pages without a picture of their own are rasterized, in pixels per inch.
  package static let dpi = Setting(
    "dpi", default: 300.0, in: 50...1200,
    help: "Resolution to render PDF pages, in pixels per inch. A scanned page keeps its own.")
  /// The key `pages.existingText`.
  package static let existingText = Setting(
    "existingText", default: ExistingText.skip,
    help:
      "PDF pages that already have text: \"skip\" keeps them and copies their text; \"redo\" removes invisible text "
      + "from an earlier OCR, keeps visible text, and recognizes the rest; \"force\" turns them into pictures and "
      + "recognizes those; \"strip\" removes invisible text and adds none.")
  /// The key `pages.signed`.
  package static let signed = Setting(
    "signed", default: Signed.keep,
    help:
      "PDFs with a digital signature: \"keep\" leaves the PDF as it is, so the signature stays valid, and writes "
      + "the text only to the other files; \"change\" adds the text layer.")
  /// The key `pages.gps`.
  package static let gps = Setting(
    "gps", default: false,
    help:
      "Whether results may say where a photograph was taken: in the page JSON and the PDF's metadata. If not, a JPEG "
      + "with a location goes into the PDF without its camera data.")

  package static let table = SettingTable([dpi.erased, existingText.erased, signed.erased, gps.erased])
  package var settings: ResolvedSettings

  /// The keys that every digest of results has counted.
  private static let alwaysCounted = [dpi.name, existingText.name, signed.name]

  /// The values that decide results, for digests.
  ///
  /// A key that was added later counts only where it is not at its default, so that results from before it are still known.
  package var deciding: JSONValue {
    .object(
      settings.values.filter { name, value in
        Self.alwaysCounted.contains(name)
          || !Self.table.settings.contains { $0.name == name && $0.defaultValue == value }
      })
  }
}
