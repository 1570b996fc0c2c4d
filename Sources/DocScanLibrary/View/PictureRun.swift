// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanBatch
internal import DocScanCore
internal import FoundationEssentials
internal import Glibc

/// Makes pictures of documents that have none, from their PDFs: an ordinary run, whose workers open them.
///
/// Each PDF is named by its digest: so its pictures are found again, also when the document has moved, and are made once.
struct PictureRun {
  /// A PDF of the library.
  struct Source: Hashable {
    let path: String
    let sha256: String

    /// The PDF of a document; nil where it has none.
    init?(of document: LibraryDocument) {
      let pdf = (document.record.files ?? [:]).first { $0.key.hasSuffix(".pdf") && pathNames($0.key).count == 1 }
      guard let pdf, isDigest(pdf.value.sha256) else { return nil }
      (path, sha256) = ("\(document.folder)/\(pdf.key)", pdf.value.sha256)
    }
  }

  /// How far it came.
  struct Outcome {
    var failed = 0
    var interrupted = false
  }

  /// A page of A4 has 1754 pixels then, as many as the writer keeps. A pipeline needs a stage; this one moves no pixels.
  private static let pipeline = """
    {
      "name": "pictures for the viewer",
      "pages": { "dpi": 150 },
      "stages": [{ "stage": "quality" }],
      "output": { "writers": [{ "writer": "web" }] }
    }

    """

  let library: String
  /// The website's hidden folder.
  let folder: String
  private var output: String { folder + "/pictures" }

  init(library: String, folder: String) { (self.library, self.folder) = (library, folder) }

  /// The folder with a PDF's pictures, relative to the library; nil where there are none.
  func folder(of source: Source) -> String? {
    let place = "\(source.sha256)/web"
    return FileManager.default.fileExists(atPath: "\(output)/\(place)") ? ".docscan/view/pictures/\(place)" : nil
  }

  /// Whether a run has looked at a PDF, with or without success.
  func hasTried(_ source: Source) -> Bool {
    FileManager.default.fileExists(atPath: "\(output)/\(source.sha256)/\(source.sha256).json")
  }

  /// Makes the pictures of some PDFs.
  func make(
    _ sources: [Source], workers: Int?, passwords: [String] = [], interruption: Interruption,
    onEvent: @escaping (BatchEvent) -> Void
  ) throws(BatchError) -> Outcome {
    let links = folder + "/links"
    try renew(links)
    defer { _ = unsafe linux_remove_tree(links) }
    var inputs: [String] = []
    for source in Set(sources).sorted(by: { $0.path < $1.path }) {
      let link = "\(links)/\(source.sha256).pdf"
      let target = URL(filePath: source.path).absoluteURL.path
      guard unsafe symlink(target, link) == 0 || errno == EEXIST else {
        throw .output("\(link) cannot be written: \(unsafe String(cString: strerror(errno))).")
      }
      if inputs.last != link { inputs.append(link) }
    }
    let file = folder + "/pictures.json"
    do {
      try Data(Self.pipeline.utf8).write(to: URL(filePath: file), options: .atomic)
    } catch {
      throw .output("\(file) cannot be written: \(error).")
    }
    let run = try BatchRun(
      PipelineSource(file: file),
      options: BatchOptions(inputs: inputs, outputDirectory: output, workers: workers, passwords: passwords))
    let names = Dictionary(sources.map { ($0.sha256, $0.path) }) { first, _ in first }
    let report = try run.run(interruption: interruption) { onEvent(Self.naming(names, in: $0)) }
    return Outcome(failed: report.totals.failed, interrupted: report.interrupted)
  }

  /// What happened, by the PDFs' own paths: people know no digests. `paths` are by digest.
  private static func naming(_ paths: [String: String], in event: BatchEvent) -> BatchEvent {
    func named(_ text: String) -> String {
      // At most one of them is in the text: what concerns one PDF.
      let digest = text.split { !$0.isHexDigit }.map(String.init).first { paths[$0] != nil }
      guard let digest, let path = paths[digest] else { return text }
      return text.replacing(digest + ".pdf", with: path).replacing(digest, with: path)
    }
    switch event {
    case .pageFinished(let document, let page, let status, let message):
      return .pageFinished(document: named(document), page: page, status: status, message: message.map(named))
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

  /// Removes the pictures of PDFs that are no longer in the library.
  func removeAll(except wanted: Set<String>) throws(BatchError) {
    guard FileManager.default.fileExists(atPath: output) else { return }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: output)
    } catch {
      return
    }
    for name in names where isDigest(name) && !wanted.contains(name) {
      guard unsafe linux_remove_tree("\(output)/\(name)") == 0 else {
        throw .output("\(output)/\(name) cannot be removed: \(unsafe String(cString: strerror(errno))).")
      }
    }
  }

  private func renew(_ folder: String) throws(BatchError) {
    _ = unsafe linux_remove_tree(folder)
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .output("\(folder) cannot be made: \(error).")
    }
  }
}
