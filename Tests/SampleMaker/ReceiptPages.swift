// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFixtures
internal import DocScanNative
internal import FoundationEssentials

/// Receipts of six countries, scanned or photographed, each with a file of its fields.
struct ReceiptPages {
  /// The condition of a receipt before it is read.
  private enum Condition: String, CaseIterable { case scan, faded, curled, photo }

  let seed: UInt64

  /// Writes this many of each country: `COUNTRY-CONDITION-SEED-NUMBER.png`, with `.fields.json` and `.lang`.
  func make(_ count: Int, in folder: String) throws {
    var random = SeededGenerator(seed: seed)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for country in DrawnReceipt.Country.allCases {
      for number in 0..<count {
        let receipt = try DrawnReceipt(from: country, &random)
        let condition = Condition.allCases[number % Condition.allCases.count]
        let path = "\(folder)/\(country.rawValue)-\(condition.rawValue)-\(seed)-\(number).jpg"
        let dpi = Double.random(in: 170...230, using: &random)
        let page = try receipt.page.raster(dpi: dpi)
        let noise = Double.random(in: 2...8, using: &random)
        let picture =
          switch condition {
          case .scan:
            try page.skewed(clockwiseDegrees: Double.random(in: -2...2, using: &random)).image.withNoise(
              deviation: noise, seed: random.next())
          case .faded:
            try page.faded(black: UInt8.random(in: 80...130, using: &random), white: 225).blurred().withNoise(
              deviation: noise, seed: random.next())
          case .curled:
            try page.curled(depth: Double.random(in: 4...14, using: &random)).withNoise(
              deviation: noise, seed: random.next())
          case .photo: try DeskPhoto(of: page, heldBy: &random).image
          }
        try picture.write(
          to: path, as: .jpeg, dpi: condition == .photo ? 72 : dpi, quality: Int.random(in: 75...95, using: &random))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try encoder.encode(receipt.truth).write(to: URL(filePath: path + ".fields.json"))
        try Data(receipt.languages.joined(separator: "+").utf8).write(to: URL(filePath: path + ".lang"))
      }
    }
  }
}
