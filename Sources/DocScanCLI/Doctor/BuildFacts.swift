// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanWorkers
internal import FoundationEssentials

/// From what an installed docscan was built: `../share/docscan/build.json` beside the program's folder.
///
/// Pipelines/package.sh writes the file, so that the same sources always give the same programs.
struct BuildFacts: Codable, Hashable, Sendable {
  /// The commit of the sources, as git names it.
  var commit: String
  /// The day of the commit, such as `2026-11-23`.
  var date: String
  /// The compiler, such as `Swift 6.3.1`.
  var compiler: String

  /// The facts of this installation; nil for programs that nobody packaged.
  static func installed() -> BuildFacts? {
    guard let folder = Installation.ownFolder(), let end = folder.lastIndex(of: "/"),
      let data = FileManager.default.contents(atPath: folder[..<end] + "/share/docscan/build.json")
    else { return nil }
    do {
      return try JSONDecoder().decode(BuildFacts.self, from: data)
    } catch {
      // Nothing depends on the file.
      return nil
    }
  }
}
