// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanStore
internal import DocScanWriters

/// The pipeline, edits, and folders for processing one document.
struct DocumentSetup {
  var pipeline: Pipeline
  var selection: PageSelection
  var identity: DocumentRecord.PipelineIdentity
  /// The digest of everything that affects reading, see `PageKey`.
  var reading: String
  var versions: [String: String]
  var packs: Set<String>
  var writers: [ChosenWriter]
  var edits: EditFile
  /// The edits that this run makes, which are saved when the result is published.
  var chosen: RunDecisions?
  /// The stages with the user's settings for the document, or `nil` if the pipeline's settings apply.
  var decidedStages: [ResolvedComponent]?
  /// A number that is unique among the open documents.
  var serial: Int
  var folder: String
  /// The folder for pictures and layers that haven't been written yet.
  var layersFolder: String

  func record(for input: InputDocument, reference: DocumentReference) -> DocumentRecord {
    let part = input.part.map(DocumentRecord.Part.init)
    return DocumentRecord(
      name: input.name, source: input.paths.map(fileName), sha256: reference.sha256, pipeline: identity,
      status: .failed, pageCount: reference.pageCount, part: part,
      selection: part.flatMap { $0.input == nil ? nil : $0.selection(of: "\(selection)") } ?? "\(selection)",
      pages: [], failure: nil,
      quality: DocumentRecord.Quality(meanConfidence: nil, words: 0), notes: [], versions: versions)
  }
}

extension DocumentRecord.Part {
  init(_ part: PagePart) {
    self.init(
      number: part.number, count: part.count, pages: PageSelection(pages: part.pages).description,
      inputPageCount: part.inputPageCount, separator: part.separator, input: part.isFiled ? part.input : nil)
  }
}
