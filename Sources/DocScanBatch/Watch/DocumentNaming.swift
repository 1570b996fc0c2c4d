// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters
internal import Glibc

/// Finds names in the output folder for documents that come one by one: no document takes another's place.
struct DocumentNaming {
  private static let reserved: Set<String> = ["report.json", ".docscan"]

  let output: OutputFolder

  /// The name for a content: the one it had before, or the wish if that is free, or the wish with a number.
  func name(for wish: String, digest: String, known: String?, besides inHand: Set<String>) -> String {
    for candidate in [known, sanitized(wish)].compactMap(\.self) {
      guard !isInTheWay(candidate, inHand), !hasDocumentAbove(candidate, inHand) else { continue }
      if !exists(candidate) || output.record(named: candidate)?.sha256 == digest { return candidate }
    }
    return freeName(for: wish, besides: inHand)
  }

  /// The wish if it is free, or the wish with a number.
  func freeName(for wish: String, besides inHand: Set<String>) -> String {
    let clean = sanitized(wish)
    let wish = hasDocumentAbove(clean, inHand) ? clean.replacing("/", with: "-") : clean
    func isTaken(_ name: String) -> Bool { isInTheWay(name, inHand) || exists(name) }
    guard isTaken(wish) else { return wish }
    return "\(wish)-\(firstFreeNumber(from: 2) { isTaken("\(wish)-\($0)") } ?? 0)"
  }

  /// Whether all results of a content are in place under a name. A run may have put another document there meanwhile.
  func hasResults(_ name: String, digest: String) throws(OutputError) -> Bool {
    guard let record = output.record(named: name), record.status == .complete, record.sha256 == digest,
      record.selection == "all"
    else { return false }
    let parts = record.parts ?? []
    guard parts.allSatisfy({ output.record(named: name + "/" + $0)?.sha256 == digest }) else { return false }
    // The journal lacks the files when the run that put them in place ended before it could note them.
    guard let entry = try output.journal.document(named: name), entry.sha256 == digest else { return true }
    let folder = output.folder(of: name)
    return entry.files.allSatisfy { Artifacts.size(of: folder + "/" + $0.key) == $0.value.bytes }
  }

  private func hasRecord(_ name: String) -> Bool {
    isRegularFile(output.folder(of: name) + "/" + fileName(name) + ".json")
  }

  /// Whether a name is reserved, or is or holds that of a document in hand.
  private func isInTheWay(_ name: String, _ inHand: Set<String>) -> Bool {
    let key = name.lowercased()
    return Self.reserved.contains(key)
      || inHand.contains { $0.lowercased() == key || $0.lowercased().hasPrefix(key + "/") }
  }

  private func hasDocumentAbove(_ name: String, _ inHand: Set<String>) -> Bool {
    foldersAbove(name).contains { folder in
      Self.reserved.contains(folder.lowercased()) || hasRecord(folder) || isNoFolder(folder)
        || inHand.contains { $0.lowercased() == folder.lowercased() }
    }
  }

  /// Whether something else is where a folder would have to be.
  private func isNoFolder(_ name: String) -> Bool {
    var entry = stat()
    guard exists(name) else { return false }
    return unsafe stat(output.folder(of: name), &entry) != 0 || entry.st_mode & S_IFMT != S_IFDIR
  }

  private func exists(_ name: String) -> Bool {
    var entry = stat()
    return unsafe lstat(output.folder(of: name), &entry) == 0
  }
}
