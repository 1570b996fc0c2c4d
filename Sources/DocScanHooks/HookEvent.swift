// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanStore
internal import FoundationEssentials

/// An event about a document, for hooks. Everything is computed from the document's record.
package struct HookEvent: Hashable, Sendable {
  package let kind: HookSettings.Event
  let document: String
  let record: [UInt8]
  let sha256: String

  package init(_ kind: HookSettings.Event, document: String, record: [UInt8]) {
    (self.kind, self.document, self.record) = (kind, document, record)
    sha256 = ContentDigest.sha256(record)
  }

  /// Returns a stable ID: repeated events for the same record in the same library have the same one.
  func id(in library: String) -> String {
    String(ContentDigest.sha256("\(library)\n\(kind.rawValue)\n\(document)\n\(sha256)".utf8).prefix(32))
  }

  /// Returns the body of a webhook request, or `nil` if the record isn't JSON.
  func body(library: String) -> [UInt8]? {
    struct Body: Encodable {
      let schema = "docscan-event/1"
      let id, event, library: String
      let document: JSONValue
    }
    do {
      let document = try JSONFile.parse(Data(record))
      return [UInt8](
        try JSONText.compact(Body(id: id(in: library), event: kind.rawValue, library: library, document: document)))
    } catch {
      return nil
    }
  }
}

/// The events of a document that is being published, to be sent after publication.
package struct HookIntent {
  package var events: [HookEvent] = []
  /// The document's earlier name if it is being renamed, or `nil`.
  package var earlierName: String?

  package init(events: [HookEvent] = [], earlierName: String? = nil) {
    (self.events, self.earlierName) = (events, earlierName)
  }
}
