// SPDX-License-Identifier: GPL-3.0-or-later

internal import CTesseractKernels
package import DocScanCore

/// Faster functions that take the place of Tesseract's slowest ones, with the same results.
///
/// They are in use from the start where they fit; see `CTesseractKernels.h`.
package enum TesseractKernels {
  /// Once, before the first Tesseract.
  private static let first: Void = kernels_enable(KERNELS_VNNI)

  /// Makes sure that it is decided whether they are in use.
  static func prepare() { _ = first }

  /// Turns them on where they fit, or off; not while a page is being read.
  package static func use(_ isWanted: Bool) {
    prepare()
    kernels_enable(isWanted ? KERNELS_VNNI : KERNELS_NONE)
  }

  /// Whether they are in use now.
  package static var areInUse: Bool {
    prepare()
    return kernels_state().reason == KERNELS_IN_USE
  }

  /// How many of their answers Tesseract's own functions have confirmed since they were turned on.
  package static var checks: Int { Int(kernels_state().checked) }

  /// Whether they are in use, and why not; reads a picture of nothing in particular with the first of these languages, for
  /// which Tesseract's own functions check them.
  package static func state(languages: [String], dataFolder: String) throws(PipelineError) -> String {
    prepare()
    if let language = languages.first, areInUse {
      kernels_check_again()
      let tesseract = try Tesseract(languages: [language], dataFolder: dataFolder)
      do {
        _ = try tesseract.recognize(try squares(), dpi: 300, layout: .line)
      } catch {
        return "not checked: \(error.message)"
      }
    }
    return description(kernels_state())
  }

  private static func description(_ state: kernels_status) -> String {
    switch state.reason {
    case KERNELS_IN_USE:
      let instructions = state.instructions == KERNELS_VNNI ? "AVX-512 with VNNI" : "AVX2"
      return "in use, with \(instructions); \(state.checked) answers compared with Tesseract's own, all the same"
    case KERNELS_PROCESSOR: return "not in use: the processor has no AVX2"
    case KERNELS_LIBRARY:
      return "not in use, so reading takes longer: \(unsafe String(cString: kernels_library_misfit()))"
    case KERNELS_DIFFERENCE:
      return "not in use: \(unsafe String(cString: kernels_difference())) gives other results here"
    case _: return "turned off"
    }
  }

  /// A grey picture of 400 by 60 pixels: a row of squares, which Tesseract takes for a line of text.
  private static func squares() throws(PageFailure) -> Raster {
    let (width, height) = (400, 60)
    return try unsafe Raster(width: width, height: height, channels: .gray) { pixels in
      for y in 0..<height {
        for x in 0..<width {
          let column = (x - 20) % 24
          let isInside = 20..<380 ~= x && 18..<42 ~= y && column < 16
          let isHollow = 4..<12 ~= column && 22..<38 ~= y
          unsafe pixels[y * width + x] = isInside && !isHollow ? 0 : 255
        }
      }
    }
  }
}
