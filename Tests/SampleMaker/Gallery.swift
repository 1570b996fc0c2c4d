// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanEngine
internal import DocScanFixtures
internal import DocScanNative
internal import DocScanVision

/// The pictures of the guide to corrections: on the left the loaded page with the detected outlines, on the right the
/// result.
struct Gallery {
  private static let height = 640.0
  private static let gap = 24

  let folder: String

  /// Writes all pictures.
  func make() throws {
    let dpi = 150.0
    let letter = try Documents.letter().map { try $0.raster(dpi: dpi) }
    let invoice = try Documents.invoice().raster(dpi: dpi, channels: .rgb)
    let photo = try DeskPhoto(of: invoice, width: 1500, height: 1950, seed: 12).image
    let pale = try DeskPhoto(of: try Documents.minutes().raster(dpi: dpi), desk: .paper, seed: 5).image
    try show("perspective", photo, through: ["perspective"])
    try show("white-on-white", pale, through: ["perspective", "deskew"])
    try show("dewarp", try letter[0].curled(depth: 90), through: ["dewarp"])
    try show(
      "spread",
      try Raster.spread(letter[0], letter[1], border: 0).skewed(clockwiseDegrees: 0.8).image.onGlass(
        left: 30, top: 30, right: 30, bottom: 30),
      through: ["spreads", "deskew", "crop"])
    try show(
      "scanner",
      try letter[1].punched(dpi: dpi).skewed(clockwiseDegrees: -1.4).image.onGlass(
        left: 50, top: 30, right: 15, bottom: 70),
      through: ["deskew", "crop", "clean"])
    try show(
      "clean", try letter[0].showingThrough(letter[1], strength: 0.35).shaded(), through: ["clean"])
  }

  private func show(_ name: String, _ source: Raster, through stages: [String]) throws {
    let reference = PageReference(number: 1, source: name, sourcePage: 1)
    let start = PageContext(reference: reference, source: source, dpi: 150)
    var pages = [start]
    for stage in stages {
      guard let type = builtInStages.first(where: { $0.description.name == stage }) else {
        throw FixtureError("There is no stage \(stage).")
      }
      // The page is shown as recognition uses it.
      let given: [String: JSONValue] = stage == "clean" ? ["output": true] : [:]
      let settings = try type.description.table.resolve(given, path: stage)
      let built = try type.init(settings: settings)
      for page in pages { try built.correct(page) }
      pages = pages.flatMap { $0.parts ?? [$0] }
    }
    var pictures = [source]
    if let first = pages.first {
      let page = RecognizedPage(
        document: DocumentReference(name: name, sha256: "", pageCount: 1), page: reference, status: .corrected,
        image: first.size, corrections: first.corrections, sourceToImage: first.sourceToImage)
      let scale = min(1, 1600 / Double(max(source.width, source.height)))
      pictures = [try Overlay(source: source, page: page, scale: scale).drawn()]
    }
    for page in pages { pictures.append(try page.image()) }
    try sideBySide(try pictures.map(fitted)).write(to: "\(folder)/\(name).jpg", as: .jpeg, dpi: 72, quality: 70)
  }

  /// Returns the picture in color, at the gallery's height.
  private func fitted(_ picture: Raster) throws -> Raster {
    let scale = Self.height / Double(picture.height)
    return try picture.inColour().warped(
      by: PageMap(.scale(x: scale, y: scale)), width: Int((Double(picture.width) * scale).rounded()),
      height: Int(Self.height))
  }

  private func sideBySide(_ pictures: [Raster]) throws -> Raster {
    let width = pictures.map(\.width).reduce(0, +) + Self.gap * (pictures.count - 1)
    let height = Int(Self.height)
    return try unsafe Raster(width: width, height: height, channels: .rgb) { (target) throws(PageFailure) in
      unsafe target.update(repeating: 255)
      var left = 0
      for picture in pictures {
        unsafe picture.withUnsafePixels { pixels in
          for y in 0..<height {
            for index in 0..<(3 * picture.width) {
              unsafe target[3 * (y * width + left) + index] = pixels[3 * y * picture.width + index]
            }
          }
        }
        left += picture.width + Self.gap
      }
    }
  }
}
