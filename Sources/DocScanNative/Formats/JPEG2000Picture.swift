// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanVision

/// Decodes JPEG 2000 with poppler, as a PDF page. Leptonica supports few variants and crashes on some damaged files.
struct JPEG2000Picture {
  private let header: JPEG2000Header
  private let stream: [UInt8]

  init(header: JPEG2000Header, bytes: [UInt8]) {
    self.header = header
    stream = header.isBare ? Self.boxed(bytes, header) : bytes
  }

  /// Decodes the pixels on a white background. Any warning from the decoder is a failure.
  func raster(file: String, limits: LimitSettings) throws(PageFailure) -> Raster {
    let before = Libraries.complaints
    let colors = try drawn(stream, in: colorSpace, file: file, limits: limits)
    guard Libraries.complaints == before else {
      throw .loading(
        .unreadable, file,
        "the JPEG 2000 picture cannot be decoded. The file is damaged or incomplete; copy or scan it again.")
    }
    guard let alpha = header.alpha else { return colors }
    // Versions of poppler treat alpha channels differently. A codestream without boxes declares none, so all channels are colors of a
    // custom space, from which a function selects some. poppler complains about the missing boxes.
    let channels = (0..<header.components).filter { $0 != alpha.channel }
    func channel(_ chosen: [Int], _ space: String) throws(PageFailure) -> Raster {
      try drawn(
        header.codestream(of: stream), in: "[/DeviceN\(names)\(space) 6 0 R]", choosing: chosen, file: file,
        limits: limits)
    }
    let opaque =
      switch channels.count {
      case 1, 2: try channel([channels[0]], "/DeviceGray")
      case 3: try channel(channels, "/DeviceRGB")
      case _: try channel(channels, "/DeviceCMYK")
      }
    return try opaque.onWhite(
      try channel([alpha.channel], "/DeviceGray").gray(), isPremultiplied: alpha.isPremultiplied)
  }

  private var colorSpace: String {
    header.components < 3 ? "/DeviceGray" : header.isCMYK ? "/DeviceCMYK" : "/DeviceRGB"
  }

  private var names: String { "[\((0..<header.components).map { "/C\($0)" }.joined())]" }

  private func drawn(
    _ stream: [UInt8], in space: String, choosing channels: [Int] = [0], file: String, limits: LimitSettings
  ) throws(PageFailure) -> Raster {
    let page = try PDFFile(bytes: pdf(stream, in: space, choosing: channels), name: file, limits: limits).page(1)
    return try page.draw(DrawingPlan(width: header.width, height: header.height))
  }

  /// Returns a PDF page of the picture. The PostScript function 6 returns some of the channels.
  private func pdf(_ stream: [UInt8], in space: String, choosing channels: [Int]) -> [UInt8] {
    let (width, height, count) = (header.width, header.height, header.components)
    let content = "\(width) 0 0 \(height) 0 0 cm /I Do"
    let copies = channels.enumerated().map { "\(count - 1 - $1 + $0) index " }.joined()
    let choice = "{\(copies)\(count + channels.count) \(channels.count) roll\(String(repeating: " pop", count: count))}"
    let domain = String(repeating: "0 1 ", count: count)
    let range = String(repeating: "0 1 ", count: channels.count)
    let objects = [
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(width) \(height)]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>",
      "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream",
      "<</Subtype/Image/Width \(width)/Height \(height)/ColorSpace\(space)/BitsPerComponent 8/Filter/JPXDecode"
        + "/Length \(stream.count)>>stream\n",
      "<</FunctionType 4/Domain[\(domain)]/Range[\(range)]/Length \(choice.utf8.count)>>stream\n\(choice)\nendstream",
    ]
    var pdf = Array("%PDF-1.5\n".utf8)
    var table = "xref\n0 7\n0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
      let offset = String(pdf.count)
      table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
      pdf += Array("\(index + 1) 0 obj\n\(object)".utf8)
      if index == 4 { pdf += stream + Array("\nendstream".utf8) }
      pdf += Array("\nendobj\n".utf8)
    }
    return pdf + Array("\(table)trailer<</Size 7/Root 1 0 R>>\nstartxref\n\(pdf.count)\n%%EOF\n".utf8)
  }

  private static func boxed(_ codestream: [UInt8], _ header: JPEG2000Header) -> [UInt8] {
    func number(_ value: Int, _ size: Int = 4) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }
    func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
      number(content.count + 8) + Array(name.utf8) + content
    }
    let sizes = number(header.height) + number(header.width) + number(header.components, 2)
    let image = box("ihdr", sizes + [7, 7, 0, 0])
    let colours = box("colr", [1, 0, 0] + number(header.components < 3 ? 17 : 16))
    return box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8))
      + box("jp2h", image + colours) + box("jp2c", codestream)
  }
}

