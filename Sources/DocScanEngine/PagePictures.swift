// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// Leaves the pictures of one page in the scratch folder.
struct PagePictures {
  let request: PageRequest
  let scratch: String
  /// The stages that there are: each says what an overlay shows of its finding.
  let stageTypes: [any Stage.Type]
  /// Which of the source page's pages it is, from 1.
  let part: Int

  /// Letters of a photograph are shown at most this high, in pixels: more is of no use to any reader.
  private static let letterHeight = 24.0

  /// The picture for the PDF; nil when the original page is kept.
  ///
  /// An unchanged page passes its own compressed bytes through, or needs no picture at all when the original is kept,
  /// unless it is to be rasterized.
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
    // Measuring the letters costs time, and a flat scan keeps its resolution whatever their height.
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

  /// The other pictures that are wanted.
  func extras(of page: PageContext, recognized: RecognizedPage) throws(PageFailure) -> Set<PictureRequest> {
    for wish in request.extras {
      let name = wish.fileName(stem: request.fileStem, part: part)
      let (image, dpi) = try picture(wish, of: page, recognized: recognized)
      try PictureEncoder.write(
        image, as: wish.format, bitonal: wish.longestSide == nil && isBitonal(page), dpi: dpi, to: scratch, name: name)
    }
    return request.extras
  }

  /// The pixels of a picture, with their resolution; 0 if it says nothing of the paper.
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

  /// A page that was black and white before it was straightened stays so.
  private func isBitonal(_ page: PageContext) -> Bool { page.source.isBitonal && page.map.mesh == nil }

  /// The pixels in which the boxes of the result lie.
  ///
  /// A page whose text was copied may have been drawn at the resolution of its scan, unlike its boxes.
  private func image(of page: PageContext, recognized: RecognizedPage) throws(PageFailure) -> Raster {
    let image = try page.image()
    guard let size = recognized.image, size.width != image.width || size.height != image.height else { return image }
    let scale = Homography.scale(
      x: Double(size.width) / Double(image.width), y: Double(size.height) / Double(image.height))
    return try image.warped(by: PageMap(scale), width: size.width, height: size.height, surround: .edge)
  }
}

extension Raster {
  /// The picture at the size that is wanted.
  fileprivate func reduced(for wish: PictureRequest) throws(PageFailure) -> Raster {
    let scale = wish.scale(width: width, height: height)
    guard scale < 1 else { return self }
    return try warped(
      by: PageMap(.scale(x: scale, y: scale)), width: max(1, Int((Double(width) * scale).rounded())),
      height: max(1, Int((Double(height) * scale).rounded())), surround: .edge)
  }
}
