// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative
internal import DocScanVision
internal import DocScanWire

/// Writes the pictures of one page to the scratch folder.
struct PagePictures {
  let request: PageRequest
  let scratch: String
  let stageTypes: [any Stage.Type]
  let part: Int

  /// The maximum height in pixels at which letters of a photograph are shown. Larger letters aren't more readable.
  private static let letterHeight = 24.0

  /// Returns the picture for the PDF, or `nil` if none is wanted or the original page is kept. An uncorrected page may keep its compressed bytes.
  func shown(_ page: PageContext, loaded: LoadedPage, isRasterized: Bool) throws(PageFailure) -> PagePicture? {
    let baseName = "\(request.fileStem)-\(part)"
    let name = "\(baseName).picture"
    guard request.wantsPicture != .never else { return nil }
    if !page.isCorrected {
      guard request.wantsPicture == .always || isRasterized else { return nil }
      if let original = loaded.passThrough, original.isArchival || !request.wantsArchivalPicture {
        return try PictureEncoder.passThrough(original, to: scratch, name: name)
      }
    }
    guard page.isCorrected, !isBitonal(page), !page.isBlank else {
      return try PictureEncoder.encode(
        try page.image(), bitonal: isBitonal(page), dpi: page.size.dpi, to: scratch, name: name)
    }
    // Measuring the letters takes time, and a flat scan keeps its resolution regardless.
    let isMixed = request.pictureStyle == .mixed
    let height = isMixed || page.isPhotograph ? try page.text().letterHeight() / page.view().scale : 0
    if isMixed,
      let mixed = try MixedPicture.encode(
        try page.image(), letterHeight: height, dpi: page.size.dpi, to: scratch, name: baseName)
    {
      return mixed
    }
    let scale = height > Self.letterHeight && page.isPhotograph ? Self.letterHeight / height : 1
    return try PictureEncoder.encode(
      try page.shownImage(scale: scale), dpi: page.size.dpi * scale, to: scratch, name: name)
  }

  func extras(of page: PageContext, recognized: RecognizedPage) throws(PageFailure) -> Set<PictureRequest> {
    for wish in request.extras {
      let name = wish.fileName(stem: request.fileStem, part: part)
      let (image, dpi) = try picture(wish, of: page, recognized: recognized)
      try PictureEncoder.write(
        image, as: wish.format, bitonal: wish.longestSide == nil && isBitonal(page), dpi: dpi, to: scratch, name: name)
    }
    return request.extras
  }

  private func picture(
    _ wish: PictureRequest, of page: PageContext, recognized: RecognizedPage
  ) throws(PageFailure) -> (Raster, dpi: Double) {
    switch wish.content {
    case .source: return (try page.source.reduced(for: wish), 0)
    case .overlay:
      let scale = wish.scale(width: page.source.width, height: page.source.height)
      return (try Overlay(source: page.source, page: recognized, stages: stageTypes, scale: scale).drawn(), 0)
    case .page:
      let image = try image(of: page, recognized: recognized)
      let scale = wish.scale(width: image.width, height: image.height)
      return (try image.reduced(for: wish), (recognized.image?.dpi ?? page.size.dpi) * scale)
    }
  }

  /// Returns whether the page counts as black and white: its source is, and no mesh flattened it. Gray pixels that straightening adds don't matter.
  private func isBitonal(_ page: PageContext) -> Bool { page.source.isBitonal && page.map.mesh == nil }

  /// Returns the image to which the result's boxes refer. A page with copied text may have been rendered at its scan's resolution instead.
  private func image(of page: PageContext, recognized: RecognizedPage) throws(PageFailure) -> Raster {
    let image = try page.image()
    guard let size = recognized.image, size.width != image.width || size.height != image.height else { return image }
    let scale = Homography.scale(
      x: Double(size.width) / Double(image.width), y: Double(size.height) / Double(image.height))
    return try image.warped(by: PageMap(scale), width: size.width, height: size.height, surround: .edge)
  }
}

extension Raster {
  fileprivate func reduced(for wish: PictureRequest) throws(PageFailure) -> Raster {
    let scale = wish.scale(width: width, height: height)
    guard scale < 1 else { return self }
    return try warped(
      by: PageMap(.scale(x: scale, y: scale)), width: max(1, Int((Double(width) * scale).rounded())),
      height: max(1, Int((Double(height) * scale).rounded())), surround: .edge)
  }
}
