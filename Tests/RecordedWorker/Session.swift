// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import DocScanFiles
internal import DocScanWire
internal import Glibc
internal import PageRecords

/// Answers the parent's requests from the record, until one has no record.
struct Session {
  /// The parent's socket.
  private static let number: Int32 = 3

  private let worker: String
  private let path: String
  private let record: RecordFile
  /// The requests that set the worker up, and what they set.
  private var setup: [[UInt8]] = []
  private var configuration: WorkerConfiguration?
  private var scratch = ""

  private struct Arrival {
    var message: Message
    var frame: [UInt8]
    var files: [OpenFile]
  }

  /// Opens the record for a worker, or returns `nil` if that fails.
  init?(worker: String, record path: String) {
    guard let record = RecordFile(path: path) else { return nil }
    (self.worker, self.path, self.record) = (worker, path, record)
  }

  mutating func run() throws {
    while let arrival = try receive() {
      guard try answer(arrival) else {
        HandOver.become(worker, record: path, frames: setup + [arrival.frame], files: arrival.files)
        exit(127)
      }
      try remember(arrival)
    }
  }

  private mutating func remember(_ arrival: Arrival) throws {
    switch arrival.message.name {
    case ConfigureRequest.name: configuration = try arrival.message.body(ConfigureRequest.self).configuration
    case ConfineRequest.name: scratch = try arrival.message.body(ConfineRequest.self).scratch ?? ""
    case _: return
    }
    setup.append(arrival.frame)
  }

  /// Returns whether the record had the answer.
  private func answer(_ arrival: Arrival) throws -> Bool {
    let (message, files) = (arrival.message, arrival.files)
    guard message.name == PageRequest.name else {
      guard let recording = recording(Question.key(message, files, configuration)),
        recording.writeFiles(stem: "", scratch: scratch)
      else { return false }
      send(Array(recording.json))
      return true
    }
    let request = try message.body(PageRequest.self)
    guard let recording = recording(Question.key(request, files, configuration)),
      let reply = recording.reply(to: request), recording.writeFiles(stem: request.fileStem, scratch: scratch)
    else { return false }
    for stage in recording.stages { send(try Frame.encode(.stage, stage), isFramed: true) }
    send(try Frame.encode(.done, reply), isFramed: true)
    return true
  }

  private func recording(_ key: String?) -> Recording? {
    key.flatMap { record.contents($0) }.flatMap { Recording(entry: $0) }
  }

  // MARK: The socket

  /// Receives exactly one message, because the worker must receive the next ones.
  private func receive() throws -> Arrival? {
    var files: [OpenFile] = []
    guard let head = read(Self.headSize, &files) else { return nil }
    let length = head.reduce(0) { $0 << 8 | Int($1) }
    guard length <= Frame.maximumLength, let rest = read(length, &files) else { return nil }
    var buffer = FrameBuffer()
    buffer.append(head + rest)
    return try buffer.next().map { Arrival(message: $0, frame: head + rest, files: files) }
  }

  private static let headSize = 4

  private func read(_ count: Int, _ files: inout [OpenFile]) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var descriptors = [Int32](repeating: -1, count: Frame.mostFiles)
      var received = descriptors.count
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: count - bytes.count) { buffer, filled in
        filled = unsafe max(0, linux_receive(Self.number, buffer.baseAddress, buffer.count, &descriptors, &received))
      }
      files += descriptors.prefix(received).map { OpenFile(descriptor: $0) }
      guard !chunk.isEmpty else { return nil }
      bytes += chunk
    }
    return bytes
  }

  /// Sends a reply's JSON, or a whole frame. The parent's end is noticed at the next request.
  private func send(_ content: [UInt8], isFramed: Bool = false) {
    var rest = content[...]
    if !isFramed {
      let body = Array("\(WorkerAnswer<Message>.Name.done.rawValue)\n".utf8) + content
      rest = ((0..<Self.headSize).reversed().map { UInt8(body.count >> ($0 * 8) & 255) } + body)[...]
    }
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe Glibc.send(Self.number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
