// SPDX-License-Identifier: GPL-3.0-or-later

internal import CTesseract
internal import CTesseractKernels
package import DocScanCore
internal import Glibc
internal import Synchronization

extension Tesseract {
  /// The options of an engine, in addition to its languages.
  package struct Options: Sendable {
    /// Words to accept in addition to those of Tesseract's dictionaries. Ignored unless `usesDictionary` is set.
    package var customWords: [String]
    package var usesDictionary: Bool
    /// The maximum number of candidates per word, or 0 for none.
    package var candidates: Int

    package init(customWords: [String] = [], usesDictionary: Bool = true, candidates: Int = 0) {
      (self.customWords, self.usesDictionary) = (customWords, usesDictionary)
      self.candidates = candidates
    }

    func initialize(_ handle: OpaquePointer, languages: String, dataFolder: String) -> Bool {
      let list = wordList()
      defer { if let list { unsafe unlink(list) } }
      var variables: [(name: String, value: String)] = []
      if let list { variables.append(("user_words_file", list)) }
      // In Tesseract 5.3, settings for single dictionaries don't affect neural networks; this one disables them all.
      if !usesDictionary { variables.append(("lstm_use_matrix", "0")) }
      if candidates > 0 {
        variables.append(("lstm_choice_mode", "2"))
        variables.append(("lstm_rating_coefficient", "1"))
      }
      var names = unsafe variables.map { unsafe strdup($0.name) }
      var values = unsafe variables.map { unsafe strdup($0.value) }
      defer { unsafe (names + values).forEach { unsafe free($0) } }
      return unsafe TessBaseAPIInit4(
        handle, dataFolder, languages, OEM_DEFAULT, nil, 0, &names, &values, variables.count, 0) == 0
    }

    /// Writes the custom words to a file, and returns the file's path, or nil. Without the file, custom words still replace similar ones.
    private func wordList() -> String? {
      // Tesseract limits lines to 500 bytes.
      let words = customWords.filter { !$0.isEmpty && $0.utf8.count < 400 }
      guard usesDictionary, !words.isEmpty else { return nil }
      let bytes = Array(words.map { $0 + "\n" }.joined().utf8)
      // Confined workers can write only to their folder. They can't make files in memory, whose size no limit would count.
      let path = Tesseract.folder.withLock { $0 } + "/docscan-words-\(getpid())"
      _ = unsafe unlink(path)
      let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard file >= 0 else { return nil }
      defer { close(file) }
      let count = unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
      if count == bytes.count { return path }
      _ = unsafe unlink(path)
      return nil
    }
  }
}

/// Faster, equivalent versions of Tesseract's slowest functions, if the processor and library support them; see `CTesseractKernels.h`.
package enum TesseractKernels {
  private static let first: Void = kernels_enable(KERNELS_VNNI)

  static func prepare() { _ = first }

  /// Enables the kernels if they are supported, or disables them. Don't call this while a page is being read.
  package static func use(_ isWanted: Bool) {
    prepare()
    kernels_enable(isWanted ? KERNELS_VNNI : KERNELS_NONE)
  }

  package static var areInUse: Bool {
    prepare()
    return kernels_state().reason == KERNELS_IN_USE
  }

  /// The number of results that Tesseract's own functions have confirmed since the kernels were enabled.
  package static var checks: Int { Int(kernels_state().checked) }

  /// Describes whether and why the kernels are in use, after comparing them with Tesseract's functions on a picture in the first language.
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
    case KERNELS_PROCESSOR: return "not in use, so reading takes up to twice as long: the processor has no AVX2"
    case KERNELS_LIBRARY:
      return "not in use, so reading takes up to twice as long: \(unsafe String(cString: kernels_library_misfit()))"
    case KERNELS_DIFFERENCE:
      return "not in use, so reading takes up to twice as long: "
        + "\(unsafe String(cString: kernels_difference())) gives different results on this computer"
    case _: return "turned off"
    }
  }

  /// Returns a gray picture of 400 by 60 pixels with a row of squares, which Tesseract takes for a line of text.
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
