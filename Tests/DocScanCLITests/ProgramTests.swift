// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanCore
import DocScanFixtures
import Testing

@testable import DocScanCLI

@Suite("The program")
struct ProgramTests {
  private func run(_ words: [String]) -> (code: ExitCode, output: String, errors: String) {
    let recording = RecordingConsole()
    let code = Program.run(words, console: recording.console)
    return (code, recording.output, recording.errors)
  }

  @Test("Help goes to standard output, wherever it is asked for", arguments: Program.commands.map(\.name))
  func help(name: String) {
    for words in [[name, "--help"], [name, "-h"], ["help", name]] {
      let result = run(words)
      #expect(result.code == .success)
      #expect(result.output.contains("docscan \(name)"))
      #expect(result.output.contains("\nExample:\n"))
      #expect(result.errors.isEmpty)
    }
  }

  @Test("The overview names every command", arguments: [["--help"], ["-h"], ["help"]])
  func overview(words: [String]) {
    let result = run(words)
    #expect(result.code == .success)
    for command in Program.commands { #expect(result.output.contains("\n  \(command.name) ")) }
  }

  @Test("Help fits on a terminal of 80 columns", arguments: Program.commands.map(\.name))
  func width(name: String) {
    for text in [run(["help"]).output, run(["help", name]).output] {
      for line in text.split(separator: "\n") { #expect(columns(of: String(line)) <= 80, "\(line)") }
    }
  }

  @Test(
    "Wrong usage ends with 2, a message and where to read on",
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

  @Test("A forgotten ending, a misspelt name and a second file get the one hint that helps")
  func slips() throws {
    let folder = try TemporaryFolder()
    try folder.write("%PDF-1.4", to: "contract.pdf")
    for word in ["contract", "contarct.pdf", "contarct"] {
      let result = run([folder / word])
      #expect(
        result.code == .usage && result.errors.contains("Did you mean \"\(folder / "contract.pdf")\"?"),
        "\(result.errors)")
    }
    #expect(run(["--", "-nothing.txt"]).errors.contains("-nothing.txt: The file or folder doesn't exist."))
    let two = run([folder / "contract.pdf", folder / "out.pdf"])
    #expect(two.code == .usage && two.errors.contains("-o \(folder / "out.pdf")"), "\(two.errors)")
  }

  @Test("The help of a preset says what that is for")
  func presetHelp() {
    let result = run(["receipts", "--help"])
    #expect(
      result.code == .success && result.output.hasPrefix("docscan receipts FILE… runs the preset receipts. Receipts"))
    #expect(result.output.contains("docscan check receipts"))
  }

  @Test("A file that begins with a dash is not taken for options")
  func dash() throws {
    let folder = try TemporaryFolder()
    try folder.write("%PDF-1.4", to: "-letter.pdf")
    var command = try Command.product("docscan", ["-letter.pdf", "a.pdf"])
    command.directory = folder.path
    let result = try command.run()
    #expect(result.exitCode == 2 && result.errors.contains("./-letter.pdf"), "\(result.errors)")
  }

  @Test("Without a command, help goes to standard error")
  func empty() {
    let result = run([])
    #expect(result.code == .usage)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("Commands:"))
  }

  @Test("A pipeline file that is not there is an error of the pipeline, for people and for programs")
  func missingPipeline() {
    let plain = run(["run", "/nowhere/p.json"])
    #expect(plain.code == .invalidPipeline)
    #expect(plain.errors.contains("/nowhere/p.json"))
    let json = run(["run", "/nowhere/p.json", "--progress", "json"])
    #expect(json.code == .invalidPipeline)
    #expect(json.errors.hasPrefix("{\"event\":\"error\",\"exitCode\":3,\"message\":\"The pipeline file"))
  }

  @Test("Completions name every command and every option", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) {
    let result = run(["completions", shell])
    #expect(result.code == .success)
    for command in Program.commands {
      #expect(result.output.contains(command.name))
      for option in command.options { #expect(result.output.contains(option.name)) }
    }
  }
}
