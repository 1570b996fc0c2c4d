// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: command lines are parsed as users expect, and mistakes get a suggestion.

import DocScanCore
import FoundationEssentials
import Testing

@testable import DocScanCLI
@testable import DocScanCommandLine

@Suite("Command lines")
struct ArgumentParserTests {
  private static func parsed(
    _ inputs: [String], _ values: [String: String] = [:], lists: [String: [String]] = [:], flags: Set<String> = []
  ) -> ParsedArguments {
    ParsedArguments(arguments: ["PIPELINE": ["p.json"], "INPUT": inputs], values: values, lists: lists, flags: flags)
  }

  @Test(
    "Reads a file with passwords in the forms of Windows",
    arguments: [
      [0xEF, 0xBB, 0xBF, 0x61, 0xC3, 0xBC], [0xFF, 0xFE, 0x61, 0, 0xFC, 0], [0xFE, 0xFF, 0, 0x61, 0, 0xFC],
      [0x61, 0xC3, 0xBC],
    ] as [[UInt8]])
  func passwordFiles(bytes: [UInt8]) { #expect(String(passwords: Data(bytes)) == "a\u{FC}") }

  @Test(
    "Accepts options in all common forms at any position",
    arguments: [
      ("p.json", parsed([])),
      ("p.json a b", parsed(["a", "b"])),
      ("p.json -o out a", parsed(["a"], ["output": "out"])),
      ("-o out p.json a", parsed(["a"], ["output": "out"])),
      ("-oout p.json", parsed([], ["output": "out"])),
      ("--output out p.json", parsed([], ["output": "out"])),
      ("--output=out p.json", parsed([], ["output": "out"])),
      ("--output=a=b p.json", parsed([], ["output": "a=b"])),
      ("p.json --output=-x", parsed([], ["output": "-x"])),
      ("p.json -j4", parsed([], ["jobs": "4"])),
      ("p.json -j 4 --overwrite", parsed([], ["jobs": "4"], flags: ["overwrite"])),
      ("p.json -", parsed(["-"])),
      ("p.json -- -a --help", parsed(["-a", "--help"])),
      ("p.json --also hocr,tsv --also=markdown", parsed([], lists: ["also": ["hocr", "tsv", "markdown"]])),
      ("p.json --set a=1,2 --set b=3", parsed([], lists: ["set": ["a=1,2", "b=3"]])),
      ("p.json a --progress none b", parsed(["a", "b"], ["progress": "none"])),
    ])
  func forms(line: String, expected: ParsedArguments) throws {
    #expect(try ArgumentParser.parse(words(line), for: .run) == .run(expected))
  }

  @Test("Shows help and version despite mistakes", arguments: ["-h", "--help", "--nonsense -h", "p.json --help -j"])
  func help(line: String) throws {
    #expect(try ArgumentParser.parse(words(line), for: .run) == .help)
  }

  @Test(
    "Names a mistake with a suggestion",
    arguments: [
      ("p.json --ouput x", ["\"--ouput\"", "Did you mean \"--output\"?"]),
      ("p.json --ouput=x", ["\"--ouput\"", "Did you mean \"--output\"?"]),
      ("p.json -overwrite", ["\"-overwrite\"", "Did you mean \"--overwrite\"?"]),
      ("p.json -x", ["unknown option \"-x\""]),
      ("p.json -o", ["-o needs a file or folder."]),
      ("p.json --jobs=", ["--jobs needs a value: N"]),
      ("p.json --output --overwrite", ["--output needs a file or folder", "--output=--overwrite"]),
      ("p.json -o --overwrite", ["-o needs a file or folder", "-o--overwrite"]),
      ("p.json --overwrite=yes", ["--overwrite takes no value"]),
      ("p.json -j 2 --jobs 3", ["--jobs was given twice"]),
      ("p.json --progress bra", ["--progress", "Did you mean \"bar\"?", "auto, bar, plain, json, none"]),
    ])
  func mistakes(line: String, parts: [String]) {
    let message = message { () throws(CommandError) in _ = try ArgumentParser.parse(words(line), for: .run) }
    for part in parts { #expect(message.contains(part), "\(message)") }
  }

  @Test("Rejects extra, unknown, and missing arguments")
  func arguments() {
    let extra = message { () throws(CommandError) in _ = try ArgumentParser.parse(["a", "b"], for: .check) }
    #expect(extra.contains("unexpected argument \"b\""))
    let unknown = message { () throws(CommandError) in _ = try ArgumentParser.parse(["pag"], for: .schema) }
    #expect(unknown.contains("Did you mean \"page\"?"))
    let missing = message { () throws(CommandError) in _ = try ArgumentParser.parse([], for: .check) }
    #expect(missing.contains("PIPELINE is missing. Usage: docscan check PIPELINE"))
    let unnamed = message { () throws(CommandError) in _ = try ArgumentParser.parse([], for: .schema) }
    #expect(unnamed.contains("name one of: pipeline, page, line"))
  }

  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

  private func message(_ body: () throws(CommandError) -> Void) -> String {
    do {
      try body()
      return "accepted"
    } catch {
      return error.lines
    }
  }
}
