// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the documentation's console examples work as printed.

import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("Examples in the documentation")
struct ReadmeTests {
  @Test(
    "Prints for each example what the page shows",
    arguments: ["README.md", "Sources/DocScan/DocScan.docc/FirstSteps.md"])
  func walk(page: String) throws {
    let text = String(decoding: try Data(contentsOf: URL(filePath: "\(Places.package)/\(page)")), as: UTF8.self)
    let examples = text.matches(of: /```console\n((?s).*?)```/).flatMap { Self.examples(String($0.output.1)) }
    #expect(examples.count > 3)
    let outputs = try Self.outputs(of: examples.map(\.command))
    for (example, output) in zip(examples, outputs) {
      #expect(Self.agree(example.output, output), "\(page): $ \(example.command)\n\(output)")
    }
  }

  /// Returns the commands of a block, each with the output that the page shows below it.
  private static func examples(_ block: String) -> [(command: String, output: String)] {
    var examples: [(command: String, output: String)] = []
    for line in block.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("$ ") {
        examples.append((String(line.dropFirst(2)), ""))
      } else if !examples.isEmpty {
        examples[examples.count - 1].output += line + "\n"
      }
    }
    return examples
  }

  /// Runs the commands in turn in one shell, in an empty home folder next to a checkout; returns their outputs.
  private static func outputs(of commands: [String]) throws -> [String] {
    let folder = try TemporaryFolder()
    for name in ["home", "bin", "work"] { _ = try folder.makeFolder(name) }
    try FileManager.default.createSymbolicLink(
      atPath: folder / "bin/docscan", withDestinationPath: try Places.product("docscan"))
    try FileManager.default.createSymbolicLink(
      atPath: folder / "work/Pipelines", withDestinationPath: Places.package + "/Pipelines")
    let mark = "--- next example ---"
    let script = commands.map { "\($0)\necho '\(mark)'" }.joined(separator: "\n") + "\ntrue"
    var command = Command("bash", ["-c", "exec 2>&1\nPATH=\(folder / "bin"):$PATH\n" + script])
    command.environment = try Command.recordedWorker().merging(["HOME": folder / "home", "LC_ALL": "C.UTF-8"]) { $1 }
    command.directory = folder / "work"
    let output = try command.check().output.replacing(folder / "work", with: "/home/me")
    return output.split(separator: "\(mark)\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns whether an output has the page's lines in any order, as documents finish in any order; `…` stands for any others.
  private static func agree(_ shown: String, _ output: String) -> Bool {
    let expected = masked(shown)
    let found = masked(output)
    guard let rest = expected.firstIndex(of: "…") else { return expected.sorted() == found.sorted() }
    return expected[..<rest].allSatisfy(found.contains) && expected[(rest + 1)...].allSatisfy(found.contains)
  }

  /// Returns the lines of a text without machine-dependent parts: times, speeds, numbers of workers, and lines that only slow machines print.
  private static func masked(_ text: String) -> [String] {
    text.split(separator: "\n").filter { !$0.hasPrefix("progress: ") }.map { line in
      String(line).replacing(/(\d+ min )?\d+(\.\d+)? (pages\/min|s\b)/, with: "N s")
        .replacing(/\d+ workers?\b/, with: "N workers")
    }
  }
}
