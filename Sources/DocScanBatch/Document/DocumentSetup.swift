// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWriters

/// What all documents of a run have in common, and the folders of this one.
struct DocumentSetup {
  var pipeline: Pipeline
  var selection: PageSelection
  var identity: DocumentRecord.PipelineIdentity
  /// How pages are read: see `PageKey`.
  var reading: String
  var versions: [String: String]
  /// The language packs that are installed.
  var packs: Set<String>
  /// What makes the files.
  var writers: [ChosenWriter]
  /// What people decided about the text of an earlier version.
  var edits: EditFile
  /// What this run decides for the document; it is kept once its result is in place.
  var chosen: RunDecisions?
  /// The stages, where people chose other settings for the document than the pipeline has; nil otherwise.
  var decidedStages: [ResolvedComponent]?
  /// A number that no other open document has.
  var serial: Int
  /// Where the document is built.
  var folder: String
  /// Where pictures and layers wait.
  var layersFolder: String

  /// A record without pages.
  func record(for input: InputDocument, reference: DocumentReference) -> DocumentRecord {
    DocumentRecord(
      name: input.name, source: input.paths.map(fileName), sha256: reference.sha256, pipeline: identity,
      status: .failed, pageCount: reference.pageCount, part: input.part.map(DocumentRecord.Part.init),
      selection: "\(selection)", pages: [], failure: nil,
      quality: DocumentRecord.Quality(meanConfidence: nil, words: 0), notes: [], versions: versions)
  }
}

extension DocumentRecord.Part {
  /// What a record says of a part.
  init(_ part: PagePart) {
    self.init(
      number: part.number, count: part.count, pages: PageSelection(pages: part.pages).description,
      inputPageCount: part.inputPageCount, separator: part.separator)
  }
}
