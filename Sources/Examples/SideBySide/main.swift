// SPDX-License-Identifier: GPL-3.0-or-later

import DocScan
import FoundationEssentials
import Glibc

// Scans Korean and English pages, and shows each next to its text, with the alternative readings of each line.
//
//   SideBySide FOLDER-OR-FILE… > pages.html

let inputs = Array(CommandLine.arguments.dropFirst())

/// Standard error, because standard output goes to a file.
struct StandardError: TextOutputStream {
  func write(_ text: String) { _ = unsafe Glibc.write(STDERR_FILENO, text, text.utf8.count) }
}
var standardError = StandardError()

guard let first = inputs.first else {
  print("Name a folder with photographs, or the photographs.", to: &standardError)
  exit(2)
}

func html(_ text: String) -> String {
  text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
}

do {
  var isFolder = false
  if inputs.count == 1, let kind = try FileManager.default.attributesOfItem(atPath: first)[.type] as? FileAttributeType
  {
    isFolder = kind == .typeDirectory
  }
  let scan =
    try await isFolder
    ? DocumentScan(contentsOfFolder: URL(filePath: first)) : DocumentScan(contentsOf: inputs.map { URL(filePath: $0) })

  var request = RecognizeTextRequest()
  request.recognitionLevel = .accurate
  request.recognitionLanguages = ["ko-KR", "en-US"]
  request.usesLanguageCorrection = true

  print("<!doctype html><meta charset=utf-8><title>\(html(scan.title))</title>")
  print("<style>article{display:flex;gap:2em;scroll-snap-align:start}img,ol{width:45%}</style>")
  for await page in scan.perform(request) {
    print("<article id=\"page-\(page.index + 1)\">")
    do {
      let image = try await scan.pages[page.index].image(as: .jpeg(quality: 80))
      print("<img alt=\"\" src=\"data:image/jpeg;base64,\(image.data.base64EncodedString())\"><ol>")
      for line in try page.result.get() {
        let others = line.topCandidates(3).dropFirst().map(\.string).joined(separator: " / ")
        print("<li title=\"\(html(others))\">\(html(line.transcript))</li>")
      }
      print("</ol>")
    } catch {
      print("<p>\(html("\(error)"))</p>")
    }
    print("</article>")
  }
} catch {
  print("The pages cannot be shown: \(error)", to: &standardError)
  exit(1)
}
