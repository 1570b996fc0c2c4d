// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// What a page's results depend on, beside its stages.
package struct PageKey: Hashable {
  /// SHA-256 of the file that holds the page.
  package var file: String
  /// The number in that file, from 1.
  package var number: Int
  /// How it is read: see `Reading`.
  package var reading: String

  package init(file: String, number: Int, reading: String) {
    (self.file, self.number, self.reading) = (file, number, reading)
  }
}

extension Pipeline {
  /// What decides how pages are loaded and read, whatever the stages: settings and versions, as a digest.
  ///
  /// `packs` are the language packs that are installed: some of them decide where the languages are not all named.
  package func reading(versions: [String: String], packs: [String]) throws(BatchError) -> String {
    struct Reading: Encodable {
      /// Larger pages are drawn at a lower resolution.
      let megapixelsPerPage: Double
      let pages: JSONValue
      let versions: [String: String]
      /// Nil where none decides, so that the results of such pipelines stay the same.
      let packs: [String]?
    }
    let deciding = decidingPacks(among: packs)
    do {
      return ContentDigest.sha256(
        try JSONText.compact(
          Reading(
            megapixelsPerPage: limits.megapixelsPerPage, pages: pages.deciding, versions: versions, packs: deciding)))
    } catch {
      throw .pipeline(.invalid(path: "", message: "\(error)"))
    }
  }

  /// The packs whose versions decide what is read, among those that are installed.
  package func usedPacks(among packs: [String]) -> [String] {
    guard !languageChoices.contains(.found) else { return packs }
    var named: Set<String> = ["osd"]
    for case .given(let names) in languageChoices { named.formUnion(names) }
    return packs.filter { named.contains($0) || $0.hasSuffix("_vert") && named.contains(String($0.dropLast(5))) }
  }

  private var languageChoices: [LanguageChoice] {
    let settings = stages.map(\.settings) + overrides.flatMap { $0.changes.compactMap(\.settings) }
    return settings.compactMap { $0.values[LanguageChoice.settingName].flatMap(LanguageChoice.init(json:)) }
  }

  /// The packs that decide what is read, beside those that the pipeline names; nil for none.
  private func decidingPacks(among packs: [String]) -> [String]? {
    if languageChoices.contains(.found) { return packs }
    var named: [String] = []
    for case .given(let names) in languageChoices { named += names }
    // Text that runs downwards is read with packs of its own.
    let vertical = packs.filter { pack in pack.hasSuffix("_vert") && named.contains(String(pack.dropLast(5))) }
    return vertical.isEmpty ? nil : vertical
  }
}
