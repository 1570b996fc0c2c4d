// SPDX-License-Identifier: GPL-3.0-or-later

internal import CTextCat
internal import DocScanCore
internal import Glibc
internal import Synchronization

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

  /// The packs that a text may be in, the most likely first; empty where it is too short or like none of them.
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

  /// The file for a pack; nil where there is none.
  private static func fingerprint(of pack: String) -> String? {
    guard let tag = LanguageTag(tesseract: pack), !pack.hasSuffix("_vert") else { return nil }
    let names = [tag.description, tag.language].map { $0 + ".lm" }
    return names.first { unsafe access(folder + $0, R_OK) == 0 }
  }
}
