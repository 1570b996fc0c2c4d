// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Rechecks what a worker says of a page: the worker parsed hostile bytes, and may be under their control.
struct ResultCheck {
  let request: PageRequest

  /// Nil when the result can be trusted to be well-formed; otherwise what is wrong with it.
  func complaint(about result: PageResult) -> String? {
    let page = result.page
    guard page.document == request.document, page.page == request.page else { return "it is for another page" }
    guard page.status != .failed, page.failure == nil else { return "it has succeeded and failed at once" }
    guard [result.size.width, result.size.height].allSatisfy({ $0.isFinite && $0 > 0 && $0 < 1_000_000 }) else {
      return "its paper size makes no sense"
    }
    guard [page.source, page.image].allSatisfy({ $0.map(isSensible) ?? false }), let image = page.image else {
      return "its image size makes no sense"
    }
    guard page.corrections.count <= 64, page.corrections.allSatisfy(isSensible) else {
      return "a correction makes no sense"
    }
    guard page.confidence.map(isShare) ?? true, page.languages.count <= 64 else {
      return "its confidence makes no sense"
    }
    guard page.text.utf8.count <= 8 << 20, !page.text.unicodeScalars.contains("\0") else {
      return "its text is too long"
    }
    for block in page.blocks {
      guard lies(block.box, in: image) else { return "a block lies outside the image" }
      for line in block.lines {
        guard lies(line.box, in: image), isShare(line.confidence),
          line.baseline.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
        else { return "a line makes no sense" }
        guard line.words.allSatisfy({ lies($0.box, in: image) && isShare($0.confidence) }) else {
          return "a word makes no sense"
        }
      }
    }
    return result.picture.flatMap(complaint(about:))
  }

  private func complaint(about picture: PagePicture) -> String? {
    guard picture.untrustedFileName == "\(request.page.number).picture" else { return "its picture has a wrong name" }
    guard (1...8).contains(picture.orientation), [1, 2, 4, 8, 16].contains(picture.bitsPerComponent),
      (1...1_000_000).contains(picture.width), (1...1_000_000).contains(picture.height)
    else { return "its picture makes no sense" }
    return isRegularFile(request.scratch + "/" + picture.untrustedFileName) ? nil : "its picture is missing"
  }

  private func isSensible(_ size: RasterSize) -> Bool {
    (1...1_000_000).contains(size.width) && (1...1_000_000).contains(size.height) && size.dpi.isFinite
      && (1...100_000).contains(size.dpi)
  }

  private func isSensible(_ correction: Correction) -> Bool {
    isShare(correction.confidence) && correction.degrees?.isFinite ?? true
      && correction.quad?.allSatisfy { $0.x.isFinite && $0.y.isFinite } ?? true
  }

  private func isShare(_ value: Double) -> Bool { value >= 0 && value <= 1 }

  /// Whether a box lies in the image, give or take a pixel.
  private func lies(_ box: Box, in image: RasterSize) -> Bool {
    box.x >= -1 && box.y >= -1 && box.width >= 0 && box.height >= 0 && box.maxX <= Double(image.width) + 1
      && box.maxY <= Double(image.height) + 1
  }
}
