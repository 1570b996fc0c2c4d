// SPDX-License-Identifier: GPL-3.0-or-later
// Support: a language that this system can't read.

import DocScanVision
import FoundationEssentials

/// A language without an installed pack. Any language can be installed on the computer of someone who runs the tests.
enum MissingLanguage {
  static let (tag, pack) = find()

  private static func find() -> (String, String) {
    let usual = ("ro", "ron")
    do {
      let folder = try LanguagePacks().folder
      return [usual, ("mt", "mlt"), ("ga", "gle"), ("yi", "yid")].first { _, pack in
        !FileManager.default.fileExists(atPath: "\(folder)/\(pack).traineddata")
      } ?? usual
    } catch {
      // The tests that need a pack fail, and say why.
      return usual
    }
  }
}
