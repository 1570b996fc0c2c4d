// SPDX-License-Identifier: GPL-3.0-or-later

import DocScan
import Foundation

// Three photographs become a scan, lines of text, and a searchable PDF.
//
//   ThreePhotos PHOTO…      # writes letters.pdf, and the first sheet as first.png

let photos = CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
if photos.isEmpty {
  print("Name one or more photos.")
  exit(2)
}
do {
  let scan = try await DocumentScan(contentsOf: photos, title: "letters")
  print(scan.title, scan.pageCount)
  try await scan.imageOfPage(at: 0).write(to: URL(filePath: "first.png"))

  var request = RecognizeTextRequest()
  request.recognitionLanguages = ["en-US"]
  request.customWords = ["Whitcombe"]
  for await page in scan.perform(request) {
    for line in try page.result.get() where line.confidence > 0.9 { print(page.index + 1, line.transcript) }
  }

  let run = SingleFileRun(
    PipelineSource(preset: .scan), options: BatchOptions(inputs: photos, name: "letters", mergesInputs: true),
    to: URL(filePath: "letters.pdf"))
  let report = try await run.perform()
  print("pages in letters.pdf:", report.totals.pages)
} catch {
  print("The photos cannot be read: \(error)")
  exit(1)
}
