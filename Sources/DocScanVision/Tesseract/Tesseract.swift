// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import CTesseract
package import DocScanCore
package import Synchronization

/// A Tesseract engine with loaded language packs, reused for many pages.
@safe
package final class Tesseract {
  /// The folder for temporary files.
  package static let folder = Mutex("/tmp")

  package struct Recognition {
    package var blocks: [Block]
    /// The layout that was used, or `auto` if the page has columns.
    package var layout: Layout
    /// Whether the page was skipped because it has too many marks.
    package var isNoise = false
    package var isCrowded = false
  }

  /// Tesseract's page segmentation modes.
  package enum Layout: String, Sendable {
    /// Detects columns and blocks (mode 3).
    case auto
    /// One column of lines of different sizes (mode 4).
    case column
    /// One uniform block of lines (mode 6).
    case block
    /// Scattered text without an order (mode 11).
    case sparse
    /// One line of text (mode 7).
    case line
    /// One line that fills the picture, so that it needn't be detected (mode 13).
    case bareLine
    /// One uniform block of vertical lines (mode 5).
    case verticalBlock

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
  private let isFromRight: Bool

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
    // By default, Tesseract prints to standard error for every page.
    guard unsafe options.initialize(handle, languages: joined, dataFolder: dataFolder) else {
      // `deinit` deletes the handle.
      throw .missingPart(
        message: "Tesseract could not load \(joined) from \(dataFolder). Reinstall the language packs.")
    }
    unsafe TessBaseAPISetVariable(handle, "debug_file", "/dev/null")
    // Otherwise, Tesseract adds a space after every dictionary word.
    unsafe TessBaseAPISetVariable(handle, "preserve_interword_spaces", "1")
    // Fixed pitch matters only to the legacy engine and to scripts with square characters.
    if languages.allSatisfy({ Script(pack: $0) == .latin }) {
      unsafe TessBaseAPISetVariable(handle, "textord_disable_pitch_test", "1")
    }
  }

  deinit {
    unsafe TessBaseAPIEnd(handle)
    unsafe TessBaseAPIDelete(handle)
  }

  package static var version: String { unsafe String(cString: TessVersion()) }

  // Whether the first pack's dictionary has a word, in any case.
  package func isInDictionary(_ word: String) -> Bool { unsafe TessBaseAPIIsValidWord(handle, word) != 0 }

  /// The maximum number of blocks to read. The time grows with the cube, to minutes for 5,000 strokes. A newspaper's page has about 200.
  private static let mostBlocks = 1000

  // The minimum share of the lines' area that must be read to accept the layout as rows.
  private static let leastRead = 0.9

  /// Reads a picture of a page. `narrowing` is the factor by which the picture's width was scaled; boxes of words are in pixels of the picture.
  /// Layout `auto` reads a page of rows, such as a receipt, as one block. A page with more marks than `mostMarks` is skipped, because detecting
  /// columns in noise would take minutes.
  package func recognize(
    _ page: Raster, dpi: Double, layout: Layout, narrowing: Double = 1, mostMarks: Int = .max
  ) throws(PageFailure) -> Recognition {
    begin(page, dpi: dpi, layout: layout)
    defer { unsafe TessBaseAPIClear(handle) }
    if mostMarks < .max, marks() > mostMarks { return Recognition(blocks: [], layout: layout, isNoise: true) }
    guard layout == .auto else { return try recognition(page, dpi: dpi, layout: layout) }
    let regions = regions(narrowing)
    if regions.blockCount > Self.mostBlocks { return try crowded(page, dpi: dpi) }
    if regions.areRows {
      begin(page, dpi: dpi, layout: .block)
      let rows = try blocks()
      // Ruled tables and pictures can make Tesseract lose whole lines of a block.
      if regions.share(readIn: rows, narrowing: narrowing) >= Self.leastRead {
        // Pictures aren't detected within a single block.
        let pictures = regions.pictures.map { Block(kind: .picture, box: $0, lines: []) }
        return Recognition(blocks: rows + pictures, layout: .block)
      }
      begin(page, dpi: dpi, layout: layout)
    }
    return try recognition(page, dpi: dpi, layout: layout)
  }

  /// Reads the page, or reads it again as one block if it has too many.
  private func recognition(_ page: Raster, dpi: Double, layout: Layout) throws(PageFailure) -> Recognition {
    if let blocks = try blocks(most: Self.mostBlocks) { return Recognition(blocks: blocks, layout: layout) }
    return try crowded(page, dpi: dpi)
  }

  private func crowded(_ page: Raster, dpi: Double) throws(PageFailure) -> Recognition {
    begin(page, dpi: dpi, layout: .block)
    return Recognition(blocks: try blocks(), layout: .block, isCrowded: true)
  }

  private func begin(_ page: Raster, dpi: Double, layout: Layout) {
    unsafe TessBaseAPISetPageSegMode(handle, layout.mode)
    show(page, dpi: dpi)
  }

  private func blocks() throws(PageFailure) -> [Block] { try blocks(most: .max) ?? [] }

  /// Recognizes the page, and returns its blocks, or `nil` if there are more than `most`.
  private func blocks(most: Int) throws(PageFailure) -> [Block]? {
    guard unsafe TessBaseAPIRecognize(handle, nil) == 0 else {
      throw PageFailure(kind: .library, message: "Tesseract could not read the page.")
    }
    guard let results = unsafe TessBaseAPIGetIterator(handle) else { return [] }
    defer { unsafe TessResultIteratorDelete(results) }
    if most < .max, unsafe Self.count(TessResultIteratorGetPageIteratorConst(results), most: most) > most { return nil }
    return unsafe TesseractResults(results, refinement).blocks().map { WordSpacing.applied(to: $0) }
  }

  @unsafe
  private static func count(_ results: OpaquePointer?, most: Int) -> Int {
    // Unlike the iterator itself, its copy has no results, so it doesn't look for the paragraph of each line.
    guard let position = unsafe TessPageIteratorCopy(results) else { return 0 }
    defer { unsafe TessPageIteratorDelete(position) }
    var count = 1
    while count <= most, unsafe TessPageIteratorNext(position, RIL_BLOCK) != 0 { count += 1 }
    return count
  }

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

  private func regions(_ narrowing: Double) -> LayoutRegions {
    guard let position = unsafe TessBaseAPIAnalyseLayout(handle) else { return LayoutRegions(regions: []) }
    defer { unsafe TessPageIteratorDelete(position) }
    var regions = unsafe LayoutRegions(position, narrowing: narrowing)
    regions.isFromRight = isFromRight
    return regions
  }

  /// Sets the picture, which Tesseract copies.
  private func show(_ page: Raster, dpi: Double) {
    unsafe page.withUnsafePixels { pixels in
      unsafe TessBaseAPISetImage(
        handle, pixels.baseAddress, Int32(page.width), Int32(page.height), Int32(page.channels.rawValue),
        Int32(page.stride))
    }
    unsafe TessBaseAPISetSourceResolution(handle, Int32(min(max(dpi, 70), 2400)))
  }

  package struct DetectedOrientation {
    /// The clockwise rotation that makes the page upright, in degrees.
    package var clockwiseDegrees: Int
    /// Tesseract's confidence in the orientation, from 0 to about 15 or more.
    package var confidence: Double
    /// The script, or `nil` if no pack name identifies it, as for Han.
    package var script: Script?
    /// Tesseract's confidence in the script, from 0 to about 10 or more.
    package var scriptConfidence: Double
  }

  /// Detects orientation and script with "osd". Returns `nil` for too little text, or for more marks than `mostMarks`, which would take long.
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
    // Tesseract returns the page's present clockwise rotation.
    return DetectedOrientation(
      clockwiseDegrees: (360 - Int(degrees)) % 360, confidence: Double(confidence), script: script,
      scriptConfidence: Double(scriptConfidence))
  }
}
