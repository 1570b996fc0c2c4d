// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFixtures
internal import DocScanNative
internal import DocScanVision
internal import FoundationEssentials

/// Files of all kinds that docscan can read.
enum GoodFiles {
  /// The maximum size of real documents in bytes, because larger ones would take most of the time.
  private static let largestFound = 1_500_000

  /// Returns small files of every kind, drawn by code.
  static func made() throws -> [SampleFile] {
    let folder = try TemporaryFolder()
    let dpi = 150.0
    let page = try note(lines: ["Order 4711 of 12 May", "Two barrows and compost", "Total 31.50 EUR"]).raster(dpi: dpi)
    let second = try note(lines: ["Second page", "Thank you for your order"]).raster(dpi: dpi)
    for format in PictureFormat.allCases {
      try page.write(to: folder / "\(format).\(format.ending)", as: format, dpi: dpi)
    }
    try page.inColour().write(to: folder / "colour.jpg", as: .jpeg, dpi: dpi)
    try page.write(to: folder / "turned.jpg", as: .jpeg, dpi: dpi, orientation: 6)
    try Raster.writeTIFF([page, second, page], to: folder / "three.tif", dpi: dpi)
    for (name, encoding) in [("jpeg", .jpeg(quality: 80)), ("g4", .g4), ("flate", .flate)]
      as [(String, ImagePDF.Encoding)]
    {
      try ImagePDF([page, second], dpi: dpi, encoding: encoding).write(to: folder / "scan-\(name).pdf")
    }
    var layered = ImagePDFPage(page, dpi: dpi)
    layered.hiddenWords = [DrawnWord(text: "earlier", box: Box(x: 40, y: 40, width: 80, height: 20))]
    try ImagePDF([layered]).write(to: folder / "layered.pdf")
    try PageDrawing.writePDF([try note(lines: ["Born digital", "with fonts"])], to: folder / "born.pdf")
    try folder.write(HandmadePDF.pages(2).data, to: "plain.pdf")
    try PDFVariants.packObjects(folder / "scan-jpeg.pdf", to: folder / "packed.pdf")
    try PDFVariants.encrypt(folder / "scan-jpeg.pdf", to: folder / "encrypted.pdf")
    return try folder.files().map { try file(folder / $0) }
  }

  /// Returns three documents next to the hostile ones, whose results must not be affected.
  static func neighbours() throws -> [SampleFile] {
    let wanted = ["packed.pdf", "three.tif", "colour.jpg"]
    return try made().filter { wanted.contains($0.fileName) }.map { good in
      var good = good
      good.name = "good-" + good.name
      return good
    }
  }

  /// Returns real documents of a folder according to its MANIFEST.jsonl; `isHostile` selects the kind.
  static func found(in folder: String, hostile isHostile: Bool) throws -> [SampleFile] {
    let list = String(decoding: try Data(contentsOf: URL(filePath: folder + "/MANIFEST.jsonl")), as: UTF8.self)
    return try list.split(separator: "\n").compactMap { line in
      let entry = try JSONDecoder().decode(Entry.self, from: Data(line.utf8))
      let ending = entry.path.split(separator: ".").last.map { $0.lowercased() } ?? ""
      guard entry.isHostile == isHostile, isHostile || entry.bytes <= largestFound, builtInFormats.fit(ending: ending)
      else { return nil }
      return try file(folder + "/" + entry.path)
    }
  }

  private struct Entry: Decodable {
    var path: String
    var category: String
    var bytes: Int

    var isHostile: Bool { ["hostile", "gnarly-pdf", "pdf-conformance"].contains(category) }
  }

  private static func file(_ path: String) throws -> SampleFile {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    return SampleFile(
      name: String(name[..<dot]), ending: String(name[dot...].dropFirst()),
      bytes: [UInt8](try Data(contentsOf: URL(filePath: path))))
  }

  /// Returns a small sheet with little text, so that thousands can be recognized.
  private static func note(lines: [String]) throws -> PageDrawing {
    var page = PageDrawing(size: PageSize(width: 300, height: 200))
    for (index, line) in lines.enumerated() {
      try page.line(line, at: Point(x: 24, y: 48 + 32 * Double(index)), font: .sans(15))
    }
    return page
  }
}
