// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// What a page's results depend on, beside its stages.
struct PageKey: Hashable {
  /// SHA-256 of the file that holds the page.
  var file: String
  /// The number in that file, from 1.
  var number: Int
  /// How it is read: see `Reading`.
  var reading: String
}

extension Pipeline {
  /// What decides how pages are loaded and read, whatever the stages: settings and versions, as a digest.
  func reading(versions: [String: String]) throws(BatchError) -> String {
    struct Reading: Encodable {
      /// Larger pages are drawn at a lower resolution.
      let megapixelsPerPage: Double
      let pages: PageSettings
      let versions: [String: String]
    }
    do {
      return ContentDigest.sha256(
        try JSONText.compact(Reading(megapixelsPerPage: limits.megapixelsPerPage, pages: pages, versions: versions)))
    } catch {
      throw .pipeline(.invalid(path: "", message: "\(error)"))
    }
  }
}
