// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanStore

/// The documents of an output folder that have settings of their own, as `docscan status` lists them.
package struct DocumentSettings: Codable, Hashable, Sendable {
  /// A document with what was chosen for it.
  package struct Document: Codable, Hashable, Sendable {
    /// The document's name.
    package var name: String
    /// Its settings, such as `stages.recognize.languages=kor`, and turns, corners, an order of its pages and where documents begin.
    package var settings: String
  }

  /// So many documents are looked at, the latest first: a monitor asks every minute.
  private static let looked = 10_000
  /// So many are listed.
  private static let listed = 10

  /// How many have settings of their own.
  package var count: Int
  /// Some of them, the latest first.
  package var documents: [Document]
  /// Whether only the latest documents were looked at; nil if all were.
  package var isPartial: Bool?

  /// Looks at what is in place; nil if no document has settings of its own, or no journal can be read.
  init?(in root: Folder?, hidden: Folder?) {
    guard let root, let journal = Journal(reading: hidden) else { return nil }
    let names: [String]
    do {
      names = try journal.latestNames(Self.looked + 1)
    } catch {
      return nil
    }
    (count, documents) = (0, [])
    for name in names.prefix(Self.looked) where !EditFile.stamp(at: name, of: root).isEmpty {
      let settings = EditFile(named: name, in: root).list.standingChoices
      guard !settings.isEmpty else { continue }
      count += 1
      if documents.count < Self.listed { documents.append(Document(name: name, settings: settings)) }
    }
    guard count > 0 else { return nil }
    isPartial = names.count > Self.looked ? true : nil
  }
}
