// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import CTesseract
package import DocScanCore

/// A Tesseract engine with its language packs loaded, kept warm for many pages.
@safe
package final class Tesseract {
  /// What was read on a page.
  package struct Recognition {
    /// What was read, in reading order; boxes are in pixels of the picture.
    package var blocks: [Block]
    /// How the page was taken apart; `auto` where it has columns.
    package var layout: Layout
    /// Whether the page was not read because it has too many marks.
    package var isNoise = false
  }

  /// How Tesseract takes the page apart: its page segmentation modes.
  package enum Layout: String, Sendable {
    /// Finds columns and blocks by itself (mode 3).
    case auto
    /// One column of lines of different sizes (mode 4).
    case column
    /// One even block of lines (mode 6).
    case block
    /// Text here and there, in no order (mode 11).
    case sparse
    /// One line of text (mode 7).
    case line
    /// One line that fills the picture, so that it need not be looked for (mode 13).
    case bareLine
    /// One even block of lines that run downwards (mode 5).
    case verticalBlock

    /// Those that a page can have.
    package static let ofPages = [auto, column, block, sparse]

    fileprivate var mode: TessPageSegMode {
      switch self {
      case .auto: PSM_AUTO
      case .column: PSM_SINGLE_COLUMN
      case .block: PSM_SINGLE_BLOCK
      case .sparse: PSM_SPARSE_TEXT
      case .line: PSM_SINGLE_LINE
      case .bareLine: PSM_RAW_LINE
      case .verticalBlock: PSM_SINGLE_BLOCK_VERT_TEXT
      }
    }
  }

  private let handle: OpaquePointer
  private let refinement: WordRefinement
  /// Whether one of its languages is written from right to left.
  private let isFromRight: Bool

  /// Loads language packs; fails when one of them is damaged or missing.
  package init(
    languages: [String], dataFolder: String, options: Options = Options()
  ) throws(PipelineError) {
    TesseractKernels.prepare()
    guard let handle = unsafe TessBaseAPICreate() else {
      throw .missingPart(message: "Tesseract could not be started: out of memory.")
    }
    unsafe self.handle = handle
    refinement = WordRefinement(options)
    isFromRight = languages.contains { Script(pack: $0)?.isFromRight == true }
    let joined = languages.joined(separator: "+")
    // Tesseract reports on standard error, for every page, what no reader of a batch wants to see.
    guard unsafe options.initialize(handle, languages: joined, dataFolder: dataFolder) else {
      // `deinit` deletes the handle.
      throw .missingPart(
        message: "Tesseract could not load \(joined) from \(dataFolder). Reinstall the language packs.")
    }
    unsafe TessBaseAPISetVariable(handle, "debug_file", "/dev/null")
    // Otherwise a line has a space after every word of a dictionary, where none is on the page.
    unsafe TessBaseAPISetVariable(handle, "preserve_interword_spaces", "1")
    // Whether letters are all of one width matters to the older engine, and to signs that fill squares.
    if languages.allSatisfy({ Script(pack: $0) == .latin }) {
      unsafe TessBaseAPISetVariable(handle, "textord_disable_pitch_test", "1")
    }
  }

  deinit {
    unsafe TessBaseAPIEnd(handle)
    unsafe TessBaseAPIDelete(handle)
  }

  /// The library's version, such as "5.3.0".
  package static var version: String { unsafe String(cString: TessVersion()) }

  /// Of the lines that the layout analysis found, this share by area must be read for rows to be what the page has.
  private static let leastRead = 0.9

  /// Reads a page, whose width may have been changed by a factor; boxes are in its pixels.
  ///
  /// Where the layout is to be found and shows rows, such as those of a receipt, the page is read as one block of lines.
  /// A page with more than so many marks is not read: the search for columns would take minutes over noise.
  package func recognize(
    _ page: Raster, dpi: Double, layout: Layout, narrowing: Double = 1, mostMarks: Int = .max
  ) throws(PageFailure) -> Recognition {
    begin(page, dpi: dpi, layout: layout)
    defer { unsafe TessBaseAPIClear(handle) }
    if mostMarks < .max, marks() > mostMarks { return Recognition(blocks: [], layout: layout, isNoise: true) }
    guard layout == .auto else { return Recognition(blocks: try blocks(), layout: layout) }
    let regions = regions(narrowing)
    if regions.areRows {
      begin(page, dpi: dpi, layout: .block)
      let rows = try blocks()
      // Ruled tables and pictures among the lines may make Tesseract lose whole lines of a block.
      if regions.share(readIn: rows, narrowing: narrowing) >= Self.leastRead {
        // Read as one block, the page has no pictures any more: they are known from before.
        let pictures = regions.pictures.map { Block(kind: .picture, box: $0, lines: []) }
        return Recognition(blocks: rows + pictures, layout: .block)
      }
      begin(page, dpi: dpi, layout: layout)
    }
    return Recognition(blocks: try blocks(), layout: layout)
  }

  private func begin(_ page: Raster, dpi: Double, layout: Layout) {
    unsafe TessBaseAPISetPageSegMode(handle, layout.mode)
    show(page, dpi: dpi)
  }

  private func blocks() throws(PageFailure) -> [Block] {
    guard unsafe TessBaseAPIRecognize(handle, nil) == 0 else {
      throw PageFailure(kind: .library, message: "Tesseract could not read the page.")
    }
    guard let results = unsafe TessBaseAPIGetIterator(handle) else { return [] }
    defer { unsafe TessResultIteratorDelete(results) }
    return unsafe TesseractResults(results, refinement).blocks().map { WordSpacing.applied(to: $0) }
  }

  /// How many separate marks a page has, once Tesseract has told ink from paper.
  package func marks(on page: Raster) -> Int {
    show(page, dpi: 0)
    defer { unsafe TessBaseAPIClear(handle) }
    return marks()
  }

  private func marks() -> Int {
    var picture = unsafe TessBaseAPIGetThresholdedImage(handle)
    defer { unsafe pixDestroy(&picture) }
    var count: Int32 = 0
    guard unsafe picture != nil, unsafe pixCountConnComp(picture, 8, &count) == 0 else { return 0 }
    return Int(count)
  }

  /// The parts of the page as Tesseract sees them before it reads.
  private func regions(_ narrowing: Double) -> LayoutRegions {
    guard let position = unsafe TessBaseAPIAnalyseLayout(handle) else { return LayoutRegions(regions: []) }
    defer { unsafe TessPageIteratorDelete(position) }
    var regions = unsafe LayoutRegions(position, narrowing: narrowing)
    regions.isFromRight = isFromRight
    return regions
  }

  /// Hands the pixels over; Tesseract makes a copy of its own.
  private func show(_ page: Raster, dpi: Double) {
    unsafe page.withUnsafePixels { pixels in
      unsafe TessBaseAPISetImage(
        handle, pixels.baseAddress, Int32(page.width), Int32(page.height), Int32(page.channels.rawValue),
        Int32(page.stride))
    }
    unsafe TessBaseAPISetSourceResolution(handle, Int32(min(max(dpi, 70), 2400)))
  }

  /// What Tesseract's script detection believes of a page.
  package struct DetectedOrientation {
    /// The turn that would make the page upright.
    package var clockwiseDegrees: Int
    /// Tesseract's own, about 0 to 15 and more.
    package var confidence: Double
    /// Nil for scripts that the packs' names do not tell apart, such as Han.
    package var script: Script?
    /// Tesseract's own, about 0 to 10 and more.
    package var scriptConfidence: Double
  }

  /// The quarter turn that Tesseract's script detection believes the page has; nil when it finds too little text.
  ///
  /// Only for an engine that was made with the language "osd". The confidence is Tesseract's own, about 0 to 15 and more.
  /// A page with more than so many marks tells nothing, and would take long.
  package func detectOrientation(
    _ page: Raster, dpi: Double, mostMarks: Int
  ) -> DetectedOrientation? {
    unsafe TessBaseAPISetPageSegMode(handle, PSM_OSD_ONLY)
    show(page, dpi: dpi)
    defer { unsafe TessBaseAPIClear(handle) }
    guard marks() <= mostMarks else { return nil }
    var degrees: Int32 = 0
    var (confidence, scriptConfidence): (Float, Float) = (0, 0)
    var name: UnsafePointer<CChar>?
    guard
      unsafe TessBaseAPIDetectOrientationScript(handle, &degrees, &confidence, &name, &scriptConfidence) != 0
    else { return nil }
    let script = unsafe name.flatMap { unsafe Script(pack: "script/" + String(cString: $0)) }
    // Tesseract tells how far the page is turned clockwise already.
    return DetectedOrientation(
      clockwiseDegrees: (360 - Int(degrees)) % 360, confidence: Double(confidence), script: script,
      scriptConfidence: Double(scriptConfidence))
  }
}
