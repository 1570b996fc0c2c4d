// SPDX-License-Identifier: GPL-3.0-or-later

internal import CTextCat
package import DocScanCore
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

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

  /// The pack that stands for a script; nil if none is installed.
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
        throw .missingPart(message: "No language pack is named \"\(language)\". \(hint(for: language)) \(installed)")
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

/// Tells languages of one script apart by their letter sequences, among the installed packs (libexttextcat).
///
/// A choice among few languages needs little text: four noisy lines are enough.
package enum LanguageIdentifier {
  /// The library's version.
  package static var version: String { unsafe String(cString: textcat_Version()) }

  private static let folder = "/usr/share/libexttextcat/"
  /// Shorter texts tell too little, in bytes.
  private static let leastText = 16

  /// The library's handle, with fingerprints of the given packs only.
  @safe
  private final class Classifier {
    let handle: UnsafeMutableRawPointer
    let candidates: UnsafeMutablePointer<candidate_t>

    /// Nil where there is no list or no fingerprint.
    init?(listFile: String) {
      guard let handle = unsafe special_textcat_Init(listFile, folder) else { return nil }
      guard let candidates = unsafe textcat_GetClassifyFullOutput(handle) else {
        unsafe textcat_Done(handle)
        return nil
      }
      unsafe textcat_SetProperty(handle, TCPROP_UTF8AWARE, sint4(TC_TRUE.rawValue))
      unsafe textcat_SetProperty(handle, TCPROP_MINIMUM_DOCUMENT_SIZE, sint4(leastText))
      unsafe self.handle = handle
      unsafe self.candidates = candidates
    }

    deinit {
      unsafe textcat_ReleaseClassifyFullOutput(handle, candidates)
      unsafe textcat_Done(handle)
    }
  }

  /// Made once: later the worker may not open the fingerprints any more.
  private static let classifier = Mutex<Classifier?>(makeClassifier())

  /// Loads the fingerprints of the installed packs, as long as the worker may open files.
  package static func prepare() { classifier.withLock { _ in } }

  /// The packs that a text may be in, the most likely first; empty if it is too short or like none of them.
  package static func packs(of text: String, among packs: [String]) -> [String] {
    classifier.withLock { classifier in
      guard let known = classifier else { return [] }
      var text = text
      let count = text.withUTF8 { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
          unsafe textcat_ClassifyFull(known.handle, characters.baseAddress, characters.count, known.candidates)
        }
      }
      guard count > 0 else { return [] }
      let found = unsafe UnsafeBufferPointer(start: known.candidates, count: Int(count)).map { candidate in
        unsafe (score: Int(candidate.score), name: String(cString: candidate.name))
      }
      return found.sorted { ($0.score, $0.name) < ($1.score, $1.name) }.map(\.name).filter(packs.contains)
    }
  }

  private static func makeClassifier() -> Classifier? {
    do {
      let lines = try LanguagePacks().languages.compactMap { pack in
        fingerprint(of: pack).map { "\($0)  \(pack)\n" }
      }
      // The library takes the list from a file only, and a worker may write none; a pipe holds 64 kB.
      guard !lines.isEmpty, lines.joined().utf8.count < 60_000 else { return nil }
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else { return nil }
      defer { close(ends[0]) }
      var list = lines.joined()
      let written = list.withUTF8 { bytes in unsafe write(ends[1], bytes.baseAddress, bytes.count) }
      close(ends[1])
      return written == list.utf8.count ? Classifier(listFile: "/proc/self/fd/\(ends[0])") : nil
    } catch {
      // Without packs nothing is read.
      return nil
    }
  }

  /// The file for a pack; nil if there is none.
  private static func fingerprint(of pack: String) -> String? {
    guard let tag = LanguageTag(tesseract: pack), !pack.hasSuffix("_vert") else { return nil }
    let names = [tag.description, tag.language].map { $0 + ".lm" }
    return names.first { unsafe access(folder + $0, R_OK) == 0 }
  }
}
