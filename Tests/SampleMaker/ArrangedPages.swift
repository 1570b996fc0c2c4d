// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFixtures
internal import DocScanNative
internal import FoundationEssentials

/// Pages of each arrangement, scanned and as born-digital PDFs, with their lines in reading order.
struct ArrangedPages {
  let seed: UInt64

  /// Writes this many of each kind: `KIND/SEED-NUMBER.png` and `.pdf`, each with `.truth.txt`.
  func make(_ count: Int, in folder: String) throws {
    for (index, kind) in Arrangement.allCases.enumerated() {
      var random = SeededGenerator(seed: seed &* 1_000 &+ UInt64(index))
      try FileManager.default.createDirectory(atPath: "\(folder)/\(kind.rawValue)", withIntermediateDirectories: true)
      for number in 0..<count {
        let page = try kind.page(&random)
        let path = "\(folder)/\(kind.rawValue)/\(seed)-\(number)"
        let dpi = 100 * Double(Int.random(in: 2...3, using: &random))
        let scan = try page.raster(dpi: dpi).skewed(clockwiseDegrees: Double.random(in: -0.6...0.6, using: &random))
          .image
        try scan.withNoise(deviation: 6, seed: seed).write(to: path + ".png", as: .png, dpi: dpi)
        try PageDrawing.writePDF([page], to: path + ".pdf")
        for ending in ["png", "pdf"] {
          try Data((page.text + "\n").utf8).write(to: URL(filePath: "\(path).\(ending).truth.txt"))
        }
      }
    }
  }
}
