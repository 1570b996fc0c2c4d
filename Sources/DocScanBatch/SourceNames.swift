// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanStore

/// The names of a run's documents, which are assigned one at a time. A name depends on the source, and on the content of the output folder at that
/// time. Documents are named in the order of their paths.
package final class SourceNames {
  private let naming: ResultNaming
  private let results: ResultsInPlace
  private let selection: PageSelection
  private let overwrite: Bool
  private let isChosen: Bool
  private var taken = ReservedNames()
  // The SHA-256 of an empty file. Each one is a failed scan of its own.
  private static let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
  private var settled: [String: InputDocument] = [:]

  init(naming: ResultNaming, results: ResultsInPlace, options: BatchOptions) {
    (self.naming, self.results) = (naming, results)
    selection = options.pages
    overwrite = options.overwritesExistingResults
    isChosen = options.name != nil
  }

  /// Names a document. Returns `nil` if another document in the run has the same content.
  func settle(_ input: InputDocument, digest: InputDigest) throws(BatchError) -> InputDocument? {
    guard settled[digest.sha256] == nil else { return nil }
    let wish = Self.wish(for: input.name, selection: selection)
    let earlier = try writing(
      naming.earlierNames(of: input, wish: wish, digest: digest, selection: "\(selection)", overwrite: overwrite))
    var named = input
    named.isNamed = true
    if let own = try ownName(of: named, among: earlier, digest) {
      named.name = own
      if isChosen, own != wish {
        let rename = ["docscan", "review", naming.results.path, "--rename", "\(own)=\(wish)"]
        named.note =
          "Its results are in \(own) already, and --name is for new ones. To rename them: "
          + rename.map(Escape.shellWord).joined(separator: " ")
      }
    } else {
      named.name = try naming.freeName(for: wish, besides: taken)
      if named.name != wish { named.note = reason(wish, isChanged: earlier.contains(wish)) }
    }
    taken.insert(named.name)
    // Reserves the name derived from the input, which was also unavailable when the document was named by its content. The user may have given it to
    // another document since.
    if let input = naming.results.record(named: named.name)?.naming?.input, !naming.results.exists(input) {
      taken.insert(input)
    }
    if !["", Self.empty].contains(digest.sha256) { settled[digest.sha256] = named }
    return named
  }

  /// Returns the first name of an earlier result that the document can keep, or `nil` if there is none.
  private func ownName(
    of input: InputDocument, among earlier: [String], _ digest: InputDigest
  ) throws(BatchError) -> String? {
    var named = input
    for name in earlier where !taken.hasDocument(name) {
      named.name = name
      if try results.unchanged(named, digest: digest) != nil { return name }
      if try naming.isUsable(name, besides: taken) { return name }
    }
    return nil
  }

  /// Renames a document, because its name now belongs to files that docscan didn't write.
  func rename(_ input: InputDocument) throws(BatchError) -> InputDocument {
    var named = input
    named.name = try naming.freeName(for: input.name, besides: taken)
    named.note = reason(input.name, isChanged: false)
    taken.insert(named.name)
    return named
  }

  /// Gives a document a name derived from its content, with a number if it's taken, also by `others`. If an earlier result of the same bytes has the
  /// name, the document keeps it. `replaced` has the names of its earlier parts. `isKept` reserves the name for the rest of the run.
  func name(
    _ input: InputDocument, as wish: String, digest: InputDigest, besides others: [String], replaced: Set<String> = [],
    isKept: Bool
  ) throws(BatchError) -> InputDocument {
    var taken = self.taken
    for name in others { taken.insert(name) }
    let wish = sanitized(wish)
    var named = input
    if let own = try naming.ownName(like: wish, digest: digest, selection: "\(selection)", besides: taken) {
      named.name = own
    } else if wish != input.name {
      named.name = try naming.freeName(for: wish, besides: taken, replaced: replaced)
      if named.name != wish { named.note = reason(wish, isChanged: false) }
    }
    if isKept {
      taken.insert(named.name)
      if !["", Self.empty].contains(digest.sha256) { settled[digest.sha256] = named }
    }
    return named
  }

  func first(with digest: InputDigest) -> InputDocument? { settled[digest.sha256] }

  /// Returns a document's name in an empty output folder. A selection of pages counts as a different document, and adds a suffix.
  package static func wish(for name: String, selection: PageSelection) -> String {
    sanitized(selection == .all ? name : "\(name).p\(selection)")
  }

  /// Returns a name derived from content for a part of a divided input, as `name` does for other documents. `selection` is the part's, and
  /// `replaced` has the names of the input's earlier parts that aren't parts any more.
  func name(
    _ input: InputDocument, as wish: String, digest: InputDigest, selection: String, besides others: [String],
    replaced: Set<String> = [], isKept: Bool
  ) throws(BatchError) -> String {
    var taken = self.taken
    for name in others { taken.insert(name) }
    let wish = sanitized(wish)
    var name = wish
    if let own = try naming.ownName(like: wish, digest: digest, selection: selection, besides: taken) {
      name = own
    } else if wish != input.name {
      name = try naming.freeName(for: wish, besides: taken, replaced: replaced)
    }
    if isKept { self.taken.insert(name) }
    return name
  }

  private func reason(_ wish: String, isChanged: Bool) -> String {
    if isChanged { return "\(wish) was changed since docscan wrote it, so it was left as it is." }
    return taken.hasDocument(wish) || naming.results.record(named: wish) != nil || !naming.results.exists(wish)
      ? "Another document is called \(wish)." : "\(wish) is not a result of docscan, so it was left as it is."
  }
}
