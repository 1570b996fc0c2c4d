// SPDX-License-Identifier: GPL-3.0-or-later
// Support: words from pdftotext for comparison.

import DocScanCore
import Foundation

/// A second source for the words of a PDF.
enum PDFToText {
  private static let program = "/usr/bin/pdftotext"

  static var isThere: Bool { FileManager.default.isExecutableFile(atPath: program) }

  /// Returns the first page's words with their boxes in points.
  static func words(path: String) throws -> [(text: String, box: Box)] {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-bbox", "-cropbox", "-l", "1", path, "-"]
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return output.split(separator: "\n").compactMap { line in
      // <word xMin="72.0" yMin="70.1" xMax="90.2" yMax="84.3">The</word>
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count == 9, parts[0].contains("<word"), let x1 = Double(parts[1]), let y1 = Double(parts[3]),
        let x2 = Double(parts[5]), let y2 = Double(parts[7])
      else { return nil }
      let text = parts[8].dropFirst().replacing("</word>", with: "").replacing("&lt;", with: "<")
        .replacing("&apos;", with: "'").replacing("&gt;", with: ">").replacing("&quot;", with: "\"").replacing(
          "&amp;", with: "&")
      return (String(text).precomposedStringWithCanonicalMapping, Box(x: x1, y: y1, width: x2 - x1, height: y2 - y1))
    }
  }
}
