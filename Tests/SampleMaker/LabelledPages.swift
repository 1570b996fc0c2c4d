// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFixtures
internal import DocScanNative
internal import DocScanVision
internal import FoundationEssentials

/// Pages that were changed in a known way, each with a file that describes the change.
struct LabelledPages {
  /// The change of a page.
  enum Change: String {
    /// The page is photographed by hand on a desk: `.quad.json` has its corners.
    case photographs
    /// A hand holds the page up in a room: `.quad.json` has its corners.
    case held
    /// The page is on a scanner's bed with one or two others, some of them partly beyond the glass.
    case flatbeds
    /// The page is turned by a multiple of 90°: `.orientation.json` has the turn that makes it upright.
    case turned
    /// The page is skewed by up to 12°: `.skew.json` has the angle.
    case askew
  }

  let change: Change
  let seed: UInt64
  /// The files whose first pages are used; without any, the drawn documents.
  let files: [String]

  /// Makes this many pages from the files in turn.
  func make(_ count: Int, in folder: String) throws {
    var random = SeededGenerator(seed: seed)
    let dpi = 150.0
    let names = files.map { Substring($0).split(separator: "/").last.map(String.init) ?? $0 }
    let drawn = files.isEmpty ? try Documents.all() : []
    for number in 0..<count {
      let source = number % (files.isEmpty ? drawn.count : files.count)
      let page = files.isEmpty ? try drawn[source].page.raster(dpi: dpi) : try Raster.firstPage(of: files[source])
      let name = "\(folder)/\(files.isEmpty ? drawn[source].name : names[source])-\(seed)-\(number)"
      switch change {
      case .photographs:
        let photo = try DeskPhoto(of: page, heldBy: &random)
        try save(photo.image, quad: photo.quad, as: name + ".jpg", &random)
      case .held:
        let photo = try HeldPhoto(of: page, &random)
        try save(photo.image, quad: photo.quad, as: name + ".jpg", &random)
      case .flatbeds:
        let bed = FlatBed.Bed.allCases[number % FlatBed.Bed.allCases.count]
        let slips = try [DrawnReceipt(from: .germany, &random), DrawnReceipt(from: .america, &random)].map {
          try $0.page.raster(dpi: dpi)
        }
        let pages = files.isEmpty ? Array(slips.prefix(1 + number / 4 % 2)) : [page]
        let isCut = number % 5 == 4
        try FlatBed(of: pages, on: bed, outside: isCut ? 0.25 : 0, &random).image.write(
          to: name + ".jpg", as: .jpeg, dpi: dpi, quality: Int.random(in: 72...95, using: &random))
      case .turned:
        let degrees = 90 * (number / (files.isEmpty ? drawn.count : files.count) % 4)
        try page.turned(clockwiseDegrees: degrees).image.write(to: name + ".png", as: .png, dpi: dpi)
        try label(
          "{\"correct_by_clockwise_degrees\": \((360 - degrees) % 360)}", of: name + ".png", as: "orientation")
      case .askew:
        let degrees = Double.random(in: -12...12, using: &random)
        try page.skewed(clockwiseDegrees: degrees).image.write(to: name + ".png", as: .png, dpi: dpi)
        try label("{\"skew_degrees\": \(degrees)}", of: name + ".png", as: "skew")
      }
    }
  }

  private func save(_ photo: Raster, quad: [Point], as file: String, _ random: inout SeededGenerator) throws {
    try photo.write(to: file, as: .jpeg, dpi: 72, quality: Int.random(in: 72...95, using: &random))
    let corners = quad.map { "[\($0.x), \($0.y)]" }.joined(separator: ", ")
    try label("{\"quad\": [\(corners)]}", of: file, as: "quad")
  }

  private func label(_ text: String, of file: String, as kind: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(file).\(kind).json"))
  }
}
