// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import Glibc

extension Raster {
  /// Writes a binary PGM file, or a PPM file for colour, and gives its path: `stem` with the ending of its format.
  public func writePortableMap(to stem: String) throws(PageFailure) -> String {
    let path = stem + (channels == .gray ? ".pgm" : ".ppm")
    let header = Array("\(channels == .gray ? "P5" : "P6")\n\(width) \(height)\n255\n".utf8)
    guard let file = unsafe fopen(path, "we") else {
      throw .writing("The picture for the engine", code: errno)
    }
    let isWritten = unsafe withUnsafePixels { pixels in
      unsafe fwrite(header, 1, header.count, file) == header.count
        && fwrite(pixels.baseAddress, 1, pixels.count, file) == pixels.count
    }
    let isClosed = unsafe fclose(file) == 0
    guard isWritten, isClosed else { throw .writing("The picture for the engine", code: errno) }
    return path
  }
}
