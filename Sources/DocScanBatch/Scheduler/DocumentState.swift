// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanInput
internal import DocScanStore
internal import DocScanWire

/// The state of a document in a run. `after(_:)` defines all transitions.
enum DocumentState {
  case new
  case hashing
  /// The document was hashed or can't be read, and waits until it's opened.
  case hashed(PageFailure?)
  /// The document will be opened again: under another name, or without the pages of its original.
  case again
  case inspecting
  case surveying(Survey)
  /// The document is part of a divided input, and hasn't been opened yet.
  case part
  case reading(DocumentBuild)
  /// The pages were read and form several documents. The stack waits until its predecessors are named, and is then divided.
  case stacked(DocumentBuild, DividedInput.Pile)
  /// All pages are written. A worker compares the e-invoice with them.
  case comparing(DocumentBuild, CompareInvoiceRequest)
  /// All files are written except for the PDF.
  case assembling(DocumentBuild)
  /// The document waits until its predecessors are named, and is then named by its content.
  case naming(DocumentBuild)
  case grafting(DocumentBuild, PDFAssembly)
  case copying(DocumentBuild, PDFAssembly)
  case verifying(DocumentBuild, PDFAssembly)
  /// The document's folder is complete, or the document failed. Publication is decided next.
  case ending
  case publishing(BuiltDocument)
  /// The document was finished earlier, and its edits are being applied.
  case revising(EntryRevision, RevisionPhase)
  case done
}

enum DocumentEvent {
  /// The feed provided the document. `isKnown` means that its digest is known.
  case taken(isKnown: Bool)
  case changed
  case hashed(PageFailure?)
  case due
  case unwanted
  /// The outcome is known without further work.
  case settled(DocumentOutcome)
  case failed(PageFailure)
  /// The pages were counted and form one document; carries notes for its record.
  case counted(Inspection, notes: [String] = [])
  case searchable(Survey)
  case divided(Survey, Division)
  case opened(DocumentBuild)
  /// All pages are written; carries the stack if they form several documents.
  case read(DividedInput.Pile?)
  /// The other files are written; carries the request if there is an e-invoice to compare.
  case written(CompareInvoiceRequest?)
  /// The e-invoice was compared, or can't be.
  case compared
  /// The document must be named before its PDF is assembled.
  case nameless
  case named
  case renamed
  /// The source of the PDF is known; carries `nil` if the document gets none.
  case assembled(PDFAssembly?)
  /// A worker's file contains the PDF; `file` is `nil` if the PDF is a copy of the original.
  case grafted(file: String?)
  case ungraftable
  case copied
  case verified
  /// A worker crashed, and the request will be repeated.
  case retried
  case built(BuiltDocument)
  /// The document's folder is complete, and waits for the other parts of its input.
  case collected
  /// The document's folder can be published.
  case placeable(BuiltDocument, Publication)
  case placed
  /// The document needs another name, because the name belongs to files that docscan didn't write.
  case displaced(folder: String)
  /// docscan wrote all files of a revision, which can begin.
  case checked
  /// The step of a revision leads to another.
  case step(RevisionStep)
  case asks(any RevisionAsking)
  case copies(DocumentRevision, FileThread.TaskID)
  case publishes(FileThread.TaskID)
  /// The revision ended: files were rewritten, or stay as they are because of a problem.
  case revised(problem: String?)
}

/// The effect of an event, which may lead to the next event.
enum DocumentEffect {
  case hash
  /// Cancel a revision of the document, because the run applies all edits.
  case stopRevising
  case await(FileThread.TaskID)
  case clear(EntryRevision)
  case conclude(EntryRevision, problem: String?)
  case open(Inspection, notes: [String])
  case announce(DocumentBuild)
  case divide(Survey, Division)
  case dividePile(DocumentBuild, DividedInput.Pile)
  case finishWriters(DocumentBuild)
  case assemble(DocumentBuild)
  case giveNames
  /// Copy the PDF into the document's folder: a worker's file, or the original.
  case copy(DocumentBuild, PDFAssembly, file: String?)
  /// Delete the built files, because the PDF will be built from pictures.
  case discard(DocumentBuild)
  /// Write the document's record, with a failure of the whole document if there is one.
  case finish(DocumentBuild, PageFailure? = nil)
  /// Write the record of a document that has no pages because of a failure.
  case record(PageFailure)
  case place(BuiltDocument)
  case publish(Publication)
  case note(BuiltDocument)
  case close(DocumentOutcome)
  case makeElsewhere(folder: String)
}

