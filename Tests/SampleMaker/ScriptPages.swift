// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFixtures
internal import DocScanNative
internal import FoundationEssentials

/// Pages in several scripts, some with so little text that their orientation is hard to detect.
struct ScriptPages {
  /// The content of a page.
  private enum Kind: String, CaseIterable { case text, short, title, table, numbers, slip }

  private static let greek = [
    "Η βιβλιοθήκη της γειτονιάς", "Αγαπητοί γείτονες,",
    "από την πρώτη Δευτέρα του επόμενου μήνα η βιβλιοθήκη μεταφέρεται στο νέο κτίριο δίπλα στην αγορά. Στον δεύτερο όροφο "
      + "υπάρχουν σαράντα θέσεις για ήσυχη μελέτη, και από την ταράτσα φαίνονται το ποτάμι και τα βουνά.",
  ]
  private static let cyrillic = [
    "Районная библиотека переезжает", "Дорогие соседи!",
    "С первого понедельника следующего месяца библиотека переезжает в новое здание рядом с рынком. На втором этаже есть "
      + "детская комната и сорок мест для спокойной работы, а с крыши хорошо видны река и горы.",
  ]

  let seed: UInt64

  /// Writes this many of each kind in each script: `SCRIPT-KIND-SEED-NUMBER.png`.
  func make(_ count: Int, in folder: String) throws {
    var random = SeededGenerator(seed: seed)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let scripts =
      [("cyrillic", Self.cyrillic, PageFont.Family.sans), ("greek", Self.greek, .serif)]
      + ["eng", "kor", "jpn", "chi_sim", "chi_tra"]
      .map { ($0, Documents.paragraphs(in: $0), Documents.family(for: $0)) }
    for (script, paragraphs, family) in scripts {
      for kind in Kind.allCases {
        for number in 0..<count {
          let page = try Self.page(kind, paragraphs, family, &random)
          let dpi = Double.random(in: 100...200, using: &random)
          let scan = try page.raster(dpi: dpi).skewed(clockwiseDegrees: Double.random(in: -3...3, using: &random)).image
          try scan.withNoise(deviation: Double.random(in: 2...12, using: &random), seed: random.next())
            .write(to: "\(folder)/\(script)-\(kind.rawValue)-\(seed)-\(number).png", as: .png, dpi: dpi)
        }
      }
    }
  }

  private static func page(
    _ kind: Kind, _ paragraphs: [String], _ family: PageFont.Family, _ random: inout SeededGenerator
  ) throws -> PageDrawing {
    let sizes: [PageSize] = kind == .slip ? [PageSize(width: 230, height: 520)] : [.a4, .a5]
    var page = PageDrawing(size: sizes.randomElement(using: &random) ?? .a4)
    let left = Double.random(in: 20...60, using: &random)
    let font = PageFont(family, size: Double.random(in: 8...13, using: &random))
    let width = page.size.width - 2 * left
    var y = left + 2 * font.size
    let body = paragraphs.dropFirst(2).joined(separator: " ")
    switch kind {
    case .text:
      while y < page.size.height - left {
        y = try page.paragraph(body, at: Point(x: left, y: y), width: width, font: font, leading: 1.5) + font.size
      }
    case .short:
      y += Double.random(in: 0...0.5, using: &random) * page.size.height
      try page.paragraph(
        String(body.prefix(Int.random(in: 30...120, using: &random))), at: Point(x: left, y: y), width: width,
        font: font)
    case .title:
      y += page.size.height / 4
      for (text, size) in [(paragraphs[0], 2.0), (paragraphs[1], 1.2)] {
        y =
          try page.paragraph(
            text, at: Point(x: left, y: y), width: width, font: PageFont(family, size: size * font.size)) + 40
      }
    case .table, .numbers, .slip:
      let columns = kind == .slip ? 1 : Int.random(in: 2...5, using: &random)
      for row in 0..<Int.random(in: 8...24, using: &random) where y < page.size.height - left {
        if kind != .numbers {
          let start = body.index(body.startIndex, offsetBy: 7 * row % max(1, body.count - 9))
          try page.line(String(body[start...].prefix(8)), at: Point(x: left, y: y), font: font)
        }
        for column in 1...columns {
          let number = Int.random(in: 1...99_999, using: &random)
          try page.line(
            kind == .numbers && columns.isMultiple(of: 2) ? "\(number)" : "\(number / 100).\(10 + number % 90)",
            endingAt: Point(x: left + width * Double(column + 1) / Double(columns + 1), y: y), font: font)
        }
        y += 1.7 * font.size
      }
    }
    return page
  }
}
