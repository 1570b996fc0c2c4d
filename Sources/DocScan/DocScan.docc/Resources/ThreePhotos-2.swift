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
} catch {
  print("The photos cannot be read: \(error)")
  exit(1)
}
