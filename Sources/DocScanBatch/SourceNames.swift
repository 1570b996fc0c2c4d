// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanStore

/// Settles what the documents of a run are called, one after the other.
///
/// A name follows from the source and from what is in the output folder when its turn comes; documents have their turns in
/// the order of their paths.
package final class SourceNames {
  private let naming: ResultNaming
  private let results: ResultsInPlace
  private let selection: PageSelection
  private let overwrite: Bool
  /// Whether a person said what the document is to be called.
  private let isChosen: Bool
  private var taken = ReservedNames()
  /// What was settled in this run, by the digest of the source.
  private var settled: [String: InputDocument] = [:]

  init(naming: ResultNaming, results: ResultsInPlace, options: BatchOptions) {
    (self.naming, self.results) = (naming, results)
    selection = options.pages
    overwrite = options.overwrite
    isChosen = options.name != nil
  }

  /// The document with its name; nil when another one of the same run has the same content.
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
    // The name that it would have had stays free, as it did in the run that named it by what it says.
    if let input = naming.results.record(named: named.name)?.naming?.input { taken.insert(input) }
    if !digest.sha256.isEmpty { settled[digest.sha256] = named }
    return named
  }

  /// The first of the names of earlier results that the document can have again.
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

  /// Another name for a document, because something that is not docscan's came to have its own.
  func rename(_ input: InputDocument) throws(BatchError) -> InputDocument {
    var named = input
    named.name = try naming.freeName(for: input.name, besides: taken)
    named.note = reason(input.name, isChanged: false)
    taken.insert(named.name)
    return named
  }

  /// A document with a name by what it says: the wish, or that with a number where it is taken; `others` are taken, too.
  ///
  /// An earlier result of the same bytes that has the name already is its own. A name that is kept is nobody else's in this run.
  func name(
    _ input: InputDocument, as wish: String, digest: InputDigest, besides others: [String], isKept: Bool
  ) throws(BatchError) -> InputDocument {
    var taken = self.taken
    for name in others { taken.insert(name) }
    let wish = sanitized(wish)
    var named = input
    if let own = try naming.ownName(like: wish, digest: digest, selection: "\(selection)", besides: taken) {
      named.name = own
    } else if wish != input.name {
      named.name = try naming.freeName(for: wish, besides: taken)
      if named.name != wish { named.note = reason(wish, isChanged: false) }
    }
    if isKept {
      taken.insert(named.name)
      if !digest.sha256.isEmpty { settled[digest.sha256] = named }
    }
    return named
  }

  /// The source that was settled first of those with the same content; nil if there is none.
  func first(with digest: InputDigest) -> InputDocument? { settled[digest.sha256] }

  /// The name that a document would have in an empty folder: some of its pages are another document than all of them.
  package static func wish(for name: String, selection: PageSelection) -> String {
    sanitized(selection == .all ? name : "\(name).p\(selection)")
  }

  private func reason(_ wish: String, isChanged: Bool) -> String {
    if isChanged { return "\(wish) was changed since docscan wrote it, so it was left as it is." }
    return taken.hasDocument(wish) || naming.results.record(named: wish) != nil || !naming.results.exists(wish)
      ? "Another document is called \(wish)." : "\(wish) is not a result of docscan, so it was left as it is."
  }
}
