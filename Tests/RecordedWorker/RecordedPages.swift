// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanEngine
internal import DocScanFiles
internal import DocScanNative
internal import DocScanWire
internal import FoundationEssentials
internal import Glibc

/// The replies to requests for pages, by everything that they depend on.
final class RecordedPages: PageRecord {
  /// A reply with the stages that were reported, and its files.
  private struct Recording: Codable {
    struct File: Codable {
      /// The name without the request's own stem.
      var ending: String
      var permissions: UInt32
      var byteCount: Int
    }

    var stages: [String]
    var reply: PageRequest.Reply
    var files: [File]
  }

  /// The part of the key that is in the request and the configuration.
  private struct Question: Codable {
    var request: PageRequest
    var configuration: WorkerConfiguration
    var file: String
  }

  /// The number of bytes before the JSON, which contain its length.
  private static let lengthSize = 8

  private let record: RecordFile?

  /// Opens the record for the program and its surroundings in a folder, or none.
  init(folder: String?) throws {
    guard let folder else {
      record = nil
      return
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    record = RecordFile(path: "\(folder)/\(try Surroundings.digest())")
  }

  func reply(
    to request: PageRequest, for file: InputFile, configuration: WorkerConfiguration, scratch: String,
    entering: @escaping (String) -> Void, reading: Reading
  ) throws(PageFailure) -> PageRequest.Reply {
    guard let record, let key = key(request, file, configuration) else { return try reading(entering) }
    if let reply = record.contents(key).flatMap({ replay($0, request, scratch: scratch, entering: entering) }) {
      return reply
    }
    var stages: [String] = []
    let reply = try reading { stage in
      stages.append(stage)
      entering(stage)
    }
    if let contents = contents(reply, stages, request, scratch: scratch) { record.add(key, contents) }
    return reply
  }

  /// Returns the key, or `nil` if the file can't be read. Names aren't part of it, because they only appear in the reply's references.
  private func key(_ request: PageRequest, _ file: InputFile, _ configuration: WorkerConfiguration) -> String? {
    let open = OpenFile(descriptor: file.duplicateDescriptor())
    guard let bytes = open.read(at: 0, count: open.byteCount), !bytes.isEmpty else { return nil }
    var request = request
    (request.document.name, request.page.source, request.fileStem) = ("", "", "")
    // The worker that checks the pipeline builds the variants at once. It reads the same pages.
    var configuration = configuration
    configuration.checksVariants = false
    let question = Question(request: request, configuration: configuration, file: RecordFile.digest(bytes))
    return attempt { RecordFile.digest(Array(try JSONText.compact(question))) }
  }

  /// Returns the result, or `nil` after an error: a page without a record is read.
  private func attempt<Result>(_ body: () throws -> Result) -> Result? {
    do {
      return try body()
    } catch {
      return nil
    }
  }

  // MARK: Recording

  /// Returns the entry for a reply, or `nil` if the reply contains a name that a replay wouldn't change.
  private func contents(
    _ reply: PageRequest.Reply, _ stages: [String], _ request: PageRequest, scratch: String
  ) -> [UInt8]? {
    guard reply.results.allSatisfy({ $0.page.document == request.document && $0.page.page == request.page }) else {
      return nil
    }
    var recording = Recording(stages: stages, reply: reply, files: [])
    recording.reply.results = reply.results.map { $0.renamed(from: request.fileStem, to: "") }
    var bytes: [UInt8] = []
    for (index, result) in reply.results.enumerated() {
      for name in result.untrustedFileNames(stem: request.fileStem, part: index + 1).sorted() {
        var status = stat()
        guard name.hasPrefix(request.fileStem), let file = OpenFile(path: "\(scratch)/\(name)"),
          unsafe fstat(file.descriptor, &status) == 0, let contents = file.read(at: 0, count: file.byteCount)
        else { return nil }
        recording.files.append(
          Recording.File(
            ending: String(name.dropFirst(request.fileStem.count)), permissions: status.st_mode & 0o777,
            byteCount: contents.count))
        bytes += contents
      }
    }
    guard let json = attempt({ try JSONText.compact(recording) }) else { return nil }
    let length = (0..<Self.lengthSize).reversed().map { UInt8(json.count >> ($0 * 8) & 255) }
    return length + json + bytes
  }

  // MARK: Replaying

  /// Writes the files of an entry and returns its reply, or `nil` if that fails.
  private func replay(
    _ contents: [UInt8], _ request: PageRequest, scratch: String, entering: @escaping (String) -> Void
  ) -> PageRequest.Reply? {
    let length = contents.prefix(Self.lengthSize).reduce(0) { $0 << 8 | Int($1) }
    guard length > 0, length <= contents.count - Self.lengthSize,
      var recording = attempt({
        try JSONDecoder().decode(Recording.self, from: Data(contents[Self.lengthSize..<Self.lengthSize + length]))
      })
    else { return nil }
    var rest = contents[(Self.lengthSize + length)...]
    for file in recording.files {
      let bytes = rest.prefix(file.byteCount)
      guard bytes.count == file.byteCount,
        write(bytes, to: "\(scratch)/\(request.fileStem)\(file.ending)", permissions: file.permissions)
      else { return nil }
      rest = rest.dropFirst(file.byteCount)
    }
    recording.stages.forEach(entering)
    recording.reply.results = recording.reply.results.map { result in
      var result = result.renamed(from: "", to: request.fileStem)
      (result.page.document, result.page.page) = (request.document, request.page)
      return result
    }
    return recording.reply
  }

  private func write(_ bytes: ArraySlice<UInt8>, to path: String, permissions: UInt32) -> Bool {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, permissions)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var rest = bytes
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension PageResult {
  /// Returns the result with another stem in the names of its picture's files.
  fileprivate func renamed(from old: String, to new: String) -> PageResult {
    var result = self
    func rename(_ name: inout String) { name = new + name.dropFirst(old.count) }
    guard var picture = result.picture else { return result }
    rename(&picture.untrustedFileName)
    if var ink = picture.ink {
      rename(&ink.mask.untrustedFileName)
      rename(&ink.colours.untrustedFileName)
      picture.ink = ink
    }
    result.picture = picture
    return result
  }
}
