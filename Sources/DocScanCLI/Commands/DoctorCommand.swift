// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanTranslation
internal import DocScanWorkers

extension Command {
  static let doctor = Command(
    name: "doctor",
    abstract: "Show what is installed, what is missing, and how to get it.",
    discussion: """
      Starts the worker program that reads documents, and shows its libraries, languages and sandbox. Exit code 5: \
      a component without which no page can be processed is missing.
      """,
    arguments: [],
    options: [CommandOption("json", help: "Print one JSON object.")],
    example: Example(line: "docscan doctor", explanation: "The first thing to try when something does not work."),
    perform: { (arguments, console) throws(CommandError) in
      let began = ContinuousClock.now
      let worker = Result(catching: Installation.examine)
      let seconds = (ContinuousClock.now - began) / .seconds(1)
      let report = DoctorReport(
        worker: worker, seconds: seconds, machine: .probe(), translation: .probe(),
        scanning: .probe())
      if arguments.flags.contains("json") {
        try console.writeJSON(report)
      } else {
        try console.writeOutput(report.text)
      }
      return report.problems.isEmpty ? .success : .missingPart
    })
}
