// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: photographs' metadata are read safely, and a position leaves the file only on request.

import CLeptonica
import DocScanCore
import DocScanFixtures
import DocScanNative
import Foundation
import Testing

@Suite("Photographs' metadata")
struct CaptureTests {
  private static let withPlace = #"{"pages": {"gps": true}}"#
  private static let sample = PageCapture(
    date: CaptureDate("2019-01-09T12:30:05+01:00"), make: "Canon", model: "EOS 5D & <more>")

  private func jpeg(_ block: CameraBlock?) throws -> [UInt8] {
    let plain = try TestPicture.rgb(425, 550).encoded(Int(IFF_JFIF_JPEG))
    return try block.map { Array(try $0.added(toJPEG: Data(plain))) } ?? plain
  }

  /// Returns the bytes that a PDF embeds.
  private func embedded(_ page: LoadedPage) throws -> [UInt8] {
    let picture = try #require(page.passThrough)
    return try withTemporaryFolder { folder in
      _ = try PictureEncoder.passThrough(picture, to: folder.path, name: "1.picture")
      return Array(try Data(contentsOf: folder.appendingPathComponent("1.picture")))
    }
  }

  /// Returns a file with a picture, and with camera data if its format supports that.
  private func file(_ format: PictureFormat, _ block: CameraBlock) throws -> [UInt8] {
    switch format {
    case .png:
      var png = try TestPicture.gray(425, 550).encoded(Int(IFF_PNG))
      let data = block.structure()
      let chunk = Array("eXIf".utf8) + data
      // The chunk follows the header, and its checksum is defined in annex D of PNG.
      let sum = chunk.reduce(0xFFFF_FFFF as UInt32) { sum, byte in
        (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
      }
      png.insert(
        contentsOf: bigEndian(UInt32(data.count)) + chunk + bigEndian(~sum), at: 33)
      return png
    case .webp:
      var webP = try TestPicture.rgb(425, 550).encoded(Int(IFF_WEBP))
      let data = block.structure()
      webP += Array("EXIF".utf8) + [UInt8(data.count & 255), UInt8(data.count >> 8), 0, 0] + data
      let size = webP.count - 8
      webP.replaceSubrange(4..<8, with: (0..<4).map { UInt8(size >> (8 * $0) & 255) })
      return webP
    case _: return try jpeg(block)
    }
  }

  private func bigEndian(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 255) } }

  @Test("Reads time, zone, and camera from each format that stores them", arguments: [PictureFormat.jpeg, .png, .webp])
  func formats(format: PictureFormat) throws {
    #expect(try load(try file(format, .sample(place: true))).capture == Self.sample)
    let page = try load(try file(format, .sample(place: true)), pipeline: Self.withPlace)
    #expect(page.capture?.gps == PageCapture.Position(latitude: 38.7085, longitude: -9.1375))
  }

  @Test("Reads time, camera, and position from a phone's HEIC")
  func heic() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("photo.heic").path
      try Documents.letter()[0].raster(dpi: 40).write(to: path, as: .heic, camera: .sample(place: true))
      #expect(try load(path: path).capture == Self.sample)
      #expect(try load(path: path, pipeline: Self.withPlace).capture?.gps?.latitude == 38.7085)
    }
  }

  @Test("Reads a scanner's TIFF with a time without a zone")
  func tiff() throws {
    var block = CameraBlock()
    block.add(0x010F, "Scans & Co")
    block.add(0x0132, "2021:12:31 23:59:59")
    for (tag, number) in [
      (0x100, 64), (0x101, 64), (0x102, 8), (0x103, 1), (0x106, 1), (0x115, 1), (0x116, 64), (0x117, 4096),
    ] {
      block.add(UInt16(tag), number: UInt32(number))
    }
    // The pixels' offset depends on the structure's length.
    var placed = block
    placed.add(0x111, number: 0)
    block.add(0x111, number: UInt32(placed.structure().count))
    let page = try load(block.structure() + [UInt8](repeating: 200, count: 4096))
    #expect(page.capture == PageCapture(date: CaptureDate("2021-12-31T23:59:59"), make: "Scans & Co"))
  }

  @Test("Keeps fractions of a second, and falls back to the times of digitizing and of the file")
  func times() throws {
    var block = CameraBlock()
    block.add(0x0132, "2020:02:29 01:02:03")
    #expect(try load(try jpeg(block)).capture?.date?.text == "2020-02-29T01:02:03")
    block.add(0x9004, "2018:05:06 07:08:09", to: .exif)
    block.add(0x9292, "042  ", to: .exif)
    #expect(try load(try jpeg(block)).capture?.date?.text == "2018-05-06T07:08:09.042")
  }

  @Test(
    "Ignores impossible times",
    arguments: [
      "0000:00:00 00:00:00", "    :  :     :  :  ", "2019:02:29 12:00:00", "2019:13:01 12:00:00", "2019:01:01 24:00:00",
      "2019:01:01", "", "yesterday", "2019:01:09 12:30:05\n</xmp:CreateDate>", "１９１９:01:09 12:30:05",
    ])
  func nonsense(time: String) throws {
    #expect(try load(try jpeg(.sample(original: time))).capture?.date == nil)
  }

  @Test("Ignores an impossible zone")
  func zone() throws {
    var block = CameraBlock()
    block.add(0x9003, "2019:01:09 12:30:05", to: .exif)
    block.add(0x9011, "+99:00", to: .exif)
    #expect(try load(try jpeg(block)).capture?.date?.text == "2019-01-09T12:30:05")
  }

  @Test("Reduces names to one short line")
  func hostile() throws {
    var block = CameraBlock()
    block.add(
      0x010F, bytes: Array("\u{1B}[31mA\r\n\u{202E}B".utf8) + [0xFF, 0xFE, 7] + [UInt8](repeating: 65, count: 50_000))
    block.add(0x0110, bytes: [UInt8](repeating: 32, count: 5000))
    block.add(2, [(38, 0), (42, 0), (1, 0)], to: .gps)
    block.add(4, [(4_000_000_000, 1), (1, 1), (1, 1)], to: .gps)
    let capture = try #require(try load(try jpeg(block), pipeline: Self.withPlace).capture)
    #expect(capture.isSensible && capture.model == nil && capture.gps == nil)
    #expect(capture.make?.hasPrefix("[31mA B\u{FFFD}") == true && capture.make?.count ?? 0 <= 100)
  }

  @Test("Returns nothing without metadata")
  func nothing() throws {
    #expect(try load(try jpeg(nil)).capture == nil && load(try jpeg(CameraBlock())).capture == nil)
    // The file has only a position, which wasn't requested.
    var block = CameraBlock()
    block.add(1, "N", to: .gps)
    block.add(2, [(38, 1), (42, 1), (1, 1)], to: .gps)
    #expect(try load(try jpeg(block)).capture == nil)
  }

  // MARK: Bytes in a PDF

  @Test("Embeds a JPEG without a position unchanged")
  func untouched() throws {
    for block in [nil, CameraBlock.sample()] {
      let file = try jpeg(block)
      #expect(try embedded(try load(file)) == file)
    }
  }

  @Test("Removes camera data from a JPEG with a position, and keeps all picture data")
  func stripped() throws {
    let file = try jpeg(.sample(place: true))
    #expect(try embedded(try load(file, pipeline: Self.withPlace)) == file)
    #expect(try embedded(try load(file)) == jpeg(nil))
  }

  @Test("Treats an unreadable position as one, but not a mere GPS version")
  func unreadable() throws {
    var file = try jpeg(.sample(place: true))
    // The first directory's entry for the position, which now points beyond the end.
    let entry = try #require(file.firstRange(of: [0x88, 0x25, 0, 4]))
    file[entry.lowerBound + 8] = 0x7F
    #expect(try embedded(try load(file)) == jpeg(nil))
    var block = CameraBlock.sample()
    block.add(0, number: 0x0203_0000, to: .gps)
    let version = try jpeg(block)
    #expect(try embedded(try load(version)) == version)
  }

  @Test("Removes positions in XMP, comments, and appended videos")
  func added() throws {
    let plain = try jpeg(nil)
    let packet = Array("http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude='38,42N'/>".utf8)
    let note = Array("shot at home".utf8)
    func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
      [0xFF, marker, 0, UInt8(content.count + 2)] + content
    }
    let profile = segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8))
    let file = plain[..<2] + segment(0xE1, packet) + profile + segment(0xFE, note) + plain[2...]
    let kept: [UInt8] = plain[..<2] + profile + plain[2...]
    #expect(try embedded(try load(Array(file))) == kept)
    let withFilm = try jpeg(.sample()) + Array("....ftypmp42 a film with a place".utf8)
    #expect(try embedded(try load(withFilm)) == plain)
  }

  @Test("Removes a JPEG 2000 file's metadata boxes only if they contain a position")
  func jpeg2000() throws {
    let plain = try TestPicture.rgb(425, 550).encoded(Int(IFF_JP2))
    guard try load(plain).passThrough != nil else { return }
    func box(_ text: String) -> [UInt8] { [0, 0, 0, UInt8(text.utf8.count + 8)] + "xml ".utf8 + text.utf8 }
    // The position after the signature and the file type.
    let place = 12 + Int(plain[15])
    let told = plain[..<place] + box("<exif:GPSLatitude/>") + plain[place...]
    let harmless = plain[..<place] + box("<dc:title/>") + plain[place...]
    #expect(try embedded(try load(Array(told))) == plain)
    #expect(try embedded(try load(Array(harmless))) == Array(harmless))
  }
}
