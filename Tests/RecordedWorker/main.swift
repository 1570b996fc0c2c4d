// SPDX-License-Identifier: GPL-3.0-or-later

// A small worker that answers from the record in the folder that DOCSCAN_PAGES names, without the libraries that read documents. For anything else,
// it becomes RecordingWorker.
internal import Glibc
internal import PageRecords

_ = signal(SIGTERM, SIG_IGN)
let worker = try Surroundings.program("RecordingWorker")
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count == 2, arguments[0] == RecordWriter.word {
  RecordWriter.run(path: arguments[1])
  exit(0)
}
guard arguments.isEmpty, let folder = Surroundings.recordFolder,
  let name = try Surroundings.knownRecord(in: folder, of: worker),
  var session = Session(worker: worker, record: "\(folder)/\(name)")
else {
  HandOver.run(worker, arguments)
  exit(127)
}
try session.run()
