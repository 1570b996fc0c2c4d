// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import DocScanCore

struct PNMDecoder: PictureDecoder {
  static let format = InputFormat(
    name: "PNM", endings: ["pnm", "pbm", "pgm", "ppm", "pam"],
    signatures: (1...7).flatMap { kind in ["\t", "\n", "\r", " "].map { .init("P\(kind)\($0)") } })

  private static let longestHeader = 4096

  let file: PictureBytes

  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? { sizeForLeptonica(bytes) }

  /// The number of pictures after the first. If the pixels are text, other pictures aren't searched.
  var unreadPictures: Int {
    var (position, count) = (0, -1)
    while position + 3 < file.bytes.count, file.bytes[position] == UInt8(ascii: "P") {
      let header = Array(file.bytes[position...].prefix(Self.longestHeader))
      guard let length = Self.length(header), length > 0 else { break }
      count += 1
      position += length
    }
    return max(0, count)
  }

  func load() throws(PageFailure) -> LoadedPage {
    try page(try unsafe decode(file.bytes) { unsafe pixReadMemPnm($0, $1) })
  }

  /// Returns whether the file has the length that its header implies. Files with pixels as text always pass, because their length isn't known.
  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool {
    let header = try file.read(limit: longestHeader)
    guard header.count > 2 else { return false }
    if (1...3).contains(header[1] &- UInt8(ascii: "0")) { return true }
    return length(header).map { $0 <= file.byteCount } ?? false
  }

  private static func length(_ header: [UInt8]) -> Int? {
    guard header.count > 2 else { return nil }
    let digit = header[1] &- UInt8(ascii: "0")
    guard (4...7).contains(digit),
      let (end, pixels) = digit == 7 ? arbitraryMap(header) : map(header, isBitmap: digit == 4)
    else { return nil }
    let samples = pixels.multipliedReportingOverflow(by: digit == 6 ? 3 : 1)
    let sum = samples.partialValue.addingReportingOverflow(end)
    return samples.overflow || sum.overflow ? nil : sum.partialValue
  }

  /// Returns the start of the pixels of P4, P5 or P6, and the bytes per channel.
  private static func map(_ header: [UInt8], isBitmap: Bool) -> (end: Int, bytes: Int)? {
    var numbers: [Int] = []
    var index = 2
    while index < header.count, numbers.count < (isBitmap ? 2 : 3) {
      if header[index] == UInt8(ascii: "#") {
        while index < header.count, header[index] != 10 { index += 1 }
      } else if (0x30...0x39).contains(header[index]) {
        let digits = header[index...].prefix { (0x30...0x39).contains($0) }
        guard let number = Int(String(decoding: digits.prefix(9), as: UTF8.self)) else { return nil }
        numbers.append(number)
        index = digits.endIndex
      } else {
        index += 1
      }
    }
    guard numbers.count == (isBitmap ? 2 : 3), index < header.count else { return nil }
    let row = isBitmap ? (numbers[0] + 7) / 8 : numbers[0] * (numbers[2] > 255 ? 2 : 1)
    return (index + 1, row * numbers[1])
  }

  private static func arbitraryMap(_ header: [UInt8]) -> (end: Int, bytes: Int)? {
    guard let end = header.firstIndex(of: "ENDHDR\n") else { return nil }
    var values = ["WIDTH": 0, "HEIGHT": 0, "DEPTH": 1, "MAXVAL": 255]
    for line in header[..<end].split(separator: 10) {
      let words = line.split(separator: 0x20).map { String(decoding: $0.prefix(9), as: UTF8.self) }
      if words.count == 2, values[words[0]] != nil, let number = Int(words[1]) { values[words[0]] = number }
    }
    let (pixels, overflow) = (values["WIDTH"] ?? 0).multipliedReportingOverflow(by: values["HEIGHT"] ?? 0)
    let sample = (values["DEPTH"] ?? 1) * ((values["MAXVAL"] ?? 255) > 255 ? 2 : 1)
    let bytes = pixels.multipliedReportingOverflow(by: sample)
    return overflow || bytes.overflow ? nil : (end + 7, bytes.partialValue)
  }
}
