// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import FoundationEssentials

/// An event about a document, for hooks.
struct HookEvent: Hashable, Sendable {
  /// A stable ID: repeated events for the same record have the same one.
  let id: String
  let kind: HookSettings.Event
  let document: String
  let sha256: String
  let record: [UInt8]

  init(_ kind: HookSettings.Event, document: String, record: [UInt8]) {
    let sha256 = ContentDigest.sha256(record)
    self.init(
      id: String(ContentDigest.sha256("\(kind.rawValue)\n\(document)\n\(sha256)".utf8).prefix(32)), kind, document,
      sha256,
      record)
  }

  init(id: String, _ kind: HookSettings.Event, _ document: String, _ sha256: String, _ record: [UInt8]) {
    (self.id, self.kind, self.document, self.sha256, self.record) = (id, kind, document, sha256, record)
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
        try JSONText.compact(Body(id: id, event: kind.rawValue, library: library, document: document)))
    } catch {
      return nil
    }
  }
}

/// The events of a document that is being published, to be sent after publication.
struct HookIntent {
  var events: [HookEvent] = []
}
