// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import FoundationEssentials

/// Finds the file that a user probably meant by a name that doesn't exist.
package enum NearbyFile {
  // The maximum number of names to compare, so that the hint is fast.
  private static let mostNames = 10_000

  /// Returns a document with this name and an extension, such as `contract.pdf` for `contract`, or with a similar name, or `nil`.
  package static func named(like word: String) -> String? {
    let slash = word.lastIndex(of: "/")
    let folder = slash.map { String(word[...$0]) } ?? ""
    let name = slash.map { String(word[word.index(after: $0)...]) } ?? word
    guard !name.isEmpty else { return nil }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
    } catch {
      return nil
    }
    let formats = InputFormats.installed
    let documents = names.prefix(mostNames).filter { !$0.hasPrefix(".") && formats.fitName(of: $0) }.sorted()
    if let whole = documents.first(where: { $0.hasPrefix(name + ".") }) { return folder + whole }
    if name.contains(".") { return nearestMatch(to: name, among: documents).map { folder + $0 } }
    let stems = documents.map { String($0[..<($0.lastIndex(of: ".") ?? $0.endIndex)]) }
    let stem = nearestMatch(to: name, among: stems)
    return zip(documents, stems).first { $1 == stem }.map { folder + $0.0 }
  }
}
