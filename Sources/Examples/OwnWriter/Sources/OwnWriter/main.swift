// SPDX-License-Identifier: GPL-3.0-or-later

import DocScan
import DocScanWriters
import Foundation

// Runs docscan's default pipeline with an additional writer.
//
//   OwnWriter FOLDER FILE…
//
// To use a pipeline file with {"writer": "lines"}: PipelineSource(file: URL(filePath: "pipeline.json")).

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count > 1 else {
  print("Name a folder for the results, and files.")
  exit(2)
}
do {
  let changes = PipelineChanges(writers: [LinesWriter.description.name])
  let run = BatchRun(
    PipelineSource(preset: .scan, changes: changes),
    options: BatchOptions(
      inputs: arguments.dropFirst().map { URL(filePath: $0) }, outputDirectory: URL(filePath: arguments[0]),
      ownWriters: [LinesWriter.self],
      ownVersions: ["lines": "1.0"]))
  let report = try await run.perform()
  for document in report.documents { print(document.name, document.status) }
} catch {
  print("The pages cannot be written: \(error)")
  exit(1)
}
