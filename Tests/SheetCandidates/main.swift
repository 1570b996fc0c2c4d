// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prints what the search for a sheet measures of each outline that it considers, for Tests/sheets.py:
//
//   swift run SheetCandidates PHOTOGRAPH…
//
// A line with the size and the name of each photograph, and below it a line for each candidate.

internal import CSheetCandidates
internal import DocScanCore
internal import DocScanFixtures
internal import DocScanNative

for path in CommandLine.arguments.dropFirst() {
  let photograph = try Raster.firstPage(of: path)
  print("photograph", photograph.width, photograph.height, path)
  var error = VisionError()
  let status = unsafe photograph.withVisionImage { image in unsafe sheet_candidates_print(image, &error) }
  guard status == 0 else { throw FixtureError("The candidates in \(path) could not be measured.") }
}