extension DocumentState {
  /// Returns the next state and the effect of an event, or `nil` if the event comes too late to matter.
  func after(_ event: DocumentEvent) -> (state: Self, effect: DocumentEffect?)? {
    switch (self, event) {
    // Opening
    case (.new, .taken(isKnown: true)): (.hashed(nil), nil)
    case (.new, .taken), (.hashed, .changed), (.again, .changed): (.hashing, .hash)
    case (.hashing, .hashed(let failure)): (.hashed(failure), nil)
    case (.hashed, .due), (.again, .due): (.inspecting, .stopRevising)
    case (.hashed, .settled(let outcome)), (.again, .settled(let outcome)): (.done, .close(outcome))
    case (.hashed, .unwanted), (.again, .unwanted): (.done, nil)
    case (.hashed, .failed(let failure)), (.again, .failed(let failure)), (.inspecting, .failed(let failure)):
      (.ending, .record(failure))

    // Counting pages
    case (.inspecting, .retried): (.again, nil)
    case (.inspecting, .counted(let inspection, let notes)): (.inspecting, .open(inspection, notes: notes))
    case (.inspecting, .searchable(let survey)): (.surveying(survey), nil)
    case (.surveying, .divided(let survey, let division)):
      division.parts.isEmpty
        ? (self, .open(survey.inspection, notes: division.notes)) : (.done, .divide(survey, division))
    case (.part, .counted(let inspection, let notes)): (.part, .open(inspection, notes: notes))
    case (.inspecting, .opened(let build)), (.surveying, .opened(let build)), (.part, .opened(let build)):
      (.reading(build), .announce(build))

    // Reading pages
    case (.reading(let build), .read(let pile?)): (.stacked(build, pile), .giveNames)
    case (.stacked(let build, let pile), .named): (.done, .dividePile(build, pile))
    case (.reading(let build), .read(nil)): (self, .finishWriters(build))
    case (.reading(let build), .written(let request?)): (.comparing(build, request), nil)
    case (.reading(let build), .written(nil)), (.comparing(let build, _), .compared), (.naming(let build), .named):
      (.assembling(build), .assemble(build))
    case (.comparing, .retried), (.grafting, .retried): (self, nil)

    // Naming and PDF
    case (.assembling(let build), .nameless): (.naming(build), .giveNames)
    case (.naming(let build), .renamed): (build.document.divided == nil ? .again : .part, nil)
    case (.assembling(let build), .assembled(let pdf?)):
      switch pdf.origin {
      case .layers: (.grafting(build, pdf), nil)
      case .original: (.copying(build, pdf), .copy(build, pdf, file: nil))
      case .pictures: Self.verify(build, pdf)
      }
    case (.assembling(let build), .assembled(nil)): (.ending, .finish(build))
    case (.grafting(let build, let pdf), .grafted(let file)): (.copying(build, pdf), .copy(build, pdf, file: file))
    case (.grafting(let build, _), .ungraftable), (.verifying(let build, _), .ungraftable):
      (build.document.divided == nil ? .again : .part, .discard(build))
    case (.copying(let build, let pdf), .copied), (.verifying(let build, let pdf), .verified),
      (.verifying(let build, let pdf), .retried):
      Self.verify(build, pdf)
    case (.grafting(let build, _), .failed(let failure)), (.copying(let build, _), .failed(let failure)),
      (.verifying(let build, _), .failed(let failure)):
      (.ending, .finish(build, failure))

    // Publication
    case (.ending, .collected), (.ending, .unwanted): (.done, nil)
    case (.ending, .built(let built)): (.ending, .place(built))
    case (.ending, .settled(let outcome)): (.done, .close(outcome))
    case (.ending, .placeable(let built, let publication)): (.publishing(built), .publish(publication))
    case (.publishing(let built), .placed): (.done, .note(built))
    case (.ending, .displaced(let folder)), (.publishing, .displaced(let folder)):
      (.done, .makeElsewhere(folder: folder))

    // Revising
    case (.revising(let revision, .checking), .checked): (.revising(revision, .due(.next)), nil)
    case (.revising(let revision, .due), .step(let step)), (.revising(let revision, .asking), .step(let step)),
      (.revising(let revision, .copying), .step(let step)):
      (.revising(revision, .due(step)), nil)
    case (.revising(let revision, .due), .asks(let request)): (.revising(revision, .asking(request)), nil)
    case (.revising(_, .asking), .retried): (self, nil)
    case (.revising(let revision, .due), .copies(let document, let task)):
      (.revising(revision, .copying(document)), .await(task))
    case (.revising(let revision, .due), .publishes(let task)): (.revising(revision, .publishing), .await(task))
    // A new version that is being published is completed.
    case (.revising(_, .publishing), .unwanted): nil
    case (.revising(let revision, _), .unwanted): (.done, .clear(revision))
    case (.revising(let revision, _), .revised(let problem)): (.done, .conclude(revision, problem: problem))

    // A switch over pairs without a default takes too long to compile.
    default: nil
    }
  }

  /// Returns the state and effect to verify the next pages, or to finish the document after the last ones.
  private static func verify(_ build: DocumentBuild, _ pdf: PDFAssembly) -> (state: Self, effect: DocumentEffect?) {
    pdf.sample.isWaiting ? (.verifying(build, pdf), nil) : (.ending, .finish(build))
  }

  var isDone: Bool {
    if case .done = self { true } else { false }
  }

  /// Whether processing of the document has begun.
  var isBegun: Bool {
    switch self {
    case .new, .hashing, .hashed, .again, .part: false
    case _: true
    }
  }
}
