// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative
internal import DocScanUnderstanding
internal import DocScanVision
internal import DocScanWire

/// A task that a worker performs on request.
struct WorkerTask: Sendable {
  let name: String
  let perform: @Sendable (Message, [InputFile], Worker) throws -> any JobReply

  /// Creates a task for a type of request. A `PageFailure` or `PipelineError` that `body` throws becomes the answer.
  init<Request: JobRequest>(
    _ type: Request.Type, _ body: @escaping @Sendable (Request, [InputFile], Worker) throws -> Request.Reply
  ) {
    name = Request.name
    perform = { message, files, worker in
      let request = try message.body(type)
      let names = request.fileNames
      guard files.count == names.count else {
        throw InvalidInput("\(files.count) files for a request with \(names.count)")
      }
      for (index, file) in files.enumerated() {
        file.name = names[index]
        file.askForPassword = { WorkerChannel.password(ofFile: index, tried: $0) }
      }
      return try body(request, files, worker)
    }
  }
}

/// All tasks of a worker. To add one, add a line here.
let builtInTasks: [WorkerTask] = [
  WorkerTask(DescribeRequest.self) { request, _, worker in try worker.describe(request) },
  WorkerTask(ConfigureRequest.self) { request, pipes, worker in try worker.configure(request, pipes) },
  WorkerTask(ConfineRequest.self) { request, _, worker in worker.confine(request) },
  WorkerTask(CompletenessRequest.self) { _, files, worker in
    _ = try worker.files()
    return CompletenessRequest.Reply(incomplete: files.indices.filter { !files[$0].isComplete })
  },
  WorkerTask(InspectRequest.self) { request, files, worker in try worker.files().inspect(request, files) },
  WorkerTask(CompareInvoiceRequest.self) { request, _, worker in
    _ = try worker.files()
    return InvoiceComparison(request.invoices, with: request.pages, isWhole: request.isWhole).reply
  },
  WorkerTask(SurveyRequest.self) { request, files, worker in
    SurveyRequest.Reply(pages: try worker.files().survey(request, files))
  },
  WorkerTask(PageRequest.self) { request, files, worker in
    try worker.read(request, files[0]) { WorkerChannel.tell(stage: $0) }
  },
  WorkerTask(TextCheckRequest.self) { request, files, worker in
    try worker.processor().checkText(request, files[0])
  },
  WorkerTask(ReadLineRequest.self) { request, files, worker in
    try worker.processor().readLine(request, files[0])
  },
  WorkerTask(ReviseRequest.self) { request, _, worker in
    ReviseRequest.Reply(page: try worker.processor().revise(request))
  },
  WorkerTask(ExcerptRequest.self) { request, files, worker in try worker.files().cut(request, files[0]) },
  WorkerTask(QRCodeRequest.self) { request, _, _ in try QRCodeWriter.write(request) },
  WorkerTask(GraftRequest.self) { request, files, worker in
    let outcome = try worker.graft(request, original: files[0], layers: files[1])
    return GraftRequest.Reply(isIdentical: outcome.isIdentical, notes: outcome.notes)
  },
  WorkerTask(VerifyRequest.self) { request, files, worker in
    let verifier = try worker.verifier()
    let mismatches = try PageFailure.during("verify") { () throws(PageFailure) in
      try verifier.verify(request, pdf: files[0], original: files.count > 1 ? files[1] : nil)
    }
    return VerifyRequest.Reply(mismatches: mismatches)
  },
]
