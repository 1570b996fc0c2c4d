// SPDX-License-Identifier: GPL-3.0-or-later

internal import CTextCat
package import DocScanCore
internal import DocScanFiles
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// The language packs installed for Tesseract.
package struct LanguagePacks: Sendable {
  package let folder: String
  /// The sorted names of the packs, such as "deu" or "chi_sim", without "osd", which isn't a language.
  package let languages: [String]
  package let hasOrientationPack: Bool

  private static let folders = [
    "/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract-ocr/4.00/tessdata", "/usr/share/tessdata",
    "/usr/local/share/tessdata",
  ]

  private static var searched: [String] {
    (ProcessInfo.processInfo.environment["TESSDATA_PREFIX"].map { [$0, $0 + "/tessdata"] } ?? []) + folders
  }

  /// Finds the packs, first in the folder that the environment variable TESSDATA_PREFIX names.
  package init() throws(PipelineError) {
    for folder in Self.searched {
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

  /// The default language: English, or the first installed language without English.
  package var usual: String { languages.contains("eng") ? "eng" : languages.first { !$0.hasSuffix("_vert") } ?? "eng" }

  package func example(of script: Script) -> String? {
    (Self.examples.filter(languages.contains) + languages).first {
      Script(pack: $0) == script && !$0.hasSuffix("_vert")
    }
  }

  /// The preferred packs for scripts whose first pack by name isn't typical.
  package static let examples = ["rus", "ben"]

  /// Checks that languages are installed. The error names the command to install a missing one.
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

  private func hint(for language: String) -> String {
    if let match = nearestMatch(to: language, among: languages) { return "Did you mean \"\(match)\"?" }
    if let match = LanguagePack.suggestion(for: language) { return "Did you mean \"\(match.name)\" (\(match.pack))?" }
    return "Languages are named like \"deu\", \"de\" or \"German\"."
  }

  package var sources: [String] { Self.searched + files }

  package var files: [String] {
    (languages + (hasOrientationPack ? ["osd"] : [])).map { "\(folder)/\($0).traineddata" }
  }

  /// The sizes of all pack files, in bytes, by pack.
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
      // A missing folder has no packs.
      return []
    }
  }
}

/// Distinguishes languages of one script by letter sequences, among the installed packs (libexttextcat). Four noisy lines are enough.
package enum LanguageIdentifier {
  package static var version: String { unsafe String(cString: textcat_Version()) }

  private static let folder = "/usr/share/libexttextcat/"
  /// The length, in bytes, below which a text isn't classified.
  private static let leastText = 16

  /// The library's handle, with fingerprints of the given packs only.
  @safe
  private final class Classifier {
    let handle: UnsafeMutableRawPointer
    let candidates: UnsafeMutablePointer<candidate_t>

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

  /// Created once, because the worker loses access to the fingerprints later.
  private static let classifier = Mutex<Classifier?>(makeClassifier())

  /// Loads the fingerprints of the installed packs while the worker may still open files.
  package static func prepare() { classifier.withLock { _ in } }

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
      // The library reads the list only from a file, which a worker can't write; a pipe buffers 64 KiB.
      guard !lines.isEmpty, lines.joined().utf8.count < 60_000 else { return nil }
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else { return nil }
      defer { close(ends[0]) }
      var list = lines.joined()
      let written = list.withUTF8 { bytes in unsafe write(ends[1], bytes.baseAddress, bytes.count) }
      close(ends[1])
      return written == list.utf8.count ? Classifier(listFile: "/proc/self/fd/\(ends[0])") : nil
    } catch {
      // Without packs, no text is recognized.
      return nil
    }
  }

  private static func fingerprint(of pack: String) -> String? {
    guard let tag = LanguageTag(tesseract: pack), !pack.hasSuffix("_vert") else { return nil }
    let names = [tag.description, tag.language].map { $0 + ".lm" }
    return names.first { unsafe access(folder + $0, R_OK) == 0 }
  }
}
