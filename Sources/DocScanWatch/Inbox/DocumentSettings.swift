// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import DocScanStore

/// The documents in an output folder with individual settings, as listed by `docscan status`.
package struct DocumentSettings: Codable, Hashable, Sendable {
  /// A document and its individual settings.
  package struct Document: Codable, Hashable, Sendable {
    package var name: String
    /// The settings in one line, such as `stages.recognize.languages=kor`. Includes rotations, corners, page order, and document boundaries.
    package var settings: String
  }

  /// The maximum number of documents to examine, latest first. The limit bounds the work, because monitors request the status every minute.
  private static let looked = 10_000
  private static let listed = 10

  package var count: Int
  package var documents: [Document]
  /// `true` if only the latest documents were examined, otherwise `nil`.
  package var isPartial: Bool?

  /// Examines the published documents. Returns `nil` if none has individual settings, or if the journal can't be read.
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
