// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a release is complete and consistent; Tests/Tools/accept/release.py makes and installs one.

import DocScan
import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("Releases")
struct ReleaseTests {
  /// Returns the lines that a command of docscan prints.
  private func docscan(_ arguments: [String]) throws -> String {
    let result = try Command.product("docscan", arguments).run()
    #expect(result.exitCode == 0, "\(result.summary)")
    return result.output
  }

  @Test("Pins the base images of containers by their digests")
  func images() throws {
    var pinned = 0
    for file in ["packaging/Containerfile", "cluster/kubernetes/Containerfile"] {
      let text = try String(contentsOf: URL(filePath: Places.package + "/Pipelines/" + file), encoding: .utf8)
      let lines = text.split(separator: "\n").filter { $0.hasPrefix("FROM ") || $0.hasPrefix("ARG ") }
      for line in lines where line.hasPrefix("FROM ") { #expect(line.hasPrefix("FROM ${"), "\(file): \(line)") }
      for match in lines.compactMap({ $0.wholeMatch(of: /ARG (DEBIAN|SWIFT)=(.*)/) }) {
        #expect(match.2.contains(/.:[a-z0-9.-]+@sha256:[0-9a-f]{64}$/), "\(file): \(match.0)")
        pinned += 1
      }
    }
    #expect(pinned == 3)
  }

  @Test("Documents every command and option in manual pages that pass mandoc's lint")
  func manual() throws {
    let folder = try TemporaryFolder()
    let pages = try docscan(["man"]).split(separator: "\n").map(String.init)
    #expect(pages.contains("docscan.1") && pages.contains("docscan-pipeline.5") && pages.count >= 23)
    for page in pages { try folder.write(try docscan(["man", page]), to: page) }
    var lint = Command("mandoc", ["-T", "lint"] + pages)
    lint.directory = folder.path
    let result = try lint.run()
    // The pages refer to one another and aren't installed here. For a flag, mdoc adds the first of its dashes.
    let complaints = result.output.split(separator: "\n").filter {
      !$0.contains("referenced manual not found: Xr docscan")
    }
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    for page in pages where page.hasSuffix(".1") && page.hasPrefix("docscan-") && page != "docscan-worker.1" {
      let name = String(page.dropFirst(8).dropLast(2))
      let options = try docscan([name, "--help"]).matches(of: /^ {2}.{0,4}--([a-z-]+)/.anchorsMatchLineEndings())
      #expect(options.count >= 3, "\(name)")
      let text = try folder.text(page).replacing("\\-", with: "-")
      for option in options { #expect(text.contains("Fl -\(option.output.1)"), "\(name)") }
    }
    let pipeline = try folder.text("docscan-pipeline.5").replacing("\\-", with: "-")
    for part in ["\\&deskew", "\\&maximumAngle", "\\&secondsPerPage", "\\&pdfa", "\\&existingText"] {
      #expect(pipeline.contains(part), "\(part)")
    }
  }

  @Test("Names an installation's commit and the libraries of both programs with -V")
  func buildInfo() throws {
    #expect(try docscan(["-V"]).contains("\ncommit unknown"))
    let folder = try TemporaryFolder()
    _ = try folder.makeFolder("share/docscan")
    try folder.write(
      #"{"commit": "0123abcd", "compiler": "Swift 6.3", "date": "2026-01-02"}"#, to: "share/docscan/build.json")
    _ = try folder.makeFolder("bin")
    // A separate process copies the programs: one that another test starts at the same time must not inherit them open
    // for writing.
    let programs = ["docscan", "docscan-worker"].map { Places.products + "/" + $0 }
    #expect(try Command("cp", programs + [folder / "bin"]).run().exitCode == 0)
    let result = try Command(folder / "bin/docscan", ["run", "-V"]).run()
    #expect(result.exitCode == 0 && result.output.contains("\ncommit 0123abcd of 2026-01-02\ncompiler Swift 6.3\n"))
    for library in ["libcurl", "SQLite", "Tesseract", "OpenCV", "poppler", "qpdf", "Leptonica", "libheif"] {
      let line = result.output.split(separator: "\n").first { $0.lowercased().hasPrefix(library.lowercased() + " ") }
      #expect(line?.last?.isNumber == true, "\(library): \(result.summary)")
    }
  }

  @Test("Lists this version and its day first in the changes, after changes that aren't released")
  func changes() throws {
    let version = try docscan(["--version"]).split(separator: "\n").first?.split(separator: " ").last ?? ""
    let page = try String(contentsOfFile: Places.package + "/Sources/DocScan/DocScan.docc/Changes.md", encoding: .utf8)
    let manual = try docscan(["man", "docscan.1"]).split(separator: "\n")
    let day = manual.first { $0.hasPrefix(".Dd ") }?.dropFirst(4) ?? ""
    let headings = page.split(separator: "\n").filter { $0.hasPrefix("## ") && $0 != "## Unreleased" }
    #expect(headings.first == "## \(version), \(day)")
  }

  @Test("Makes a release with its version, day, changes, and tag, and refuses an older version")
  func release() throws {
    let folder = try TemporaryFolder()
    func run(in directory: String? = nil, _ words: String...) throws -> CommandResult {
      var command = Command(words[0], Array(words.dropFirst()))
      command.directory = directory ?? folder.path
      return try command.run()
    }
    let copied = [
      "Pipelines/packaging/release.sh", "Pipelines/plugins", "Sources/DocScanWorkers/Installation.swift",
      "Sources/DocScan/DocScan.docc/Changes.md",
    ]
    for path in copied {
      #expect(try run(in: Places.package, "cp", "--parents", "-r", path, folder.path).exitCode == 0)
    }
    let changes = "Sources/DocScan/DocScan.docc/Changes.md"
    try folder.write("# Changes\n\n## Unreleased\n\n- A change.\n\n## 0.0.1, May 1, 2020\n", to: changes)
    #expect(try run("git", "init", "--quiet").exitCode == 0)
    #expect(try run("git", "config", "user.name", "Someone").exitCode == 0)
    #expect(try run("git", "config", "user.email", "someone@example.invalid").exitCode == 0)
    #expect(try run("git", "add", ".").exitCode == 0)
    #expect(try run("git", "commit", "--quiet", "--message", "Start").exitCode == 0)
    let older = try run("bash", "Pipelines/packaging/release.sh", "0.0.9")
    #expect(older.exitCode == 1 && older.errors.contains("0.0.9 isn't newer than"))
    #expect(try run("git", "status", "--porcelain").output.isEmpty)
    let made = try run("bash", "Pipelines/packaging/release.sh", "98.7.6")
    #expect(made.exitCode == 0, "\(made.summary)")
    #expect(try run("git", "tag").output == "v98.7.6\n")
    #expect(try run("git", "status", "--porcelain").output.isEmpty)
    #expect(try folder.text("Sources/DocScanWorkers/Installation.swift").contains("static let version = \"98.7.6\""))
    #expect(try folder.text("Pipelines/plugins/pyproject.toml").contains("version = \"98.7.6\""))
    let list = try folder.text(changes)
    #expect(list.hasPrefix("# Changes\n\n## 98.7.6, ") && list.contains("\n\n- A change.\n\n## 0.0.1"))
    let next = try run("bash", "Pipelines/packaging/release.sh", "98.7.7")
    #expect(next.errors.contains("has no section \"Unreleased\""))
  }

  @Test("Lists exactly the linked libraries, each with its version and license")
  func materials() throws {
    let programs = ["docscan", "docscan-worker"].map { Places.products + "/" + $0 }
    let script = Places.package + "/Pipelines/packaging/sbom.py"
    let result = try Command("python3", [script, "1.2.3", "0"] + programs).run()
    #expect(result.exitCode == 0, "\(result.summary)")
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    #expect(document.spdxVersion == "SPDX-2.3" && document.creationInfo.created == "1970-01-01T00:00:00Z")
    let loaded = Set(
      try programs.flatMap { program in
        try Command("ldd", [program]).run().output.matches(of: /^\t(\S+) => \//.anchorsMatchLineEndings()).map {
          String($0.output.1)
        }
      })
    let listed = document.packages.filter { $0.primaryPackagePurpose == "LIBRARY" }
    #expect(loaded.count > 50 && loaded == Set(listed.map(\.name).filter { !$0.hasPrefix("ld-linux") }))
    for library in listed {
      #expect(library.versionInfo != "NOASSERTION" && library.licenseDeclared != "NOASSERTION", "\(library.name)")
    }
    let direct = Set(document.relationships.filter { $0.relationshipType == "DYNAMIC_LINK" }.map(\.relatedSpdxElement))
    for name in ["libtesseract.so.5", "libcurl.so.4", "libseccomp.so.2"] { #expect(direct.contains("SPDXRef-\(name)")) }
    #expect(!direct.contains("SPDXRef-libpng16.so.16"))
    let known = Set(document.packages.map(\.SPDXID) + ["SPDXRef-DOCUMENT"])
    for relation in document.relationships {
      #expect(known.contains(relation.spdxElementId) && known.contains(relation.relatedSpdxElement))
    }
    // Each license that SPDX doesn't define is explained.
    let explained = Set((document.hasExtractedLicensingInfos ?? []).map(\.licenseId))
    for library in listed {
      for licence in library.licenseDeclared.split(separator: " AND ") where licence.hasPrefix("LicenseRef-") {
        #expect(explained.contains(String(licence)), "\(library.name)")
      }
    }
  }

  /// The parts of an SPDX document that the test reads.
  private struct Document: Decodable {
    struct Package: Decodable {
      var SPDXID, name, versionInfo, licenseDeclared: String
      var primaryPackagePurpose: String?
    }
    struct Relationship: Decodable { var spdxElementId, relationshipType, relatedSpdxElement: String }
    struct Licence: Decodable { var licenseId: String }
    struct Creation: Decodable { var created: String }

    var spdxVersion: String
    var creationInfo: Creation
    var packages: [Package]
    var relationships: [Relationship]
    var hasExtractedLicensingInfos: [Licence]?
  }
}
