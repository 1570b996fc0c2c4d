// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The key of a page's cached results. The stages aren't part of it.
package struct PageKey: Hashable {
  package var file: String
  package var number: Int
  /// The digest of everything that affects how pages are loaded and read, see `Pipeline.reading`.
  package var reading: String

  package init(file: String, number: Int, reading: String) {
    (self.file, self.number, self.reading) = (file, number, reading)
  }
}

extension Pipeline {
  /// Returns a digest of the settings and versions that affect how pages are loaded and read, regardless of the stages. `packs` contains the
  /// installed language packs, which affect results if languages are detected.
  package func reading(versions: [String: String], packs: [String]) throws(BatchError) -> String {
    struct Reading: Encodable {
      /// The limit above which pages are rendered at a lower resolution.
      let megapixelsPerPage: Double
      let pages: JSONValue
      let versions: [String: String]
      /// The language packs that affect results, or `nil` if none does, which keeps the digest of such pipelines stable.
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

  /// Returns the installed language packs whose versions affect results.
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

  /// Returns the language packs that affect results in addition to those named by the pipeline, or `nil` if there are none.
  private func decidingPacks(among packs: [String]) -> [String]? {
    if languageChoices.contains(.found) { return packs }
    var named: [String] = []
    for case .given(let names) in languageChoices { named += names }
    // Vertical text is read with separate packs.
    let vertical = packs.filter { pack in pack.hasSuffix("_vert") && named.contains(String(pack.dropLast(5))) }
    return vertical.isEmpty ? nil : vertical
  }
}
