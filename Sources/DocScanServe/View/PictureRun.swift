// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanFiles
internal import DocScanPresets
internal import DocScanStore
internal import Glibc

/// Renders pictures from the PDFs of documents that have none. This is an ordinary run, so untrusted PDFs are opened in sandboxed workers. The
/// pictures are stored under the PDF's digest, so that they are found again after a document was moved.
struct PictureRun {
  struct Source: Hashable {
    /// The path, relative to the library.
    let name: String
    let sha256: String

    init?(of document: StoredDocument, in library: Folder) {
      let pdf = (document.record.files ?? [:]).first { $0.key.hasSuffix(".pdf") && pathNames($0.key).count == 1 }
      guard let pdf, isDigest(pdf.value.sha256), let place = path(document.folder, below: library.path) else {
        return nil
      }
      (name, sha256) = ("\(place)/\(pdf.key)", pdf.value.sha256)
    }
  }

  struct Outcome {
    var failed = 0
    var interrupted = false
  }

  /// The pipeline for the pictures. A4 at 150 dpi is 1754 pixels high, the writer's maximum. One stage is needed; `quality` changes no pixels.
  private static let pipeline = """
    {
      "name": "pictures for the viewer",
      "pages": { "dpi": 150 },
      "stages": [{ "stage": "quality" }],
      "output": { "writers": [{ "writer": "web" }] }
    }

    """

  let library: Folder
  let view: Folder
  private static let output = "pictures"

  init(library: Folder, view: Folder) { (self.library, self.view) = (library, view) }

  func folder(of source: Source) -> String? {
    let place = "\(source.sha256)/web"
    return view.exists("\(Self.output)/\(place)") ? ".docscan/view/pictures/\(place)" : nil
  }

  /// Returns whether a run has processed a PDF, successfully or not.
  func hasTried(_ source: Source) -> Bool {
    view.exists("\(Self.output)/\(source.sha256)/\(source.sha256).json")
  }

  func make(
    _ sources: [Source], workers: Int?, passwords: [String] = [], interruption: Interruption,
    onEvent: @escaping (BatchEvent) -> Void
  ) throws(BatchError) -> Outcome {
    guard view.removeTree("links"), let links = view.makeFolder("links", mode: 0o700),
      let output = view.makeFolder(Self.output)
    else { throw SiteFolder.failure("made", "\(view.path)/links") }
    defer { _ = view.removeTree("links") }
    var inputs: [String] = []
    var refused = 0
    for source in Set(sources).sorted(by: { $0.name < $1.name }) {
      let name = "\(source.sha256).pdf"
      if links.exists(name) { continue }
      if try take(source, as: name, into: links) { inputs.append("\(links.path)/\(name)") } else { refused += 1 }
    }
    guard !inputs.isEmpty else { return Outcome(failed: refused) }
    guard view.write(Array(Self.pipeline.utf8), to: "pictures.json") else {
      throw SiteFolder.failure("written", "\(view.path)/pictures.json")
    }
    let run = try PipelineRun(
      PipelineSource(file: view.path + "/pictures.json"),
      options: BatchOptions(paths: inputs, outputFolder: output.path, workers: workers, passwords: passwords))
    let names = Dictionary(sources.map { ($0.sha256, "\(library.path)/\($0.name)") }) { first, _ in first }
    let report = try run.run(interruption: interruption) { onEvent(Self.naming(names, in: $0)) }
    return Outcome(failed: report.totals.failed + refused, interrupted: report.interrupted)
  }

  /// Links or copies a PDF into a folder under its digest. Returns `false` if the file doesn't exist or doesn't match the digest in the record.
  private func take(_ source: Source, as name: String, into links: Folder) throws(BatchError) -> Bool {
    guard let file = library.file(source.name), file.identity != nil else { return false }
    var state = SHA256()
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while let bytes = file.next(into: &chunk), !bytes.isEmpty { state.update(chunk, count: bytes.count) }
    guard state.digest() == source.sha256 else { return false }
    if links.link(file, as: name) { return true }
    // Some file systems have no hard links, and some systems forbid links to other users' files.
    let number = links.makeFile(name, mode: 0o600)
    guard number >= 0 else { throw SiteFolder.failure("written", "\(links.path)/\(name)") }
    let copy = OpenFile(descriptor: number)
    var offset = 0
    while let bytes = file.read(at: offset, count: chunk.count), !bytes.isEmpty {
      guard unsafe pwrite(copy.descriptor, bytes, bytes.count, off_t(offset)) == bytes.count else {
        throw SiteFolder.failure("written", "\(links.path)/\(name)")
      }
      offset += bytes.count
    }
    return true
  }

  /// Returns an event with the PDFs' own paths instead of their digests. `paths` maps digests to the PDFs' paths.
  private static func naming(_ paths: [String: String], in event: BatchEvent) -> BatchEvent {
    func named(_ text: String) -> String {
      // A message is about one PDF, so it contains at most one digest.
      let digest = text.split { !$0.isHexDigit }.map(String.init).first { paths[$0] != nil }
      guard let digest, let path = paths[digest] else { return text }
      return text.replacing(digest + ".pdf", with: path).replacing(digest, with: path)
    }
    switch event {
    case .pageFinished(let document, let page, let status, let message):
      return .pageFinished(document: named(document), page: page, status: status, message: message.map(named))
    case .documentNamed(let name, let other): return .documentNamed(name: named(name), as: named(other))
    case .pageRetried(let document, let page, let message):
      return .pageRetried(document: named(document), page: page, message: named(message))
    case .documentOpened(let name, let pages): return .documentOpened(name: named(name), pages: pages)
    case .documentFinished(var outcome):
      outcome.name = named(outcome.name)
      outcome.reason = outcome.reason.map(named)
      return .documentFinished(outcome)
    case .notice(let text): return .notice(named(text))
    case .started, .measured, .finished: return event
    }
  }

  func removeAll(except wanted: Set<String>) throws(BatchError) {
    guard let output = view.folder(Self.output) else { return }
    for name in output.names() ?? [] where isDigest(name) && !wanted.contains(name) {
      guard output.removeTree(name) else { throw SiteFolder.failure("removed", "\(output.path)/\(name)") }
    }
  }
}
