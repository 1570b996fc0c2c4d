// SPDX-License-Identifier: GPL-3.0-or-later

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

  /// Whether the results of a document with this name are in place.
  func hasRecord(_ name: String) -> Bool { isRegularFile(output.folder(of: name) + "/" + fileName(name) + ".json") }

  /// Whether a name is reserved, or is or holds that of a document in hand.
  private func isInTheWay(_ name: String, _ inHand: Set<String>) -> Bool {
    let key = name.lowercased()
    return Self.reserved.contains(key)
      || inHand.contains { $0.lowercased() == key || $0.lowercased().hasPrefix(key + "/") }
  }

  private func hasDocumentAbove(_ name: String, _ inHand: Set<String>) -> Bool {
    foldersAbove(name).contains { folder in
      Self.reserved.contains(folder.lowercased()) || hasRecord(folder)
        || inHand.contains { $0.lowercased() == folder.lowercased() }
    }
  }

  private func exists(_ name: String) -> Bool {
    var entry = stat()
    return unsafe lstat(output.folder(of: name), &entry) == 0
  }
}
