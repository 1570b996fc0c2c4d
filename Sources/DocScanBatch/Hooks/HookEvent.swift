// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import FoundationEssentials

/// Something that happened to a document, for those who want to know.
struct HookEvent: Hashable, Sendable {
  /// Tells it from others: the same for the same record, however often it is reported.
  let id: String
  let kind: HookSettings.Event
  /// The document's name.
  let document: String
  /// SHA-256 of the document's record.
  let sha256: String
  /// The record's bytes.
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

  /// What is posted; nil if the record is not JSON.
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

/// The events of a document that goes into place, which become due once it is there.
struct HookIntent {
  var events: [HookEvent] = []
}
