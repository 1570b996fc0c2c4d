// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the committed samples and pictures; equal sources make equal bytes:
//
//   swift run SampleMaker samples Pipelines/sample
//   swift run SampleMaker gallery Sources/DocScan/DocScan.docc/Resources
//
// For Tests/Tools/measure/noise.py, pages of noise:
//
//   swift run SampleMaker noise FOLDER
//
// For Tests/Tools/measure/quality.py, a page that is degraded in steps:
//
//   swift run SampleMaker degraded FOLDER
//
// For Tests/Tools/measure/order.py, pages of many arrangements, with their lines in reading order:
//
//   swift run SampleMaker arranged FOLDER SEED COUNT
//
// For Tests/Tools/fit/turns.py, pages in seven scripts, some with little text:
//
//   swift run SampleMaker scripts FOLDER SEED COUNT
//
// For Tests/Tools/measure/understanding.py and fit/values.py, receipts of six countries with their fields:
//
//   swift run SampleMaker receipts FOLDER SEED COUNT
//
// For the programs that fit and measure, pages with exactly known truth, from drawn documents or from the first pages of
// files; each seed makes other pages:
//
//   swift run SampleMaker photographs|held|flatbeds|turned|askew FOLDER SEED COUNT [FILE…]

internal import DocScanFixtures

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2 else { throw FixtureError("What is to be made, and the folder for it, are needed.") }
switch arguments[0] {
case "samples": try Samples(folder: arguments[1]).make()
case "gallery": try Gallery(folder: arguments[1]).make()
case "noise": try NoisePages(folder: arguments[1]).make()
case "degraded": try DegradedPages(folder: arguments[1]).make()
case "arranged", "scripts", "receipts":
  guard arguments.count == 4, let seed = UInt64(arguments[2]), let count = Int(arguments[3]) else {
    throw FixtureError("A seed and a number of pages are needed.")
  }
  switch arguments[0] {
  case "scripts": try ScriptPages(seed: seed).make(count, in: arguments[1])
  case "receipts": try ReceiptPages(seed: seed).make(count, in: arguments[1])
  case _: try ArrangedPages(seed: seed).make(count, in: arguments[1])
  }
case let kind:
  guard let change = LabelledPages.Change(rawValue: kind), arguments.count >= 4, let seed = UInt64(arguments[2]),
    let count = Int(arguments[3])
  else { throw FixtureError("There is no \(kind); see Tests/SampleMaker/main.swift.") }
  try LabelledPages(change: change, seed: seed, files: Array(arguments[4...])).make(count, in: arguments[1])
}
