// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanChecks
internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanProgress

extension Command {
  static let verify = Command(
    name: "verify",
    abstract: "Check finished PDFs against the recognized text: words, positions, order, pages and pixels.",
    discussion: """
      Each PDF is read back by poppler and compared with the page JSON next to it: every word must be where it was \
      read, in order, without other text; pages must have their size; pictures must show letters at the words' positions. \
      qpdf checks the file. Pages that were kept from an original PDF must have its text and its pixels; the original \
      is found by its name and SHA-256 if it is where the last run found it, where docscan watch moved it, or near \
      the output folder.

      Prints a line for each document: sound, or its differences with advice. A difference is a failure. PDFs without a \
      record of docscan are not results; in a folder, they are left out. Exit code 0: all are sound; 1: something differs, \
      or is not a result; 4: no result was found.
      """,
    arguments: [
      CommandArgument(
        CommandValue("FILE.pdf", completion: .paths), .any,
        help: "PDFs that docscan made, in their folders; or output folders, for all PDFs in them.")
    ],
    options: [
      CommandOption(
        "original", value: CommandValue("FILE", completion: .paths),
        help: "The original of the PDF, if only one is named."),
      CommandOption(
        "pages", value: CommandValue("PAGES"), help: "Only these pages of each document, such as 1-3,7 or 5-."),
      .library, .passwordFile,
      CommandOption("json", help: "Print the result as JSON."),
      CommandOption(
        "progress", value: CommandValue(oneOf: ProgressMode.allCases.map(\.rawValue), as: "MODE"),
        help: "auto: a bar on a terminal, nothing elsewhere; bar; plain: lines; json: events as in docscan run; "
          + "none."),
    ],
    example: Example(
      line: "docscan verify out --json",
      explanation: "Compares every PDF in the folder out with its page JSON, and with its original if that is found."
    ),
    perform: { (arguments, console) throws(CommandError) in
      let inputs = arguments["FILE.pdf"] + [arguments.values["output"]].compactMap(\.self)
      guard !inputs.isEmpty else {
        throw .usage("FILE.pdf is missing: name a PDF or an output folder.", command: "verify")
      }
      let selection = try arguments.pageSelection(of: "verify")
      let passwords = try arguments.passwords(of: "verify")
      let mode = arguments.values["progress"].flatMap(ProgressMode.init) ?? .auto
      let report: VerificationReport
      do throws(BatchError) {
        let run = try VerificationRun(
          inputs: inputs, original: arguments.values["original"], pages: selection, passwords: passwords)
        let live = LiveProgress(mode.display(on: console, elsewhere: QuietProgress()), write: console.writeError)
        defer { live.end() }
        report = try run.run(onEvent: live.show)
      } catch {
        throw .batch(error)
      }
      if arguments.flags.contains("json") {
        try console.writeJSON(report)
      } else {
        try console.writeOutput(VerificationText.text(of: report))
      }
      return report.exitCode
    })
}
