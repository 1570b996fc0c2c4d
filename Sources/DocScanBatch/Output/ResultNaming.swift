// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
package import DocScanInput
package import DocScanStore
internal import Glibc

/// The choice of names in the output folder. A document never replaces another one or files that docscan didn't write.
package struct ResultNaming {
  private static let reserved: Set<String> = ["report.json", ".docscan"]
  /// The maximum number of suffixes to try when searching for a result that the journal doesn't list.
  private static let numbersTried = 1000

  package let results: ResultsFolder
  /// The output folder, or `nil` for a dry run.
  package var output: OutputFolder?

  package init(results: ResultsFolder, output: OutputFolder? = nil) { (self.results, self.output) = (results, output) }

  /// Returns the names of earlier results from a source, best first. Results of the same bytes come first, regardless of their source. Results of the
  /// same path follow if all of their files are still among the source's files, if they failed, or if `overwrite` is set.
  package func earlierNames(
    of input: InputDocument, wish: String, digest: InputDigest, selection: String, overwrite: Bool
  ) throws(OutputError) -> [String] {
    var names: [String] = []
    if !digest.sha256.isEmpty {
      names += try (results.journal?.documents(sha256: digest.sha256) ?? [])
        .filter { $0.selection == selection }.map(\.name)
      names += try unnoted(wish).filter { name in
        results.record(named: name).map { $0.sha256 == digest.sha256 && $0.selection == selection } ?? false
      }
    }
    let isNowhere = input.identity == StandardInput.path
    names += try (isNowhere ? [] : results.journal?.documents(source: input.identity) ?? []).filter { entry in
      entry.selection == selection
        && (overwrite || entry.status == .failed || Set(entry.contents).isSubset(of: digest.files))
    }.map(\.name)
    return names.reduce(into: []) { unique, name in if !unique.contains(name) { unique.append(name) } }
  }

  /// Returns a name, and its numbered variants that exist but aren't in the journal, after a run was killed or the journal was deleted.
  private func unnoted(_ wish: String) throws(OutputError) -> [String] {
    var names = [wish]
    for number in 2...Self.numbersTried {
      let name = "\(wish)-\(number)"
      guard results.exists(name) else { break }
      if try results.journal?.names(like: name).contains(name) != true { names.append(name) }
    }
    return names
  }

  /// Returns the name, with or without a number, of a published result of the same bytes, or `nil` if there is none.
  package func ownName(
    like wish: String, digest: InputDigest, selection: String, besides taken: some TakenNames
  ) throws(BatchError) -> String? {
    guard !digest.sha256.isEmpty else { return nil }
    for number in 1...Self.numbersTried {
      let name = number == 1 ? wish : "\(wish)-\(number)"
      guard results.exists(name) else {
        // A killed run may have published a result with a later number first. The missing one is being made now.
        if taken.hasDocument(name) { continue }
        return nil
      }
      guard let record = results.record(named: name), record.sha256 == digest.sha256, record.selection == selection
      else { continue }
      if try isUsable(name, besides: taken) { return name }
    }
    return nil
  }

  package func isUsable(_ name: String, besides taken: some TakenNames) throws(BatchError) -> Bool {
    guard !isInTheWay(name, taken), !hasDocumentAbove(name, taken) else { return false }
    guard let output else {
      switch try writing(results.owner(of: name)) {
      case .nobody, .docscan: return true
      case .somebody: return false
      }
    }
    return try output.mayPublish(as: name)
  }

  /// Returns the name for a document in a watched folder: the earlier name of its content, that of a failure that it replaces, or the preferred name,
  /// with a number if it's taken.
  package func name(
    for wish: String, digest: String, known: String?, failed: String?, besides taken: some TakenNames
  ) throws(BatchError) -> String {
    for candidate in [known, failed, sanitized(wish)].compactMap(\.self) {
      let earlier = results.record(named: candidate)
      let isReplaced = candidate == failed && earlier?.status == .failed
      guard !results.exists(candidate) || isReplaced || earlier?.sha256 == digest else { continue }
      if try isUsable(candidate, besides: taken) { return candidate }
    }
    return try freeName(for: wish, besides: taken)
  }

  // Returns the name, with a number if it's taken. The names in `replaced` are those of earlier results that the new ones replace.
  package func freeName(
    for wish: String, besides taken: some TakenNames, replaced: Set<String> = []
  ) throws(BatchError) -> String {
    let clean = sanitized(wish)
    let wish = hasDocumentAbove(clean, taken) ? sanitized(clean.replacing(where: { $0 == "/" }, with: "-")) : clean
    func isTaken(_ name: String) throws(BatchError) -> Bool {
      if replaced.contains(name), try isUsable(name, besides: taken) { return false }
      return try self.isTaken(name, taken)
    }
    guard try isTaken(wish) else { return wish }
    let number = try firstFreeNumber(from: 2) { (number) throws(BatchError) in try isTaken("\(wish)-\(number)") }
    return "\(wish)-\(number ?? 0)"
  }

  private func isTaken(_ name: String, _ taken: some TakenNames) throws(BatchError) -> Bool {
    if isInTheWay(name, taken) || results.exists(name) { return true }
    // On a case-insensitive file system, both would be the same name.
    return try writing(results.journal?.names(like: name) ?? []).contains { results.exists($0) }
  }

  private func isInTheWay(_ name: String, _ taken: some TakenNames) -> Bool {
    Self.reserved.contains(name.lowercased()) || taken.hasDocument(name) || taken.hasFolder(name)
  }

  private func hasDocumentAbove(_ name: String, _ taken: some TakenNames) -> Bool {
    foldersAbove(name).contains { folder in
      // A parent folder must not be a link, which could lead out of the output folder, or a file.
      Self.reserved.contains(folder.lowercased()) || taken.hasDocument(folder)
        || results.exists(folder)
          && (results.root?.status(folder)?.kind != S_IFDIR || results.record(named: folder) != nil)
    }
  }
}
