// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import DocScanCore

/// Divides pictures into tiles if they are too large for cairo, which draws none with over 32,767 pixels on a side, and reports no error.
struct PDFLargePictures {
  static let longestSide = 32_767
  /// The side of a tile, in pixels. The side is a multiple of 8, so that every tile starts at a whole byte.
  private static let tileSide = 16_384
  /// The overlap of adjacent tiles, in pixels, so that no gap shows through.
  private static let overlap = 8
  private static let deepestForm = 4

  private let document: PDFGraftDocument
  private let limits: LimitSettings
  private var divided: [PDFObject.Identity: PDFObject] = [:]

  /// Creates a divider for a document. The document must have been opened for this purpose, because its objects are changed.
  init(_ document: PDFGraftDocument, limits: LimitSettings) { (self.document, self.limits) = (document, limits) }

  /// Divides the large pictures in a page's resources. Returns a description of the first one that can't be divided, or `nil` if there is none.
  mutating func divide(_ resources: PDFObject, depth: Int = 0) -> String? {
    let objects = resources["/XObject"]
    for key in objects.keys {
      let object = objects[key]
      switch object["/Subtype"].name {
      case "/Image" where isLarge(object):
        if let identity = object.identity, let known = divided[identity] {
          objects.set(key, to: known)
          continue
        }
        guard let form = form(of: object) else {
          let filters = object["/Filter"].names.map { $0.dropFirst() }.joined(separator: ", ")
          return "\(size(object).width) × \(size(object).height) pixels (\(filters))"
        }
        if let identity = object.identity { divided[identity] = form }
        objects.set(key, to: form)
      case "/Form" where depth < Self.deepestForm && object["/Resources"].isDictionary:
        if let reason = divide(object["/Resources"], depth: depth + 1) { return reason }
      case _: break
      }
    }
    return nil
  }

  private func size(_ picture: PDFObject) -> (width: Int, height: Int) {
    (Int(picture["/Width"].integer ?? 0), Int(picture["/Height"].integer ?? 0))
  }

  private func isLarge(_ picture: PDFObject) -> Bool {
    max(size(picture).width, size(picture).height) > Self.longestSide
  }

  /// Returns a form that draws a picture in tiles, or `nil` if it can't be decoded or its mask has another size.
  private func form(of picture: PDFObject) -> PDFObject? {
    let (width, height) = size(picture)
    guard let tiles = Tiles(picture, width: width, height: height, limits: limits) else { return nil }
    let masks = ["/SMask", "/Mask"].filter { picture[$0].isStream }
    let maskTiles = masks.compactMap { Tiles(picture[$0], width: width, height: height, limits: limits) }
    guard maskTiles.count == masks.count, masks.allSatisfy({ size(picture[$0]) == (width, height) }) else { return nil }
    let objects = document.dictionary()
    var content = ""
    for (top, rows) in Self.parts(height) {
      for (left, columns) in Self.parts(width) {
        let tile = tile(of: picture, tiles, left, top, columns, rows)
        for (key, pixels) in zip(masks, maskTiles) {
          tile.set(key, to: document.indirect(self.tile(of: picture[key], pixels, left, top, columns, rows)))
        }
        let name = "/T\(objects.keys.count)"
        objects.set(name, to: document.indirect(tile))
        let share = { (part: Int, whole: Int) in Self.decimal(Double(part) / Double(whole)) }
        content += "q \(share(columns, width)) 0 0 \(share(rows, height)) \(share(left, width)) "
        content += "\(share(height - top - rows, height)) cm \(name) Do Q\n"
      }
    }
    let form = document.stream(Array(content.utf8))
    form.set("/Type", to: document.name("/XObject"))
    form.set("/Subtype", to: document.name("/Form"))
    form.set("/BBox", to: document.array([0, 0, 1, 1]))
    let resources = document.dictionary()
    resources.set("/XObject", to: objects)
    form.set("/Resources", to: resources)
    return document.indirect(form)
  }

