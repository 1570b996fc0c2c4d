// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanBatch
package import DocScanCore
package import DocScanFiles
internal import DocScanStore
internal import DocScanWire
internal import DocScanWorkers
internal import DocScanWriters
internal import Glibc

/// An export of the lines that a user checked, as pictures with their text, to train engines. Each document gets a folder with `lines/0001-003.png`
/// and `lines/0001-003.gt.txt`, the layout of tesstrain and kraken, and with each page as PAGE-XML, `page/0001.xml`, and as a picture,
/// `images/0001.png`. `rec_gt_train.txt` lists all lines for PaddleOCR. Only lines without doubtful words are exported.
package final class GroundTruth {
  /// The minimum confidence of a line's words that the user didn't check. Viewers show words above this threshold as certain.
  private static let certainty = 0.9
  /// The margin around a line's picture, as a share of the line's height, in case the line's box cuts off characters. Chosen by hand.
  private static let margin = 0.1

  /// The result of an export.
  package struct Outcome: Hashable, Sendable {
    package var lines = 0
    package var pages = 0
    package var documents = 0
    /// The number of lines that were left out because words that the user didn't check may be wrong.
    package var unsure = 0
    /// The number of lines that were left out because they are rotated on their page.
    package var turned = 0
    package var problems: [String] = []
  }

  private let library: Folder
  private let folder: String
  private let client: WorkerClient
  private var list: OutputFile?
  private var scratch: String { folder + "/.scratch" }

  /// Prepares an export into a new or empty folder. Throws if the folder has files.
  package init(library: Folder, folder: String) throws(BatchError) {
    (self.library, self.folder) = (library, folder)
    guard unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw OutputFolder.failure("create", folder) }
    guard isFolder(folder, followingLinks: true), names(inFolder: folder).isEmpty else {
      throw .usage("\(folder) has files already. Name a new folder.")
    }
    try OutputFolder.makeFolder(folder + "/.scratch")
    client = WorkerClient(
      program: try Installation.workerProgram(),
      configuration: WorkerConfiguration(try .withDefaults), scratch: folder + "/.scratch")
    try client.start()
  }

  package func write() throws(BatchError) -> Outcome {
    defer { _ = unsafe linux_remove_tree(scratch) }
    var outcome = Outcome()
    try StoredDocument.all(in: library) { (document) throws(BatchError) in
      let edits = document.edits
      guard !edits.list.edits.standing.isEmpty || edits.pile?.edits.standing.isEmpty == false else { return }
      let before = outcome.pages
      for entry in document.record.pages where entry.status == .recognized {
        guard let page = document.page(entry) else { continue }
        try write(page, entry, of: document, &outcome)
      }
      if outcome.pages > before { outcome.documents += 1 }
    }
    if let list { try writing(list.close()) }
    return outcome
  }

  private func write(
    _ page: RecognizedPage, _ entry: DocumentRecord.Page, of document: StoredDocument, _ outcome: inout Outcome
  ) throws(BatchError) {
    let kept = page.keepingCertainLines(Self.certainty, &outcome)
    let lines = kept.blocks.flatMap(\.lines)
    guard !lines.isEmpty, let image = kept.image else { return }
    guard let place = Self.picture(of: page, entry, document), let file = document.files?.file(place.name),
      file.identity != nil
    else {
      outcome.problems.append(
        "\(document.record.name), page \(entry.number): the picture of the page as it was read was not kept. Add the writer "
          + "\"images\".")
      return
    }
    let request = ExcerptRequest(
      file: fileName(place.name), page: place.page, image: image, boxes: lines.map { $0.box.widened(by: Self.margin) })
    switch try client.ask(request, files: [file]) {
    case .done: break
    case .failed(let failure):
      return outcome.problems.append("\(document.record.name), page \(entry.number): \(failure.failure.message)")
    case .cancelled: return
    }
    try put(kept, lines, request, into: folder + document.folder.dropFirst(library.path.count))
    outcome.lines += lines.count
    outcome.pages += 1
  }

  private func put(
    _ page: RecognizedPage, _ lines: [Line], _ request: ExcerptRequest, into target: String
  ) throws(BatchError) {
    var parent = folder
    for name in pathNames(String(target.dropFirst(folder.count)), omittingEmpty: true) {
      parent += "/" + name
      try OutputFolder.makeFolder(parent)
    }
    for name in ["lines", "images"] { try OutputFolder.makeFolder("\(target)/\(name)") }
    let number = Self.digits(page.page.number, 4)
    for (index, line) in lines.enumerated() {
      let stem = "\(target)/lines/\(number)-\(Self.digits(index + 1, 3))"
      try move(request.pieceName(index), to: stem + ".png")
      try writing(Self.write(line, to: stem + ".gt.txt"))
      try writing(enter(line, stem + ".png"))
    }
    try move(request.pictureName, to: "\(target)/images/\(number).png")
    try writing(Self.write(page, into: target))
  }

  /// Adds a line to PaddleOCR's list, which separates paths and texts with tabs. A path with a tab or a line break can't be in it.
  private func enter(_ line: Line, _ path: String) throws(OutputError) {
    guard !path.contains(where: { $0 == "\t" || $0.isNewline }) else { return }
    if list == nil { list = try OutputFile(path: folder + "/rec_gt_train.txt") }
    try list?.write("\(path.dropFirst(folder.count + 1))\t\(line.text)\n")
  }

  private static func write(_ line: Line, to path: String) throws(OutputError) {
    let file = try OutputFile(path: path)
    try file.write(line.text + "\n")
    try file.close()
  }

  private static func write(_ page: RecognizedPage, into target: String) throws(OutputError) {
    // Makes the PAGE-XML refer to the picture in `images`, as in a document's folder.
    let images = ChosenWriter(
      ImagesWriter.self, settings: ResolvedSettings(values: ["format": .string("png"), "quality": 90]))
    let writer = try PAGEWriter(
      settings: ResolvedSettings(values: [:]),
      destination: WriterDestination(directory: target, baseName: fileName(target), writers: [images]))
    let result = PageResult(page: page, size: page.image?.points ?? .a4, picture: nil)
    try writer.append(WriterPage(result: result, picturePath: nil))
    try writer.finish()
  }

  /// Moves a worker's file. Throws if it isn't a regular file.
  private func move(_ name: String, to path: String) throws(BatchError) {
    let file = "\(scratch)/\(name)"
    guard isRegularFile(file), unsafe rename(file, path) == 0 else { throw OutputFolder.failure("put in place", path) }
  }

  /// Returns the file with a page's picture as it was read, in `images` or in the PDF, and its page number in the file, or `nil` if it wasn't kept.
  private static func picture(
    of page: RecognizedPage, _ entry: DocumentRecord.Page, _ document: StoredDocument
  ) -> (name: String, page: Int)? {
    let files = document.files
    let images = ["png", "tif", "jpg"].map { "images/\(digits(entry.number, 4)).\($0)" }
    if let file = images.first(where: { files?.identity($0) != nil }) { return (file, 1) }
    let pdf = "\(document.record.baseName).pdf"
    guard let place = entry.pdf, files?.identity(pdf) != nil else { return nil }
    switch place.content {
    case .picture: return (pdf, place.page)
    // The original's page is the picture that was read, unless a correction changed it.
    case .original, .overlay: return page.map.isIdentity ? (pdf, place.page) : nil
    case .note: return nil
    }
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}

extension RecognizedPage {
  /// Returns the page with only the upright lines in which the user checked a word and all other words are certain. Counts other checked lines.
  fileprivate func keepingCertainLines(_ certainty: Double, _ outcome: inout GroundTruth.Outcome) -> RecognizedPage {
    var page = self
    page.blocks = []
    for block in blocks where block.copied != true {
      var kept = block
      kept.lines = []
      for line in block.lines where line.words.contains(where: { $0.isEdited == true }) {
        if line.words.contains(where: { $0.isEdited != true && $0.confidence < certainty }) {
          outcome.unsure += 1
        } else if line.turn != 0 {
          outcome.turned += 1
        } else {
          kept.lines.append(line)
        }
      }
      if !kept.lines.isEmpty { page.blocks.append(kept) }
    }
    return page
  }
}

extension Box {
  /// Returns the box with a margin that is a share of its shorter side, but at least two pixels.
  fileprivate func widened(by share: Double) -> Box {
    let margin = max(2, share * min(width, height))
    return Box(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}
