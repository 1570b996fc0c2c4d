// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import FoundationEssentials

/// What the hidden file `.docscan-pages.json` in a folder of an inbox says: its pictures are the pages of one document, all of them are
/// there, and these corners of sheets were chosen by the person who took them.
///
/// An inbox is as untrusted as documents: corners that cannot be those of a sheet are left out.
package struct ReceivedPages: Codable, Hashable, Sendable {
  /// A picture.
  package struct Page: Codable, Hashable, Sendable {
    /// Its name in the folder.
    package var file: String
    /// The sheet's four corners in pixels of the picture as it is loaded, clockwise from its top-left; nil if nobody chose any.
    package var corners: [Point]?

    package init(file: String, corners: [Point]?) { (self.file, self.corners) = (file, corners) }
  }

  /// The name of the format, with its version.
  package static let schema = "docscan-pages/1"
  /// The name of the file.
  package static let fileName = ".docscan-pages.json"
  /// A larger file is none of docscan's.
  private static let mostBytes = 4 << 20

  /// The name of this format.
  package var schema = Self.schema
  /// Who took them: the name of the device.
  package var by: String
  /// When they were complete, in ISO 8601.
  package var at: String
  package var pages: [Page]

  package init(by: String, at: String, pages: [Page]) { (self.by, self.at, self.pages) = (by, at, pages) }

  /// Reads that of a folder below an inbox; nil if there is none that can be used.
  package init?(in folder: String, of inbox: Folder) {
    guard let json = inbox.contents("\(folder)/\(Self.fileName)", most: Self.mostBytes),
      let pages = decoded(json) as ReceivedPages?, pages.schema == Self.schema
    else { return nil }
    self = pages
  }

  /// The decisions about corners for a document with these bytes that are not in a list of decisions: one that was undone stays so.
  package func decisions(missingIn list: EditList, sha256: String) -> [PageEdit] {
    var list = list
    var missing: [PageEdit] = []
    for page in pages {
      guard let corners = page.corners else { continue }
      let edit = PageEdit(
        id: list.nextID, source: page.file, sha256: sha256, kind: .corners(points: corners), by: by, at: at)
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