  private func tile(
    of picture: PDFObject, _ tiles: Tiles, _ left: Int, _ top: Int, _ columns: Int, _ rows: Int
  ) -> PDFObject {
    let tile = document.stream(tiles.pixels(left: left, top: top, columns: columns, rows: rows))
    let kept = [
      "/Type", "/Subtype", "/ColorSpace", "/BitsPerComponent", "/Decode", "/ImageMask", "/Intent", "/Interpolate",
      "/Matte",
    ]
    for key in kept where picture.has(key) { tile.set(key, to: picture[key]) }
    if picture["/Mask"].isArray { tile.set("/Mask", to: picture["/Mask"]) }
    tile.set("/Width", to: document.number(Int64(columns)))
    tile.set("/Height", to: document.number(Int64(rows)))
    return tile
  }

  private static func parts(_ length: Int) -> [(start: Int, length: Int)] {
    guard length > longestSide else { return [(0, length)] }
    return stride(from: 0, to: length, by: tileSide).map { ($0, min(tileSide + overlap, length - $0)) }
  }

  private static func decimal(_ share: Double) -> String {
    let digits = String(Int((share * 1e12).rounded()))
    guard digits.utf8.count <= 12 else { return "1" }
    return "0." + String(repeating: "0", count: 12 - digits.utf8.count) + digits
  }

  private struct Tiles {
    let bytes: [UInt8]
    let bitsPerPixel: Int
    let bytesPerRow: Int

    init?(_ picture: PDFObject, width: Int, height: Int, limits: LimitSettings) {
      guard width > 0, height > 0, Double(width) * Double(height) <= limits.megapixelsPerPage * 1e6,
        let samples = PDFSamples(picture, width: width, height: height)
      else { return nil }
      (bytes, bitsPerPixel, bytesPerRow) = (samples.bytes, samples.bitsPerPixel, samples.bytesPerRow)
    }

    func pixels(left: Int, top: Int, columns: Int, rows: Int) -> [UInt8] {
      let start = left * bitsPerPixel / 8
      let length = (columns * bitsPerPixel + 7) / 8
      if start == 0, length == bytesPerRow { return Array(bytes[top * bytesPerRow..<(top + rows) * bytesPerRow]) }
      return (top..<top + rows).flatMap { row in bytes[row * bytesPerRow + start..<row * bytesPerRow + start + length] }
    }
  }
}

/// The decoded samples of a PDF picture, row by row.
struct PDFSamples {
  let bytes: [UInt8]
  let bitsPerPixel: Int
  let bytesPerRow: Int

  init?(_ picture: PDFObject, width: Int, height: Int) {
    let isMask = picture["/ImageMask"].isTrue
    let filters = picture["/Filter"].names
    let bits = isMask ? 1 : filters.last == "/DCTDecode" ? 8 : Int(picture["/BitsPerComponent"].integer ?? 1)
    // A picture has at most 32 components of 16 bits (ISO 32000-1, Annex C).
    let most = height * (width * 4 * 8 + 1)
    guard [1, 2, 4, 8, 16].contains(bits) else { return nil }
    if filters == ["/CCITTFaxDecode"] || filters == ["/CCF"] {
      guard let bitmap = FaxBitmap(picture, width: width, height: height) else { return nil }
      (bytes, bitsPerPixel, bytesPerRow) = (bitmap.bytes, 1, (width + 7) / 8)
      return
    }
    guard !picture.unpacks(beyond: most) else { return nil }
    bytes = picture.samples(atMost: most)
    // The length gives the number of components for every color space.
    bytesPerRow = bytes.count / height
    let components = bytesPerRow * 8 / (width * bits)
    bitsPerPixel = components * bits
    guard components > 0, (width * bitsPerPixel + 7) / 8 == bytesPerRow, bytes.count == bytesPerRow * height else {
      return nil
    }
  }

  /// Whether the samples show letters, not noise: over 0.1% dark and 0.1% light bytes or, below 8 bits per pixel, over 0.1% neither 0 nor 255.
  var hasContrast: Bool {
    var counts = [Int](repeating: 0, count: 256)
    for byte in bytes { counts[Int(byte)] += 1 }
    guard bitsPerPixel >= 8 else {
      return counts.indices.filter { $0 != 0 && $0 != 255 }.reduce(0) { $0 + counts[$1] } > bytes.count / 1000
    }
    return counts[..<128].reduce(0, +) > bytes.count / 1000 && counts[192...].reduce(0, +) > bytes.count / 1000
  }
}
