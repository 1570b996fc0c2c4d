// SPDX-License-Identifier: GPL-3.0-or-later
//
// Makes the committed sample documents: `swift run SampleMaker Pipelines/sample`. The same sources make the same bytes.

internal import DocScanFixtures

guard CommandLine.arguments.count == 2 else {
  throw FixtureError("One argument is needed: the folder for the samples.")
}
try Samples(folder: CommandLine.arguments[1]).make()
