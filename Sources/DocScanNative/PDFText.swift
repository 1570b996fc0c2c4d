// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler
internal import DocScanCore
internal import Glibc

extension PDFPage {
  /// On a page that is mostly a picture, fewer words than this are a stamp or a page number over a scan.
  private static let stampWords = 8

  /// The page's own text, unless the page should be recognized.
  func existingText(
    settings: PageSettings
  ) throws(PageFailure) -> (text: ExistingText, image: RasterSize, pageSize: PageSize)? {
    guard settings.existingText == .copy, width > 0, height > 0 else { return nil }
    let scale = settings.dpi / 72 * structure.unit
    guard max(width, height) * scale < 1e6 else { return nil }
    let image = RasterSize(
      width: max(1, Int((width * scale).rounded())), height: max(1, Int((height * scale).rounded())), dpi: settings.dpi)
    let characters = try characters()
    guard PDFTextLayout.isUsable(characters) else { return nil }
    let lines = PDFTextLayout.lines(of: characters, scale: scale, image: image)
    let words = lines.reduce(0) { $0 + $1.words.count }
    guard words > 0 else { return nil }
    if words < Self.stampWords, try pictureShare() >= 0.5 { return nil }
    return (ExistingText(blocks: PDFTextLayout.blocks(of: lines)), image, size)
  }

  /// Every character that the page shows, in reading order, with its box in units of the page.
  private func characters() throws(PageFailure) -> [PDFTextLayout.Character] {
    try unsafe withUnsafePage { page throws(PageFailure) in
      guard let text = unsafe poppler_page_get_text(page) else { return [] }
      defer { unsafe g_free(text) }
      var rectangles: UnsafeMutablePointer<PopplerRectangle>?
      var count: UInt32 = 0
      unsafe poppler_page_get_text_layout(page, &rectangles, &count)
      defer { unsafe g_free(rectangles) }
      // poppler adds marks of direction to its text, which have no box.
      let scalars = unsafe String(cString: text).unicodeScalars.filter { !(0x202A...0x202E).contains($0.value) }
      guard let rectangles = unsafe rectangles, scalars.count == Int(count) else { return [] }
      return scalars.enumerated().map { index, scalar in
        let r = unsafe rectangles[index]
        return PDFTextLayout.Character(
          scalar: scalar, box: Box(x: r.x1, y: r.y1, width: max(r.x2 - r.x1, 0), height: max(r.y2 - r.y1, 0)))
      }
    }
  }

  /// How much of the page pictures cover, 0 to 1 and more.
  private func pictureShare() throws(PageFailure) -> Double {
    try unsafe withUnsafePage { page throws(PageFailure) in
      let list = unsafe poppler_page_get_image_mapping(page)
      defer { unsafe poppler_page_free_image_mapping(list) }
      var covered = 0.0
      var item = unsafe list
      while let current = unsafe item {
        if let area = unsafe current.pointee.data?.assumingMemoryBound(to: PopplerImageMapping.self).pointee.area {
          let across = min(area.x2, width) - max(area.x1, 0)
          let down = min(area.y2, height) - max(area.y1, 0)
          covered += max(across, 0) * max(down, 0)
        }
        unsafe item = current.pointee.next
      }
      return covered / (width * height)
    }
  }
}
