// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prints what docscan finds in the text of pages that were read before: a line of JSON for each page JSON that is named,
//
//   swift run Understand '{"detect": {"mask": false}}' pages/0001.json…
//
// with settings of the stages before them, so that a change to a stage that looks at text can be measured in seconds.

internal import DocScanCore
internal import DocScanEngine
internal import FoundationEssentials

struct Line: Encodable {
  let path: String
  let findings: PageFindings
}

let settings = try JSONDecoder().decode(
  [String: [String: JSONValue]].self, from: Data((CommandLine.arguments.dropFirst().first ?? "{}").utf8))
let stages = try builtInStages.compactMap { $0 as? any TextStage.Type }.map { type in
  try type.init(settings: type.description.table.resolve(settings[type.description.name] ?? [:], path: ""))
}

for path in CommandLine.arguments.dropFirst(2) {
  let page = try JSONDecoder().decode(RecognizedPage.self, from: Data(contentsOf: URL(filePath: path)))
  var findings = PageFindings()
  for stage in stages {
    if let found = try stage.look(at: page) { try findings.set(found) }
  }
  print(String(decoding: try JSONText.compact(Line(path: path, findings: findings)), as: UTF8.self))
}
