// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prints the structure of recognized pages, for Tests/Tools/fit/structure.py, as a line of JSON for each given page JSON:
//
//   swift run PageParts markdown pages/0001.json…      its Markdown
//   swift run PageParts evidence pages/0001.json…      the evidence for its headings and running heads

internal import DocScanCore
internal import DocScanLayout
internal import DocScanWriters
internal import FoundationEssentials

struct Line: Encodable {
  let path: String
  var markdown: String?
  var evidence: [PageStructure.Evidence]?
}

for path in CommandLine.arguments.dropFirst(2) {
  let page = try JSONDecoder().decode(RecognizedPage.self, from: Data(contentsOf: URL(filePath: path)))
  var line = Line(path: path)
  if CommandLine.arguments[1] == "markdown" {
    line.markdown = PageMarkdown.text(of: page)
  } else {
    line.evidence = PageMarkdown.evidence(on: page)
  }
  print(String(decoding: try JSONText.compact(line), as: UTF8.self))
}
