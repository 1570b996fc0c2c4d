// SPDX-License-Identifier: GPL-3.0-or-later

import DocScan
import FoundationEssentials
import Glibc

// Reads a photograph without corrections, and prints the box of each word in pixels, or the word at a point.
//
//   TapABox [--engine fast|accurate] [--svg] FILE [X Y]
//
// --svg prints the boxes as an overlay for the picture.

var arguments = Array(CommandLine.arguments.dropFirst())
var request = RecognizeTextRequest()
request.automaticallyDetectsLanguage = true
if let option = arguments.firstIndex(of: "--engine"), option + 1 < arguments.count {
  request.recognitionLevel = arguments[option + 1] == "fast" ? .fast : .accurate
  arguments.removeSubrange(option...option + 1)
}
let wantsDrawing = arguments.contains("--svg")
arguments.removeAll { $0 == "--svg" }
guard let file = arguments.first, [1, 3].contains(arguments.count) else {
  print("Usage: TapABox [--engine fast|accurate] [--svg] FILE [X Y]")
  exit(2)
}

/// A word with its box, in pixels from the upper left corner.
struct Found {
  var text: String
  var box: Box
}

/// Rounds a coordinate for display.
func short(_ value: Double) -> String { "\(Int(value.rounded()))" }

do {
  let scan = try await DocumentScan(contentsOf: [URL(filePath: file)], straightening: .none)
  let size = try await scan.imageOfPage(at: 0).size
  let words = try await request.perform(on: scan.pages[0]).flatMap { line -> [Found] in
    guard let text = line.topCandidates(1).first else { return [] }
    return text.string.split(separator: " ").compactMap { word in
      text.boundingBox(for: word.startIndex..<word.endIndex).map {
        Found(text: String(word), box: $0.boundingBox.toImageCoordinates(size, origin: .upperLeft))
      }
    }
  }

  if arguments.count == 3, let x = Double(arguments[1]), let y = Double(arguments[2]) {
    let word = words.first { ($0.box.x...$0.box.maxX).contains(x) && ($0.box.y...$0.box.maxY).contains(y) }
    print(word?.text ?? "No word is there.")
    exit(word == nil ? 1 : 0)
  }
  if wantsDrawing {
    print("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size.width) \(size.height)\">")
    for word in words {
      let (box, title) = (word.box, word.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))
      print(
        "<rect x=\"\(short(box.x))\" y=\"\(short(box.y))\" width=\"\(short(box.width))\" height=\"\(short(box.height))\" "
          + "fill=\"none\" stroke=\"red\"><title>\(title)</title></rect>")
    }
    print("</svg>")
  } else {
    for word in words {
      print([word.box.x, word.box.y, word.box.width, word.box.height].map(short).joined(separator: " "), word.text)
    }
  }
} catch {
  print("\(file) cannot be read: \(error)")
  exit(1)
}
