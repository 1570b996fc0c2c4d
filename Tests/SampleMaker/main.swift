// SPDX-License-Identifier: GPL-3.0-or-later
//
// Makes what is committed but drawn by a program; the same sources make the same bytes:
//
//   swift run SampleMaker samples Pipelines/sample
//   swift run SampleMaker gallery Sources/DocScan/DocScan.docc/Resources
//
// And, for Tests/noise.py, pages that are nothing but noise:
//
//   swift run SampleMaker noise FOLDER

internal import DocScanFixtures

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.last) {
case ("samples", let folder?) where arguments.count == 2: try Samples(folder: folder).make()
case ("gallery", let folder?) where arguments.count == 2: try Gallery(folder: folder).make()
case ("noise", let folder?) where arguments.count == 2: try NoisePages(folder: folder).make()
case _: throw FixtureError("Two arguments are needed: samples, gallery or noise, and the folder for them.")
}
