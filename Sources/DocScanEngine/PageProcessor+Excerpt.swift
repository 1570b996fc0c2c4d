// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

extension PageProcessor {
  /// What the file shows may be a little larger or smaller than the picture in which boxes lie: rounded points of a PDF.
  private static let tolerance = 0.01

  /// Leaves a page's picture and pieces of it in the scratch folder, as PNG.
  func cut(_ request: ExcerptRequest, _ input: InputFile) throws(PageFailure) -> ExcerptRequest.Reply {
    try PageFailure.during("excerpt") { () throws(PageFailure) in
      let picture = try picture(of: request, input)
      for (index, box) in request.boxes.enumerated() {
        try save(try picture.cropped(to: box), request, as: request.pieceName(index))
      }
      try save(picture, request, as: request.pictureName)
    }
    return ExcerptRequest.Reply()
  }

  private func picture(of request: ExcerptRequest, _ input: InputFile) throws(PageFailure) -> Raster {
    let size = request.image
    var settings = configuration.pages
    // What is drawn gets the resolution that it was read in.
    settings.dpi = min(1200, max(50, size.dpi))
    let loaded = try open(input).load(page: request.page, settings: settings).raster
    let (across, down) = (Double(loaded.width) / Double(size.width), Double(loaded.height) / Double(size.height))
    guard abs(across / down - 1) <= Self.tolerance else {
      throw PageFailure(
        kind: .unreadable, message: "\(input.name), page \(request.page) is not the picture that was read.")
    }
    return try loaded.stretched(width: size.width, height: size.height)
  }

  private func save(_ raster: Raster, _ request: ExcerptRequest, as name: String) throws(PageFailure) {
    try PictureEncoder.write(raster, as: .png, bitonal: false, dpi: request.image.dpi, to: scratch, name: name)
  }
}
