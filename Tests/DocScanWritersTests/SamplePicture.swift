// SPDX-License-Identifier: GPL-3.0-or-later
// Support: a picture as a worker would leave it.

import DocScanCore
import DocScanFixtures
import DocScanWriters
import FoundationEssentials

/// A picture of one white pixel, as a worker would leave it.
struct SamplePicture {
  let folder: TemporaryFolder
  private let path: String

  /// Writes the picture into its own folder as a stored zlib stream.
  init() throws {
    folder = try TemporaryFolder()
    let bytes: [UInt8] = [0x78, 1, 1, 5, 0, 0xFA, 0xFF, 0, 0, 0, 0, 0, 0, 5, 0, 1]
    path = try folder.write(Data(bytes), to: "picture")
  }

  /// Returns a page with a word and the picture in this color space.
  func page(_ space: PagePicture.ColorSpace, encoding: PagePicture.Encoding = .flate) -> WriterPage {
    var result = SamplePage([["word"]]).result
    result.picture = PagePicture(
      untrustedFileName: "picture", encoding: encoding, colorSpace: space, bitsPerComponent: 8, width: 1, height: 1)
    return WriterPage(result: result, picturePath: path)
  }
}
