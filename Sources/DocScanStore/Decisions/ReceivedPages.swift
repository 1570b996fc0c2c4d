// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import FoundationEssentials

/// The hidden file `.docscan-pages.json` in a folder of an inbox. It marks the folder's pictures as the complete pages of one document, and contains
/// the corners and colors that the photographer chose. An inbox is as untrusted as documents, so implausible corners are ignored.
package struct ReceivedPages: Codable, Hashable, Sendable {
  package struct Page: Codable, Hashable, Sendable {
    package var file: String
    /// The sheet's corners in pixels of the loaded picture, clockwise from the top left, or `nil` if none were chosen.
    package var corners: [Point]?
    /// Whether results show the page without color, or `nil` for color.
    package var isGray: Bool?

    package init(file: String, corners: [Point]?, isGray: Bool? = nil) {
      (self.file, self.corners, self.isGray) = (file, corners, isGray)
    }
  }

  package static let schema = "docscan-pages/1"
  package static let fileName = ".docscan-pages.json"
  /// The size limit in bytes; docscan doesn't write larger files.
  private static let mostBytes = 4 << 20

  package var schema = Self.schema
  /// The name of the device that took the pictures.
  package var by: String
  /// The time at which the pages were complete, in ISO 8601.
  package var at: String
  package var pages: [Page]

  package init(by: String, at: String, pages: [Page]) { (self.by, self.at, self.pages) = (by, at, pages) }

  /// Reads the file in a folder below an inbox. Returns `nil` if there is no usable file. Anyone who can write to the inbox may have written it, so only
  /// pages of the folder count, and the author's name gets a remark.
  package init?(in folder: String, of inbox: Folder) {
    guard let json = inbox.contents("\(folder)/\(Self.fileName)", most: Self.mostBytes),
      let found = decoded(json) as ReceivedPages?, found.schema == Self.schema,
      let at = DecisionOrigin.time(untrusted: found.at)
    else { return nil }
    let names = Set(inbox.folder(folder)?.names() ?? [])
    self.init(
      by: DecisionOrigin.author(untrusted: found.by), at: at, pages: found.pages.filter { names.contains($0.file) })
  }

  /// Returns the edits for these choices that are missing in a list. Undone edits count as present.
  package func decisions(missingIn list: EditList, sha256: String) -> [PageEdit] {
    var list = list
    var missing: [PageEdit] = []
    let kinds = pages.flatMap { page in
      let chosen: [PageEdit.Kind?] = [
        page.corners.map { .corners(points: $0) }, page.isGray.map { .gray(isGray: $0) },
      ]
      return chosen.compactMap { kind in kind.map { (page.file, $0) } }
    }
    for (file, kind) in kinds {
      let edit = PageEdit(id: list.nextID, source: file, sha256: sha256, kind: kind, by: by, at: at)
      let isKnown = list.pages.contains {
        $0.kind == edit.kind && $0.source == edit.source && $0.sha256 == sha256
      }
      guard edit.kind.isSensible, !isKnown else { continue }
      list.add(.page(edit))
      missing.append(edit)
    }
    return missing
  }
}
