// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles

/// The signs that language packs can read, from the characters in their files: the packs for German, French, and Spanish have no §, those for
/// Spanish, Polish, and Swedish no @, and the one for Swedish no %.
package final class PackSigns {
  private static let signs: Set<Character> = ["@", "%", "&", "§"]
  /// The number of the list of characters in a pack, and the maximum number of parts (`tessdatamanager.h` of Tesseract 5).
  private static let (characters, mostParts) = (21, 100)
  private static let mostBytes = 1 << 20

  private let folder: String
  /// The packs that can help others: English first, which has all signs.
  private let helpers: [String]
  private var known: [String: Set<Character>] = [:]

  package init(_ packs: LanguagePacks) {
    folder = packs.folder
    helpers = (["eng"] + packs.languages).filter { packs.languages.contains($0) && Script(pack: $0) == .latin }
  }

  /// Returns the signs that none of the packs can read, and a pack that can read most of them, or `nil` if no other pack reads more.
  package func missing(in packs: [String]) -> (signs: Set<Character>, helper: String)? {
    let missing = packs.reduce(Self.signs) { $0.subtracting(signs(of: $1)) }
    guard !missing.isEmpty else { return nil }
    for helper in helpers {
      let found = missing.intersection(signs(of: helper))
      if !found.isEmpty { return (found, helper) }
    }
    return nil
  }

  private func signs(of pack: String) -> Set<Character> {
    if let signs = known[pack] { return signs }
    // The signs of a pack in an unknown form count as readable.
    let signs = Self.characters(in: "\(folder)/\(pack).traineddata").map(Self.signs.intersection) ?? Self.signs
    known[pack] = signs
    return signs
  }

  /// Returns the characters of a pack, or `nil` if the file has another form.
  private static func characters(in path: String) -> Set<Character>? {
    guard let file = OpenFile(path: path, followingLinks: true), let head = file.read(at: 0, count: 4),
      case let parts = number(head), (characters + 1...mostParts).contains(parts),
      let table = file.read(at: 4, count: 8 * parts), table.count == 8 * parts
    else { return nil }
    let offsets = stride(from: 0, to: table.count, by: 8).map { number(table[$0..<$0 + 8]) }
    let start = offsets[characters]
    let end = offsets.filter { $0 > start }.min() ?? file.byteCount
    guard start > 0, start < end, end - start <= mostBytes, let bytes = file.read(at: start, count: end - start) else {
      return nil
    }
    // The number of characters, then a line for each.
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
    return Set(lines.compactMap { $0.split(separator: " ").first }.filter { $0.count == 1 }.compactMap(\.first))
  }

  private static func number(_ bytes: some Collection<UInt8>) -> Int {
    let value = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value) ?? -1
  }
}
