// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the listings of the manual compile.

import DocScanFixtures
import Foundation
import Testing

@Suite("Listings of the manual")
struct ListingTests {
  @Test("Compiles the listings of a page, one after another, as one program", arguments: ["Programming", "DocScan"])
  func listings(page: String) throws {
    let text = try String(
      contentsOfFile: Places.package + "/Sources/DocScan/DocScan.docc/\(page).md", encoding: .utf8)
    let listings = text.matches(of: /```swift\n((?s:.*?))```/).map { String($0.1) }.filter { listing in
      // Manifests, and the worker of the example OwnStage.
      !["PackageDescription", ".executableTarget(", "WorkerProgram"].contains { listing.contains($0) }
    }
    #expect(listings.count > 1)
    let lines = listings.joined().split(separator: "\n", omittingEmptySubsequences: false)
    let imports = Set(lines.filter { $0.hasPrefix("import ") })
    let folder = try TemporaryFolder()
    let program = (imports.sorted() + lines.filter { !$0.hasPrefix("import ") }).joined(separator: "\n")
    let file = try folder.write(program, to: "main.swift")
    var arguments = ["-typecheck", "-swift-version", "6", "-I", Places.products + "/Modules", file]
    // The compiler loads the C modules that docscan's modules import.
    arguments += ["-Xcc", "-I/usr/include/libxml2"]
    for folder in [Places.package + "/Sources", Places.products] {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix("C") {
        let map = "\(folder)/\(name)/module.modulemap"
        if FileManager.default.fileExists(atPath: map) { arguments += ["-Xcc", "-fmodule-map-file=\(map)"] }
      }
    }
    let result = try Command("swiftc", arguments).run()
    #expect(result.exitCode == 0, "\(result.summary)")
  }
}
