// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import FoundationEssentials

/// The file that a person meant by a name that no file has.
enum NearbyFile {
  /// More names are not looked at: a hint must not keep anybody waiting.
  private static let mostNames = 10_000

  /// A document whose name is the word with an ending, such as `contract.pdf` for `contract`, or one with nearly the same name; nil
  /// where there is none in that folder.
  static func named(like word: String) -> String? {
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
