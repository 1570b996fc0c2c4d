// SPDX-License-Identifier: GPL-3.0-or-later

/// Names of languages as BCP 47 wants them.
public enum LanguageTag {
  /// Tesseract's names, each followed by the tag; scripts are named where a language has several.
  private static let table = """
    afr af amh am ara ar asm as aze az aze_cyrl az-Cyrl bel be ben bn bod bo bos bs bre br bul bg cat ca ces cs \
    chi_sim zh-Hans chi_tra zh-Hant cos co cym cy dan da dan_frak da-Latf deu de deu_frak de-Latf deu_latf de-Latf \
    div dv dzo dz ell el eng en epo eo est et eus eu fao fo fas fa fin fi fra fr frk de-Latf fry fy gla gd gle ga \
    glg gl guj gu hat ht heb he hin hi hrv hr hun hu hye hy iku iu ind id isl is ita it ita_old it jav jv jpn ja \
    kan kn kat ka kat_old ka kaz kk khm km kir ky kor ko lao lo lat la lav lv lit lt ltz lb mal ml mar mr mkd mk \
    mlt mt mon mn mri mi msa ms mya my nep ne nld nl nor no oci oc ori or pan pa pol pl por pt pus ps que qu ron ro \
    rus ru san sa sin si slk sk slk_frak sk-Latf slv sl snd sd spa es spa_old es sqi sq srp sr srp_latn sr-Latn \
    sun su swa sw swe sv tam ta tat tt tel te tgk tg tgl tl tha th tir ti ton to tur tr uig ug ukr uk urd ur uzb uz \
    uzb_cyrl uz-Cyrl vie vi yid yi yor yo
    """

  private static let tags: [Substring: Substring] = {
    let words = table.split(separator: " ")
    return Dictionary(
      stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }, uniquingKeysWith: { $1 })
  }()

  /// The tag of a language that Tesseract reads; nil for packs that are no language, such as "osd".
  ///
  /// A language without a name of two letters keeps its three (ISO 639-3).
  public static func bcp47(tesseract name: String) -> String? {
    let horizontal = name.hasSuffix("_vert") ? name.dropLast(5) : name[...]
    if let tag = tags[horizontal] { return String(tag) }
    let isCode = horizontal.utf8.count == 3 && horizontal.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    return isCode && !["osd", "equ"].contains(horizontal) ? String(horizontal) : nil
  }

  /// Whether a text has the form of a tag: RFC 5646, 2.1, without a look into the registry.
  public static func isWellFormed(_ tag: String) -> Bool {
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, tag.utf8.count <= 64 else { return false }
    let isPart = parts.allSatisfy { part in
      (1...8).contains(part.utf8.count)
        && part.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
    }
    let startsWithLanguage = first.utf8.count > 1 && !first.utf8.contains { (0x30...0x39).contains($0) }
    return isPart && (startsWithLanguage || (["x", "i"].contains(first.lowercased()) && parts.count > 1))
  }
}
