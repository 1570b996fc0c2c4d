// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanChecks
internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles

extension Command {
  static let checkText = Command(
    name: "check-text",
    abstract: "Check whether the text in PDFs is the text on their pages.",
    discussion: """
      PDFs of any program may have text that is not what their pages show: wrong Unicode maps, bad or displaced OCR layers, layers of \
      other pages, wrong encodings, pictures without text. Each page is drawn and compared with its text; in doubt, a few lines are read \
      with OCR. Nothing is written.

      Each file has a line on standard output, and each page with doubtful text a line with its grade, from A to F, and what speaks \
      against the text. To replace the text of such pages, run docscan with --existing-text heal.

      Exit code 0: no text needs to be read again; 1: some does, or a file could not be read; 4: there is no file to check.
      """,
    arguments: [
      CommandArgument(
        CommandValue("FILE.pdf", completion: .paths), .any, help: "PDFs, or folders with PDFs in them.")
    ],
    options: [
      CommandOption("thorough", help: "Read a few lines of every page, not only of doubtful ones."),
      CommandOption("pages", value: CommandValue("PAGES"), help: "Only these pages of each file, such as 1-3,7 or 5-."),
      .passwordFile,
      CommandOption("json", help: "Print the result with all measurements as JSON."),
    ],
    example: Example(
      line: "docscan check-text scans --json",
      explanation: "Checks the text of every PDF in the folder scans, and prints the measurements."),
    perform: { (arguments, console) throws(CommandError) in
      let inputs = arguments["FILE.pdf"]
      guard !inputs.isEmpty else {
        throw .usage("FILE.pdf is missing: name a PDF or a folder with PDFs.", command: "check-text")
      }
      let selection = try arguments.pageSelection(of: "check-text")
      let passwords = try arguments.passwords(of: "check-text")
      let isJSON = arguments.flags.contains("json")
      let report: TextCheckReport
      do throws(BatchError) {
        let run = try TextCheckRun(
          files: inputs, pages: selection, isThorough: arguments.flags.contains("thorough"), passwords: passwords)
        report = try run.run()
      } catch {
        throw .batch(error)
      }
      if isJSON {
        try console.writeJSON(report)
      } else {
        try console.writeOutput(report.files.map(TextCheckText.text).joined())
      }
      return report.exitCode
    })
}

/// The text output of `docscan check-text`.
enum TextCheckText {
  /// Returns a line for the file, and one for each page with doubtful text.
  static func text(of file: TextCheckReport.File) -> String {
    let checked = file.pages.compactMap(\.textCheck)
    let sick = checked.count(where: \.isSick)
    let doubtful = file.pages.count { $0.textCheck != nil && $0.grade.map { $0 != .a } ?? false }
    let share = "\(sick == 0 ? doubtful : sick) of \(counted(checked.count, "page")) with text"
    let verdict =
      switch (checked.isEmpty, sick, doubtful) {
      case (true, _, _): "no text on \(counted(file.pages.count, "page"))"
      case (_, 0, 0): "sound, \(counted(checked.count, "page")) with text"
      case (_, 0, _): "probably sound, but \(share) \(doubtful == 1 ? "is" : "are") doubtful"
      case (_, _, _): "\(share) \(sick == 1 ? "needs" : "need") to be read again"
      }
    var lines = ["\(file.path): \(verdict)"]
    if let problem = file.problem { lines = ["\(file.path): \(problem)"] }
    for page in file.pages {
      guard let check = page.textCheck, let grade = page.grade, grade != .a else { continue }
      let reasons = check.signs.isEmpty ? "" : ": " + check.signs.map(\.reason).joined(separator: ", ")
      lines.append("  page \(page.number): grade \(grade.rawValue)\(reasons)")
    }
    return lines.map { visibleText($0) + "\n" }.joined()
  }
}
