// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// Leaves the pictures of one page in the scratch folder.
struct PagePictures {
  let request: PageRequest
  /// Which of the source page's pages it is, from 1.
  let part: Int

  /// The picture for the PDF; nil when the original page is kept.
  ///
  /// An unchanged page passes its own compressed bytes through, or needs no picture at all when the original is kept,
  /// unless it is to be rasterized.
  func shown(_ page: PageInHand, loaded: LoadedPage, isRasterized: Bool) throws(PageFailure) -> PagePicture? {
    let name = "\(request.page.number)-\(part).picture"
    if !page.isCorrected {
      guard request.wantsPicture || isRasterized else { return nil }
      if let original = loaded.passThrough, original.isArchival || !request.wantsArchivalPicture {
        return try PictureEncoder.passThrough(original, to: request.scratch, name: name)
      }
    }
    let isBitonal = page.source.isBitonal && page.map.mesh == nil
    return try PictureEncoder.encode(
      try page.image(), bitonal: isBitonal, dpi: page.size.dpi, to: request.scratch, name: name)
  }

  /// The other pictures that are wanted.
  func extras(of page: PageInHand, recognized: RecognizedPage) throws(PageFailure) -> [ExtraPicture] {
    var extras: [ExtraPicture] = []
    for kind in ExtraPicture.Kind.allCases where request.extras.contains(kind) {
      let name = "\(request.page.number)-\(part).\(kind.rawValue)"
      switch kind {
      case .source: try PictureEncoder.writePNG(page.source, to: request.scratch, name: name)
      case .overlay:
        let overlay = try Overlay(source: page.source, page: recognized).drawn()
        try PictureEncoder.writeJPEG(overlay, dpi: 72, to: request.scratch, name: name)
      }
      extras.append(ExtraPicture(kind: kind, untrustedFileName: name))
    }
    return extras
  }
}
