// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import FoundationEssentials

/// The language packs that are installed for Tesseract.
package struct LanguagePacks: Sendable {
  /// The folder that holds them.
  package let folder: String
  /// Their names, sorted, such as "deu" or "chi_sim"; without "osd", which is not a language.
  package let languages: [String]
  /// Whether the pack for orientation and script detection is there.
  package let hasOrientationPack: Bool

  /// Where Debian's packages, other builds and TESSDATA_PREFIX put them.
  private static let folders = [
    "/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract-ocr/4.00/tessdata", "/usr/share/tessdata",
    "/usr/local/share/tessdata",
  ]

  /// Looks for the packs; TESSDATA_PREFIX in the environment comes first.
  package init() throws(PipelineError) {
    let preferred = ProcessInfo.processInfo.environment["TESSDATA_PREFIX"].map { [$0, $0 + "/tessdata"] } ?? []
    for folder in preferred + Self.folders {
      let names = Self.packs(in: folder)
      guard !names.isEmpty else { continue }
      self.folder = folder
      languages = names.filter { $0 != "osd" }
      hasOrientationPack = names.contains("osd")
      return
    }
    throw .missingPart(
      message: "No Tesseract language pack is installed. Install one with: apt-get install tesseract-ocr-eng")
  }

  /// The language to read in where none is named: English, or any other if that is not installed.
  package var usual: String { languages.contains("eng") ? "eng" : languages.first { !$0.hasSuffix("_vert") } ?? "eng" }

  /// The pack that stands for a script; nil where none is installed.
  package func example(of script: Script) -> String? {
    (Self.examples.filter(languages.contains) + languages).first {
      Script(pack: $0) == script && !$0.hasSuffix("_vert")
    }
  }

  /// The packs that stand for scripts in which they are not the first by name.
  package static let examples = ["rus", "ben"]

  /// Fails when one of the languages is missing: with the command that installs it, or what was probably meant.
  package func require(_ wanted: [String]) throws(PipelineError) {
    for language in wanted where !languages.contains(language) {
      let installed = "Installed: \(languages.joined(separator: ", "))."
      guard let package = LanguagePack.debianPackage(of: language) else {
        throw .missingPart(message: "There is no language \"\(language)\". \(hint(for: language)) \(installed)")
      }
      throw .missingPart(
        message:
          "The language \"\(language)\" is not installed. \(installed) Install it with: apt-get install \(package)")
    }
  }

  /// What was probably meant by a name that is no language's.
  private func hint(for language: String) -> String {
    if let match = nearestMatch(to: language, among: languages) { return "Did you mean \"\(match)\"?" }
    if let match = LanguagePack.suggestion(for: language) { return "Did you mean \"\(match.name)\" (\(match.pack))?" }
    return "Languages are named like \"deu\", \"de\" or \"German\"."
  }

  /// The files of all packs.
  package var files: [String] {
    (languages + (hasOrientationPack ? ["osd"] : [])).map { "\(folder)/\($0).traineddata" }
  }

  /// The sizes of the files of all packs, in bytes.
  package var sizes: [String: Int] {
    let names = languages + (hasOrientationPack ? ["osd"] : [])
    return Dictionary(
      names.compactMap { name in
        OpenFile(path: "\(folder)/\(name).traineddata", followingLinks: true).map { (name, $0.byteCount) }
      }, uniquingKeysWith: { $1 })
  }

  private static func packs(in folder: String) -> [String] {
    let ending = ".traineddata"
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(ending) }
        .map { String($0.dropLast(ending.count)) }.sorted()
    } catch {
      // A folder that is not there has no packs.
      return []
    }
  }
}
