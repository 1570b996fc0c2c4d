// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler
internal import DocScanCore
internal import Glibc

extension PDFPage {
  /// On a page that is mostly a picture, fewer words than this are a stamp or a page number over a scan.
  private static let stampWords = 8
  /// Pictures that cover less of a page than this are not worth being read.
  private static let leastPictureShare = 0.02

  /// The text that the page has already, and what is to be done about it; nil for a page that is recognized as a whole.
  func ownText(settings: PageSettings) throws(PageFailure) -> OwnText? {
    guard width > 0, height > 0 else { return nil }
    let scale = settings.dpi / 72 * structure.unit
    guard max(width, height) * scale < 1e6 else { return nil }
    let image = RasterSize(
      width: max(1, Int((width * scale).rounded())), height: max(1, Int((height * scale).rounded())), dpi: settings.dpi)
    let all = try characters()
    let mayHide = structure.hidesText
    guard !all.isEmpty || structure.showsText || mayHide else {
      return settings.existingText == .strip ? OwnText(nil, .keep, image: image, pageSize: size) : nil
    }
    let text = ExistingText(all, scale: scale, image: image)
    if settings.existingText == .skip {
      let words = text?.wordCount ?? 0
      if words >= Self.stampWords { return OwnText(text, .keep, image: image, pageSize: size) }
      if words > 0, try pictureShare() < 0.5 { return OwnText(text, .keep, image: image, pageSize: size) }
    }
    // What is seen is left when everything else is taken out.
    let cleared = mayHide ? file.clearedPage(number) : nil
    let visible: ExistingText?
    if let cleared {
      visible = ExistingText(try cleared.page(1).characters(), scale: scale, image: image)
    } else {
      visible = text
    }
    var own = OwnText(visible, .recognize, image: image, pageSize: size)
    own.hasHiddenText = cleared != nil
    switch settings.existingText {
    case .skip: break
    case .redo: if visible != nil, try pictureShare() < Self.leastPictureShare { own.treatment = .keep }
    case .strip: own.treatment = .keep
    case .force: if structure.showsText { own.treatment = .rasterize }
    }
    return own
  }

  /// Every character that the page shows, in reading order, with its box in units of the page.
  ///
  /// poppler gives what lies between the blocks that are nearest to two points, in its own order of the blocks. Only points
  /// beyond all blocks stand for the first and the last one; in a text from right to left the first is at the right.
  func characters() throws(PageFailure) -> [PDFTextLayout.Character] {
    let beyond = max(width, height)
    let fromLeft = try characters(from: (-beyond, -beyond), to: (width + beyond, height + beyond))
    let fromRight = try characters(from: (width + beyond, -beyond), to: (-beyond, height + beyond))
    let most = fromRight.count > fromLeft.count ? fromRight : fromLeft
    guard most.contains(where: \.scalar.isWrittenFromRight) else { return most }
    // Where directions are mixed, the first line or the last one may lie on one side of both points.
    let left = try characters(from: (-beyond, -beyond), to: (-beyond, height + beyond))
    let right = try characters(from: (width + beyond, -beyond), to: (width + beyond, height + beyond))
    return [left, right].reduce(most) { $1.count > $0.count ? $1 : $0 }
  }

  private func characters(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double)
  ) throws(PageFailure) -> [PDFTextLayout.Character] {
    try unsafe withUnsafePage { page throws(PageFailure) in
      var area = PopplerRectangle(x1: start.x, y1: start.y, x2: end.x, y2: end.y)
      guard let text = unsafe poppler_page_get_text_for_area(page, &area) else { return [] }
      defer { unsafe g_free(text) }
      var rectangles: UnsafeMutablePointer<PopplerRectangle>?
      var count: UInt32 = 0
      unsafe poppler_page_get_text_layout_for_area(page, &area, &rectangles, &count)
      defer { unsafe g_free(rectangles) }
      let scalars = unsafe Self.withoutMarks(String(cString: text).unicodeScalars, count: Int(count))
      guard let rectangles = unsafe rectangles, scalars.count == Int(count) else { return [] }
      return scalars.enumerated().map { index, scalar in
        let r = unsafe rectangles[index]
        return PDFTextLayout.Character(
          scalar: scalar, box: Box(x: r.x1, y: r.y1, width: max(r.x2 - r.x1, 0), height: max(r.y2 - r.y1, 0)))
      }
    }
  }

  /// The characters that have a box: poppler adds marks of direction to its text, which have none.
  ///
  /// The page may have such marks of its own, with boxes, so only as many go as poppler has added. Which of them it has, it doesn't
  /// say: where the page's own are among them, a few characters get their neighbors' boxes.
  private static func withoutMarks(_ text: String.UnicodeScalarView, count: Int) -> [Unicode.Scalar] {
    var added = text.count - count
    return text.filter { scalar in
      guard added > 0, (0x202A...0x202C).contains(scalar.value) else { return true }
      added -= 1
      return false
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
