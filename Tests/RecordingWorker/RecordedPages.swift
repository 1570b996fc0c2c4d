// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanEngine
internal import DocScanFiles
internal import DocScanNative
internal import DocScanWire
internal import PageRecords

/// Records the worker's answers. Pages are also taken from the record, because another request may be the reason that this program runs.
final class RecordedPages: PageRecord {
  let earlier: [(message: Message, files: [InputFile])]
  private let recorded: RecordFile?
  private let writer: RecordWriter?
  private var configuration: WorkerConfiguration?
  private var scratch = ""

  /// Opens the record for this program and its surroundings, and receives the requests that RecordedWorker has handed over.
  init() throws {
    let handOver = HandOver(arguments: CommandLine.arguments)
    // Scanners and engines are other roles of the program.
    let folder = CommandLine.arguments.count == 1 ? Surroundings.recordFolder : nil
    let path =
      try handOver?.record
      ?? folder.map { folder in
        let name = try Surroundings.list(Surroundings.files(), in: folder, of: Surroundings.program("RecordingWorker"))
        return "\(folder)/\(name)"
      }
    let program = try Surroundings.program("RecordedWorker")
    recorded = path.flatMap { RecordFile(path: $0) }
    writer = path.flatMap { RecordWriter(program: program, path: $0) }
    let messages = try handOver?.messages() ?? []
    earlier = messages.enumerated().map { index, message in
      let files = index == messages.count - 1 ? handOver?.files ?? [] : []
      return (message, files.map { InputFile(adopting: $0, name: "") })
    }
  }

  func reply(
    to request: PageRequest, for file: InputFile, entering: @escaping (String) -> Void, reading: Reading
  ) throws(PageFailure) -> PageRequest.Reply {
    guard let recorded, let key = Question.key(request, [open(file)], configuration) else {
      return try reading(entering)
    }
    if let recording = recorded.contents(key).flatMap({ Recording(entry: $0) }),
      let reply = recording.reply(to: request),
      recording.writeFiles(stem: request.fileStem, scratch: scratch)
    {
      recording.stages.forEach(entering)
      return reply
    }
    var stages: [String] = []
    let reply = try reading { stage in
      stages.append(stage)
      entering(stage)
    }
    if let entry = Recording(reply, to: request, stages: stages, scratch: scratch)?.entry { writer?.add(key, entry) }
    return reply
  }

  /// Records the reply to a request that isn't for a page.
  func record(_ reply: any JobReply, to message: Message, with files: [InputFile]) {
    do {
      switch message.name {
      case ConfigureRequest.name: configuration = try message.body(ConfigureRequest.self).configuration
      case ConfineRequest.name: scratch = try message.body(ConfineRequest.self).scratch ?? ""
      case _: break
      }
      guard let writer, let key = Question.key(message, files.map(open), configuration) else { return }
      let isGraft = (reply as? GraftRequest.Reply)?.isIdentical == false
      let recording = Recording(
        json: Array(try JSONText.compact(reply)), file: isGraft ? GraftRequest.outputName : nil, scratch: scratch)
      if let entry = recording?.entry { writer.add(key, entry) }
    } catch {
      // The worker has understood the message and encodes the reply as well.
    }
  }

  private func open(_ file: InputFile) -> OpenFile { OpenFile(descriptor: file.duplicateDescriptor()) }
}
