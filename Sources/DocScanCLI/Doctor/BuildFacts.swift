// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanWorkers
internal import FoundationEssentials

/// The commit and the compiler of this build, from `../share/docscan/build.json`, relative to the program's folder. Pipelines/setup/build.sh and
/// Pipelines/packaging/package.sh write the file. The programs don't contain these facts, so that builds are reproducible.
struct BuildFacts: Codable, Hashable, Sendable {
  var commit: String
  /// The date of the commit, such as `2026-11-23`.
  var date: String
  var compiler: String

  /// Returns the facts of this build, or `nil` if no script recorded them.
  static func installed() -> BuildFacts? {
    guard let folder = Installation.ownFolder(), let end = folder.lastIndex(of: "/"),
      let data = FileManager.default.contents(atPath: folder[..<end] + "/share/docscan/build.json")
    else { return nil }
    do {
      return try JSONDecoder().decode(BuildFacts.self, from: data)
    } catch {
      // The facts are optional, so a damaged file counts as missing.
      return nil
    }
  }
}