/// The pixel format of a JPEG 2000 file, from its boxes and the start of its codestream.
struct JPEG2000Header: Sendable {
  /// The codestream's size in pixels, which the boxes may contradict.
  private(set) var width = 0
  private(set) var height = 0
  /// The number of values per pixel, after applying the palette.
  private(set) var components = 0
  let isBare: Bool
  /// The position of the codestream in the file.
  private let start: Int
  /// The pixels per inch, or `nil` if undeclared.
  private(set) var resolution: (x: Double, y: Double)?
  /// The bits per component minus 1, or 255 if they differ.
  private var depth = 255
  /// The enumerated color space: 16 is sRGB, 17 gray.
  private var colorSpace: Int?
  private var colorSpecifications = 0
  /// Whether the file has a palette, or assigns channels in another order, for example with alpha.
  private var hasChannelMap = false
  private var hasPalette = false
  private var opacity: (channel: Int, isPremultiplied: Bool)?
  private(set) var camera: CameraData?

  var isCMYK: Bool { colorSpace == 12 && components == 4 }

  /// The alpha channel, and whether the colors are premultiplied by it, or `nil` if there is no supported one.
  var alpha: (channel: Int, isPremultiplied: Bool)? {
    opacity.flatMap { !hasPalette && components <= 5 && $0.channel < components ? $0 : nil }
  }

  init?(_ bytes: [UInt8]) {
    isBare = bytes.first == 0xFF
    let start = bytes.indices.first {
      bytes[$0] == 0xFF && $0 + 42 <= bytes.count && bytes[$0 + 1] == 0x4F && bytes[$0 + 2] == 0xFF
        && bytes[$0 + 3] == 0x51
    }
    guard let start else { return nil }
    self.start = start
    width = bytes.bigEndian(start + 8, 4) - bytes.bigEndian(start + 16, 4)
    height = bytes.bigEndian(start + 12, 4) - bytes.bigEndian(start + 20, 4)
    components = bytes.bigEndian(start + 40, 2)
    if !isBare {
      read(bytes[..<start], level: 0)
      camera = Self.camera(bytes)
    }
    guard width > 0, height > 0, components > 0 else { return nil }
  }

  /// Returns the codestream, and what follows it, without the boxes before it.
  func codestream(of bytes: [UInt8]) -> [UInt8] { Array(bytes[start...]) }

  private static func camera(_ bytes: [UInt8]) -> CameraData? {
    let name = Array("JpgTiffExif->JP2".utf8)
    let boxes = JPEG2000Boxes(rest: bytes[...])
    let box = boxes.first { $0.name == "uuid" && $0.content.starts(with: name) }
    return box.map { CameraData(structure: $0.content.dropFirst(name.count)) }
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>, level: Int) {
    for (name, content, _) in JPEG2000Boxes(rest: bytes) {
      let size = content.count
      switch name {
      // Only the header contains a resolution.
      case "jp2h" where level == 0, "res " where level < 2: read(content, level: level + 1)
      case "ihdr" where size >= 14: depth = content.bigEndian(10, 1)
      case "colr":
        if size >= 7, content.first == 1, colorSpace == nil { colorSpace = content.bigEndian(3, 4) }
        colorSpecifications += 1
      case "pclr" where size >= 3:
        components = content.bigEndian(2, 1)
        (hasChannelMap, hasPalette) = (true, true)
      case "cdef":
        hasChannelMap = true
        // An entry: channel number, kind (1 opacity, 2 premultiplied opacity), associated color.
        for entry in stride(from: 2, to: size - 5, by: 6) where (1...2).contains(content.bigEndian(entry + 2, 2)) {
          opacity = (content.bigEndian(entry, 2), content.bigEndian(entry + 2, 2) == 2)
        }
      case "cmap", "bpcc": hasChannelMap = true
      case "resc" where size >= 10 && resolution == nil, "resd" where size >= 10:
        resolution = Self.resolution(content)
      case _: break
      }
    }
  }

