// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
package import DocScanWire
package import FoundationEssentials
internal import Glibc

/// A recorded answer: the worker's reply, the stages that it reported, and the files that it wrote.
package struct Recording: Codable {
  private struct File: Codable {
    /// The name without the request's own stem.
    var ending: String
    var permissions: UInt32
    var byteCount: Int
  }

  /// The number of bytes before the JSON, which contain its length.
  private static let lengthSize = 8

  package private(set) var stages: [String]
  /// The JSON of a reply that isn't for a page.
  package private(set) var json: Data
  private var page: PageRequest.Reply?
  private var files: [File] = []
  private var contents: [UInt8] = []

  private enum CodingKeys: CodingKey {
    case stages, json, page, files
  }

  /// Returns the recording in an entry, or `nil` if it is damaged.
  package init?(entry: [UInt8]) {
    let length = entry.prefix(Self.lengthSize).reduce(0) { $0 << 8 | Int($1) }
    guard length > 0, length <= entry.count - Self.lengthSize else { return nil }
    let json = Data(entry[Self.lengthSize..<Self.lengthSize + length])
    guard let recording = attempt({ try JSONDecoder().decode(Self.self, from: json) }) else { return nil }
    self = recording
    contents = Array(entry[(Self.lengthSize + length)...])
  }

  /// Creates a recording of a page, or returns `nil` if the reply contains a name that a replay wouldn't change.
  package init?(_ reply: PageRequest.Reply, to request: PageRequest, stages: [String], scratch: String) {
    guard reply.results.allSatisfy({ $0.page.document == request.document && $0.page.page == request.page }) else {
      return nil
    }
    var page = reply
    page.results = reply.results.map { $0.renamed(from: request.fileStem, to: "") }
    (self.stages, json, self.page) = (stages, Data(), page)
    for (index, result) in reply.results.enumerated() {
      for name in result.untrustedFileNames(stem: request.fileStem, part: index + 1).sorted() {
        guard add(name, stem: request.fileStem, scratch: scratch) else { return nil }
      }
    }
  }

  /// Creates a recording of another reply, with the file of this name if there is one.
  package init?(json: [UInt8], file: String?, scratch: String) {
    (stages, self.json) = ([], Data(json))
    if let file, !add(file, stem: "", scratch: scratch) { return nil }
  }

  /// The bytes to record, or `nil` if the reply can't be encoded.
  package var entry: [UInt8]? {
    guard let json = attempt({ try JSONText.compact(self) }) else { return nil }
    let length = (0..<Self.lengthSize).reversed().map { UInt8(truncatingIfNeeded: json.count >> ($0 * 8)) }
    return length + json + contents
  }

  private mutating func add(_ name: String, stem: String, scratch: String) -> Bool {
    var status = stat()
    guard name.hasPrefix(stem), let file = OpenFile(path: "\(scratch)/\(name)"),
      unsafe fstat(file.descriptor, &status) == 0, let bytes = file.read(at: 0, count: file.byteCount)
    else { return false }
    files.append(
      File(ending: String(name.dropFirst(stem.count)), permissions: status.st_mode & 0o777, byteCount: bytes.count))
    contents += bytes
    return true
  }

  // MARK: Replaying

  /// Returns the reply to a request for a page.
  package func reply(to request: PageRequest) -> PageRequest.Reply? {
    guard var reply = page else { return nil }
    reply.results = reply.results.map { result in
      var result = result.renamed(from: "", to: request.fileStem)
      (result.page.document, result.page.page) = (request.document, request.page)
      return result
    }
    return reply
  }

  /// Writes the files. Returns `false` if that fails.
  package func writeFiles(stem: String, scratch: String) -> Bool {
    var rest = contents[...]
    for file in files {
      let bytes = rest.prefix(file.byteCount)
      guard bytes.count == file.byteCount,
        write(bytes, to: "\(scratch)/\(stem)\(file.ending)", permissions: file.permissions)
      else { return false }
      rest = rest.dropFirst(file.byteCount)
    }
    return true
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
