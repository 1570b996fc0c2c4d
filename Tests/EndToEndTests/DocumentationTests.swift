// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the documentation's links, names, and promises refer to things that exist.

import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("Documentation")
struct DocumentationTests {
  static let folder = "Sources/DocScan/DocScan.docc"

  /// Returns the paths of README, the guides for contributors, and the pages of the manual in the package.
  static func pages() throws -> [String] {
    try ["README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md"] + manual()
  }

  private static func manual() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(Places.package)/\(folder)")
    return names.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
  }

  @Test("Keeps the README and the manual short")
  func length() throws {
    func words(_ page: String) throws -> Int {
      try Self.text("\(Places.package)/\(page)").split(whereSeparator: \.isWhitespace).count
    }
    #expect(try words("README.md") <= 700)
    let manual = try Self.manual()
    #expect(manual.count <= 32)
    #expect(try manual.map(words).reduce(0, +) <= 42_000)
  }

  @Test("Links only to existing files and headings, as a code host resolves them", arguments: try pages())
  func links(page: String) throws {
    let here = "\(Places.package)/" + page.split(separator: "/").dropLast().joined(separator: "/")
    for link in try Self.text("\(Places.package)/\(page)").matches(of: /\]\(([^)\s#]*)(?:#([^)\s]*))?\)/) {
      let (file, heading) = (String(link.output.1), link.output.2)
      if file.hasPrefix("https://") { continue }
      let path = file.isEmpty ? "\(Places.package)/\(page)" : "\(here)/\(file)"
      #expect(FileManager.default.fileExists(atPath: path), "\(page): \(file)")
      if let heading { #expect(try Self.anchors(path).contains(String(heading)), "\(page): \(file)#\(heading)") }
    }
  }

  @Test("Avoids links that only DocC understands", arguments: try pages())
  func links(onlyForDocC page: String) throws {
    #expect(try !Self.text("\(Places.package)/\(page)").contains(/<doc:|\]\(doc:/))
  }

  @Test("Calls presets by their names without an extension", arguments: try pages())
  func presets(page: String) throws {
    let presets = ["archive", "books", "photos", "receipts", "scan", "translate"]
    for preset in presets {
      #expect(try !Self.text("\(Places.package)/\(page)").contains("docscan run \(preset).json"), "\(page): \(preset)")
    }
  }

  @Test("Names only existing tests in promises", arguments: try pages())
  func promises(page: String) throws {
    let named = try Set(Self.text("\(Places.package)/\(page)").matches(of: /`(\w+Tests)`/).map { String($0.output.1) })
    #expect(!page.hasSuffix("Safety.md") || named.count > 10)
    for name in named {
      #expect(try Self.suites().contains(name), "\(page): \(name)")
    }
  }

  /// Returns the suites of all test targets, by their types.
  private static func suites() throws -> Set<String> {
    let tests = "\(Places.package)/Tests"
    let files = try FileManager.default.subpathsOfDirectory(atPath: tests).filter { $0.hasSuffix("Tests.swift") }
    return try Set(
      files.flatMap { try text("\(tests)/\($0)").matches(of: /struct (\w+Tests)/).map { String($0.output.1) } })
  }

  @Test("Builds the pages with DocC without a warning")
  func docC() throws {
    let folder = try TemporaryFolder()
    try Command("bash", ["\(Places.package)/Tests/documentation.sh", folder / "site"]).check()
    #expect(folder.contains("site/index.html"))
  }

  /// Returns the anchors that a code host gives a page's headings.
  private static func anchors(_ path: String) throws -> Set<String> {
    let headings = try text(path).matches(of: /(?m)^#+ (.+)$/).map { String($0.output.1).lowercased() }
    return Set(
      headings.map { heading in
        String(heading.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }).replacing(" ", with: "-")
      })
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }
}
