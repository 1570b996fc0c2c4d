// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanCore
import DocScanFixtures
import DocScanWriters
import FoundationEssentials

/// A picture of one white pixel, as a worker would leave it.
struct SamplePicture {
  let folder: TemporaryFolder
  private let path: String

  /// Leaves the picture in a folder of its own: a zlib stream that is stored.
  init() throws {
    folder = try TemporaryFolder()
    let bytes: [UInt8] = [0x78, 1, 1, 5, 0, 0xFA, 0xFF, 0, 0, 0, 0, 0, 0, 5, 0, 1]
    path = try folder.write(Data(bytes), to: "picture")
  }

  /// A page with a word, and with the picture in these colours.
  func page(_ space: PagePicture.ColorSpace, encoding: PagePicture.Encoding = .flate) -> WriterPage {
    var result = SamplePage([["word"]]).result
    result.picture = PagePicture(
      untrustedFileName: "picture", encoding: encoding, colorSpace: space, bitsPerComponent: 8, width: 1, height: 1)
    return WriterPage(result: result, picturePath: path)
  }
}
