// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: every command explains itself, and wrong usage leads to the right command.

import DocScanCore
import DocScanFixtures
import Testing

@testable import DocScanCLI
@testable import DocScanCommandLine

@Suite("The program")
struct ProgramTests {
  private func run(_ words: [String]) -> (code: ExitCode, output: String, errors: String) {
    let recording = RecordingConsole()
    let code = Program.run(words, console: recording.console)
    return (code, recording.output, recording.errors)
  }

  @Test("Prints help to standard output however it is requested", arguments: Program.commands.map(\.name))
  func help(name: String) {
    for words in [[name, "--help"], [name, "-h"], ["help", name]] {
      let result = run(words)
      #expect(result.code == .success)
      #expect(result.output.contains("docscan \(name)"))
      #expect(result.output.contains("\nExample:\n"))
      #expect(result.errors.isEmpty)
    }
  }

  @Test("Lists every command in the overview", arguments: [["--help"], ["-h"], ["help"]])
  func overview(words: [String]) {
    let result = run(words)
    #expect(result.code == .success)
    for command in Program.commands { #expect(result.output.contains("\n  \(command.name) ")) }
  }

  @Test("Fits help into 80 columns", arguments: Program.commands.map(\.name))
  func width(name: String) {
    for text in [run(["help"]).output, run(["help", name]).output] {
      for line in text.split(separator: "\n") { #expect(columns(of: String(line)) <= 80, "\(line)") }
    }
  }

  @Test(
    "Exits with 2, a message, and a suggestion for wrong usage",
    arguments: [
      (["rnu"], "Did you mean \"run\"?"), (["rnu", "scan.pdf"], "Did you mean \"run\"?"),
      (["phots", "trip"], "Did you mean \"photos\"?"), (["run", "phots"], "Did you mean \"photos\"?"),
      (["run", "nothing"], "Presets: archive, "), (["photos.json", "trip"], "docscan run photos"),
      (["photos"], "docscan run photos INPUT…"), (["scan.pdf", "photos"], "docscan run photos scan.pdf"),
      (["scan.pdf", "p.json"], "docscan run p.json scan.pdf"), (["--verison"], "Did you mean \"--version\"?"),
      (["--overwrite"], "no input. Name files"), (["--json"], "docscan status --json"),
      (["--overwriet", "x"], "Did you mean \"--overwrite\"?"), (["run"], "no input. Name files"),
      (["check", "scan.PDF"], "docscan run scan.PDF"), (["watch", "archiv"], "Did you mean \"archive\"?"),
      (["scan.pdf", "--set", "dpi"], "KEY=VALUE"),
      (["run", "p.json", "-j", "0"], "from 1 to 1024"), (["run", "p.json", "-j", "4x"], "from 1 to 1024"),
      (["run", "p.json", "--pages", "3-1"], "1-3,7"), (["help", "photos"], "docscan check photos"),
      (["help", "rnu"], "Did you mean \"run\"?"),
      (["--out", "x.pdf"], "Did you mean \"--output\"?"),
      (["run", "--password", "x"], "Did you mean \"--password-file\"?"),
      (["ledger", "--csv", "-o", "x.csv"], "> x.csv"), (["watch", "Scans"], "docscan watch scan Scans"),
      (["status", "Library"], "is not an output folder"), (["ledger", "a", "-o", "b"], "two folders are named"),
      (["watch", "/usr"], "docscan watch scan /usr"),
      (["scan", "--flatbed", "--duplex"], "choose one of --flatbed and --duplex"),
      (["scan", "--backs", "--duplex"], "leave out --duplex"), (["scan", "--name", "a/b"], "cannot be the name"),
      (["scan", "--feeder", "x.pdf"], "docscan run x.pdf"), (["scan", "x.pdf", "--feeder"], "docscan run x.pdf"),
      (["scan", "--profile", "../x"], "letters, digits"), (["scan", "-o", "x.pdf"], "names a folder here"),
      (["\u{1B}[31m"], "\\u{1B}[31m"), (["doctor", "x"], "unexpected argument"),
      (["ledger", "Receipts", "--csv", "led.csv"], "docscan ledger Receipts --csv > led.csv"),
      (["ledger", "Receipts", "-o", "led.csv"], "docscan ledger Receipts --csv > led.csv"),
    ])
  func usage(words: [String], part: String) {
    let result = run(words)
    #expect(result.code == .usage)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(part), "\(result.errors)")
    #expect(result.errors.contains("See: docscan "))
    #expect(result.errors.contains("--help\n"))
  }

  @Test("Suggests one fix for a missing extension, a misspelled name, or a second file")
  func slips() throws {
    let folder = try TemporaryFolder()
    try folder.write("%PDF-1.4", to: "contract.pdf")
    for word in ["contract", "contarct.pdf", "contarct"] {
      let result = run([folder / word])
      #expect(
        result.code == .noInput && result.errors.contains("Did you mean \"\(folder / "contract.pdf")\"?"),
        "\(result.errors)")
    }
    #expect(run(["--", "-nothing.txt"]).errors.contains("-nothing.txt: The file or folder doesn't exist."))
    let two = run([folder / "contract.pdf", folder / "out.pdf"])
    #expect(two.code == .usage && two.errors.contains("-o \(folder / "out.pdf")"), "\(two.errors)")
  }

  @Test("Describes a preset in its help")
  func presetHelp() {
    let result = run(["receipts", "--help"])
    #expect(
      result.code == .success && result.output.hasPrefix("docscan receipts FILE… runs the preset receipts. Receipts"))
    #expect(result.output.contains("docscan check receipts"))
  }

  @Test("Suggests ./ for a file that begins with a dash")
  func dash() throws {
    let folder = try TemporaryFolder()
    try folder.write("%PDF-1.4", to: "-letter.pdf")
    var command = try Command.product("docscan", ["-letter.pdf", "a.pdf"])
    command.directory = folder.path
    let result = try command.run()
    #expect(result.exitCode == 2 && result.errors.contains("./-letter.pdf"), "\(result.errors)")
  }

  @Test("Prints help to standard error without a command")
  func empty() {
    let result = run([])
    #expect(result.code == .usage)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("Commands:"))
  }

  @Test("Reports a missing pipeline file in plain and JSON progress")
  func missingPipeline() {
    let plain = run(["run", "/nowhere/p.json"])
    #expect(plain.code == .invalidPipeline)
    #expect(plain.errors.contains("/nowhere/p.json"))
    let json = run(["run", "/nowhere/p.json", "--progress", "json"])
    #expect(json.code == .invalidPipeline)
    #expect(
      json.errors.isEmpty
        && json.output.hasPrefix("{\"event\":\"error\",\"exitCode\":3,\"message\":\"The pipeline file"))
  }

  @Test("Completes every command and option in each shell", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) {
    let result = run(["completions", shell])
    #expect(result.code == .success)
    for command in Program.commands {
      #expect(result.output.contains(command.name))
      for option in command.options { #expect(result.output.contains(option.name)) }
    }
    // --also takes formats and stages.
    #expect(result.output.contains("hocr") && result.output.contains("slips"))
  }
}