  /// Returns the pixels per inch from fractions in pixels per meter, vertical first, with exponents of ten.
  private static func resolution(_ box: ArraySlice<UInt8>) -> (x: Double, y: Double)? {
    func value(_ fraction: Int, _ exponent: Int) -> Double {
      let power = Int(Int8(truncatingIfNeeded: box.bigEndian(exponent, 1)))
      let scale = (0..<min(abs(power), 12)).reduce(1.0) { value, _ in power < 0 ? value / 10 : value * 10 }
      return Double(box.bigEndian(fraction, 2)) / Double(box.bigEndian(fraction + 2, 2)) * scale * 0.0254
    }
    guard box.bigEndian(2, 2) > 0, box.bigEndian(6, 2) > 0 else { return nil }
    return (value(4, 9), value(0, 8))
  }

  /// Returns the file as a PDF image if it is plain: 8 bits, sRGB or gray only, without alpha.
  func passThrough(_ bytes: [UInt8]) -> PassThrough? {
    guard depth == 7, !hasChannelMap, colorSpecifications == 1 else { return nil }
    let space: PagePicture.ColorSpace
    switch (colorSpace, components) {
    case (16, 3): space = .rgb
    case (17, 1): space = .gray
    case _: return nil
    }
    return PassThrough(
      bytes: bytes, encoding: .jpeg2000, colorSpace: space, bitsPerComponent: 8, width: width, height: height,
      orientation: 1)
  }

  /// Returns the file without its metadata boxes, or `nil` if none of these can contain a GPS position.
  static func withoutPlace(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.first != 0xFF else { return nil }
    var kept: [UInt8] = []
    var mayTell = false
    var boxes = JPEG2000Boxes(rest: bytes[...])
    while let (name, _, box) = boxes.next() {
      if ["uuid", "uinf", "xml ", "asoc"].contains(name) {
        mayTell = mayTell || ["GPS", "JpgTiffExif"].contains { box.firstRange(of: Array($0.utf8)) != nil }
      } else {
        kept += box
      }
    }
    return mayTell ? kept + boxes.rest : nil
  }
}

/// The boxes of a file (ISO 15444-1, Annex I), up to one without a 32-bit length, such as a codestream to the end of the file.
struct JPEG2000Boxes: Sequence, IteratorProtocol {
  private(set) var rest: ArraySlice<UInt8>

  mutating func next() -> (name: String, content: ArraySlice<UInt8>, bytes: ArraySlice<UInt8>)? {
    let length = rest.bigEndian(0, 4)
    guard length >= 8, length <= rest.count else { return nil }
    let box = rest.prefix(length)
    rest = rest.dropFirst(length)
    return (String(decoding: box.dropFirst(4).prefix(4), as: UTF8.self), box.dropFirst(8), box)
  }
}

struct JPEG2000Decoder: PictureDecoder {
  static let format = InputFormat(
    name: "JPEG 2000", endings: ["jp2", "j2k", "jpx", "jpc"],
    signatures: [.init("\0\0\0\u{0C}jP  \r\n\u{87}\n"), .init("\u{FF}\u{4F}\u{FF}\u{51}")])

  let file: PictureBytes

  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    JPEG2000Header(bytes).map { ($0.width, $0.height) }
  }

  /// Checks the boxes. If the last one is open, the end marker of the codestream decides.
  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool {
    let isBare = try file.read(limit: 1) == [0xFF]
    let boxes = try isBare ? (isWhole: true, isOpen: true) : file.hasWholeBoxes()
    return try boxes.isOpen ? file.endsWithMarker() : boxes.isWhole
  }

  func load() throws(PageFailure) -> LoadedPage {
    guard let header = JPEG2000Header(file.bytes) else { throw damaged }
    let raster = try JPEG2000Picture(header: header, bytes: file.bytes).raster(file: file.name, limits: file.limits)
    return try page(
      raster, resolution: [header.resolution], passThrough: header.passThrough(file.bytes), camera: header.camera)
  }
}
