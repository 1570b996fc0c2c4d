// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanRequests
internal import Glibc

extension Command {
  static let engine = Command(
    name: "engine",
    abstract: "Read single pages for another program, such as OCRmyPDF.",
    discussion: """
      Answers requests on standard input, for programs, not for people: a JSON object on each line, with an id, the path of a \
      picture or a PDF, and the stages of a pipeline file. The answer has the page as the json writer writes it, or the error. \
      With writers and a directory, it also writes page.hocr, page.txt and others there.

      Workers stay ready from one page to the next. It ends when standard input does.
      """,
    arguments: [],
    options: [.jobs],
    example: Example(
      line: #"echo '{"id": 1, "path": "/tmp/page.png"}' | docscan engine"#,
      explanation: "Prints the protocol's name, and the page as JSON."),
    perform: { (arguments, console) throws(CommandError) in
      // Signals must be blocked before the first thread starts. Otherwise that thread receives them and the process
      // ends.
      let interruption = Interruption.onSignals()
      let workers = try arguments.jobs(of: "engine")
      // A client that doesn't read the answers has also closed standard input, which ends the server.
      let server = try batchResult(PageServer(workers: workers) { _ = Console.write($0, to: STDOUT_FILENO) })
      server.serve(STDIN_FILENO, answeringOn: STDOUT_FILENO, until: interruption)
      return .success
    })
}
