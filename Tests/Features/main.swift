// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prints the measurements that docscan's weights are applied to, for the programs that fit the weights:
//
//   swift run Features outlines PHOTOGRAPH…      # for Tests/Tools/fit/sheets.py: a line for each outline that may be the sheet's
//   swift run Features lines PAGE…               # for Tests/Tools/fit/turns.py: a line for each page
//   swift run Features turns PAGE…               # for Tests/Tools/fit/turns.py: the lines' evidence, and the network's step by step
//
// A line with each file's size and name comes first.

internal import CFeatures
internal import DocScanCore
internal import DocScanFixtures
internal import DocScanNative
internal import DocScanVision

let kind = CommandLine.arguments.dropFirst().first ?? ""
let turns = kind == "turns" ? try TurnFeatures() : nil
for path in CommandLine.arguments.dropFirst(2) {
  let page = try Raster.firstPage(of: path)
  print("picture", page.width, page.height, path)
  if let turns {
    try turns.print(page)
    continue
  }
  var error = VisionError()
  let status: Int32 =
    switch kind {
    case "outlines": unsafe page.withVisionImage { image in unsafe features_print_outlines(image, &error) }
    case "lines": unsafe page.withVisionImage { image in unsafe features_print_lines(image, &error) }
    case _: throw FixtureError("There are outlines, lines and turns to be measured, not \(kind).")
    }
  guard status == 0 else { throw FixtureError("\(path) could not be measured.") }
}
