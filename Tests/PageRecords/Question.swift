// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
package import DocScanFiles
package import DocScanWire

/// The keys of recorded answers, which contain everything that is sent to the worker.
package enum Question {
  /// Returns the key of a request for a page, or `nil` to read it without a record. Names aren't part of it, because they only appear in the
  /// reply's references.
  package static func key(_ request: PageRequest, _ files: [OpenFile], _ configuration: WorkerConfiguration?) -> String?
  {
    var request = request
    (request.document.name, request.page.source, request.fileStem) = ("", "", "")
    return key(PageRequest.name, request, files, configuration)
  }

  /// Returns the key of a request that isn't for a page, or `nil` to ask the worker without a record.
  package static func key(_ message: Message, _ files: [OpenFile], _ configuration: WorkerConfiguration?) -> String? {
    switch message.name {
    // An engine's answers don't come from the worker. Its pipes are the files.
    case DescribeRequest.name, ConfigureRequest.name:
      files.isEmpty ? key(message.name, body(message), [], nil) : nil
    case ConfineRequest.name:
      // The folder for temporary files is another one each time.
      attempt { ConfineRequest(try message.body(ConfineRequest.self).sandbox, scratch: nil) }.flatMap {
        key(message.name, $0, [], nil)
      }
    case CompletenessRequest.name, InspectRequest.name, CompareInvoiceRequest.name, SurveyRequest.name,
      TextCheckRequest.name, ReviseRequest.name, GraftRequest.name, VerifyRequest.name:
      key(message.name, body(message), files, configuration)
    case _: nil
    }
  }

  private static func body(_ message: Message) -> JSONValue? { attempt { try message.body(JSONValue.self) } }

  private struct Whole<Request: Codable>: Codable {
    var name: String
    var request: Request
    var configuration: WorkerConfiguration?
    var files: [String]
  }

  private static func key(
    _ name: String, _ request: some Codable, _ files: [OpenFile], _ configuration: WorkerConfiguration?
  ) -> String? {
    let digests = files.compactMap(digest)
    guard digests.count == files.count else { return nil }
    // The worker that checks the pipeline builds the variants at once. It answers the same.
    var configuration = configuration
    configuration?.checksVariants = false
    return attempt {
      let whole = Whole(name: name, request: request, configuration: configuration, files: digests)
      return RecordFile.digest(Array(try JSONText.compact(whole)))
    }
  }

  private static let mostBytesBeforeMark = 1024

  /// Returns the digest of a file, or `nil` if it can't be read, or if the answer may depend on a password.
  private static func digest(_ file: OpenFile) -> String? {
    guard let bytes = file.read(at: 0, count: file.byteCount), !bytes.isEmpty else { return nil }
    let isLocked = contains("%PDF", in: bytes.prefix(mostBytesBeforeMark)) && contains("/Encrypt", in: bytes[...])
    return isLocked ? nil : RecordFile.digest(bytes)
  }

  /// The library's search isn't specialized for bytes, and took most of the time of a recorded answer.
  private static func contains(_ mark: String, in bytes: ArraySlice<UInt8>) -> Bool {
    let mark = Array(mark.utf8)
    return bytes.indices.contains { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
  }
}

/// Returns the result, or `nil` after an error: without a record, the worker is asked.
package func attempt<Result>(_ body: () throws -> Result) -> Result? {
  do {
    return try body()
  } catch {
    return nil
  }
}
