// SPDX-License-Identifier: GPL-3.0-or-later
// Support: queries of written XML and text files.

import DocScanCore
import DocScanFixtures
import DocScanWriters

/// The files that a writer makes from pages, and queries through `xmllint`.
struct WrittenFiles {
  let folder: TemporaryFolder

  init(
    _ type: any DocumentWriter.Type, _ pages: [SamplePage], settings: [String: JSONValue] = [:],
    writers: [ChosenWriter] = []
  ) throws {
    folder = try TemporaryFolder()
    let destination = WriterDestination(
      directory: folder.path, baseName: "sample", versions: ["docscan": "1.2.3", "Tesseract": "5.3.0"],
      writers: writers)
    let writer = try type.init(settings: ResolvedSettings(values: settings), destination: destination)
    for page in pages { try writer.append(WriterPage(result: page.result, picturePath: nil)) }
    try writer.finish()
  }

  func text(_ name: String) throws -> String { try folder.text(name) }

  /// Returns the text value of an XPath expression, which names elements without namespaces, as in `//TextLine[1]/@ID`.
  func value(_ name: String, _ path: String) throws -> String {
    let output = try Command("xmllint", ["--xpath", "string(\(Self.qualified(path)))", folder / name]).check().output
    return output.hasSuffix("\n") ? String(output.dropLast()) : output
  }

  /// Returns the values of all attributes that an XPath expression selects, without quotation marks.
  func attributes(_ name: String, _ path: String) throws -> [String] {
    guard try value(name, "count(\(path))") != "0" else { return [] }
    let output = try Command("xmllint", ["--xpath", Self.qualified(path), folder / name]).check().output
    return output.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }

  /// Returns the number of nodes that an XPath expression selects.
  func count(_ name: String, _ path: String) throws -> Int {
    Int(try value(name, "count(\(path))")) ?? -1
  }

  /// Rewrites element names so that the namespace doesn't matter.
  private static func qualified(_ path: String) -> String {
    path.replacing(/(\/|^|\()([A-Za-z]+)(?=[\/\[\)\s]|$)/) { "\($0.1)*[local-name()='\($0.2)']" }
  }
}
