// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore

/// How far a document of a run is. `after(_:)` is all that can follow.
enum DocumentState {
  /// Its files are still to be hashed.
  case new
  /// Its files are hashed, beside the loop.
  case hashing
  /// Its content is known, or cannot be read; its turn is still to come.
  case hashed(PageFailure?)
  /// It has had its turn, and is made once more from the start: under another name, or without the pages of its original.
  case again
  /// A worker counts its pages.
  case inspecting
  /// Workers search its pages for separators.
  case surveying(Survey)
  /// It is one of the documents of a divided input, and is still to be opened.
  case part
  /// Workers read its pages.
  case reading(DocumentBuild)
  /// All its pages are written. A worker compares its e-invoice with them.
  case comparing(DocumentBuild, CompareInvoiceRequest)
  /// All but its PDF is written.
  case assembling(DocumentBuild)
  /// It is to be named by what it says, after the documents before it.
  case naming(DocumentBuild)
  /// A worker puts its PDF together from the original and new layers.
  case grafting(DocumentBuild, PDFAssembly)
  /// Its PDF is copied into its folder, beside the loop.
  case copying(DocumentBuild, PDFAssembly)
  /// A worker compares its PDF with what was read.
  case verifying(DocumentBuild, PDFAssembly)
  /// Its folder is complete, or it has failed: it is seen whether and where it goes into place.
  case ending
  /// Its folder goes into place, beside the loop.
  case publishing(BuiltDocument)
  /// It was done before, and its files are made anew with what people decided about it.
  case revising(EntryRevision)
  /// Nothing is due any more.
  case done
}

/// What happens to a document.
enum DocumentEvent {
  /// The feed gave it; whether its content is known already.
  case taken(isKnown: Bool)
  /// Its files are not those that were hashed.
  case changed
  /// Its files are hashed; or why they cannot be read.
  case hashed(PageFailure?)
  /// It has its turn, and its pages are to be counted.
  case due
  /// It is found that the feed does not want it, or not any more.
  case unwanted
  /// Without more work it is known what becomes of it.
  case settled(DocumentOutcome)
  /// It has failed as a whole.
  case failed(PageFailure)
  /// Its pages are counted, and make one document; with what is to be said of that.
  case counted(Inspection, notes: [String] = [])
  /// Its pages are counted, and are to be searched for separators.
  case searchable(Survey)
  /// Its pages are searched.
  case divided(Survey, Division)
  /// Its folder is begun.
  case opened(DocumentBuild)
  /// All its pages are written; with the pile that they are, if they are several documents.
  case read(DividedInput.Pile?)
  /// Its other files are written; with what is asked about its e-invoice, if there is one to compare.
  case written(CompareInvoiceRequest?)
  /// Its e-invoice is compared, or cannot be.
  case compared
  /// It is to be named before its PDF is made.
  case nameless
  /// It keeps its name.
  case named
  /// It got another name.
  case renamed
  /// What its PDF is made of is known; nil if it gets none.
  case assembled(PDFAssembly?)
  /// Its PDF is in a worker's file.
  case grafted(file: String?)
  /// Its PDF cannot be put together from the original.
  case ungraftable
  /// Its PDF is in its folder.
  case copied
  /// Some pages of its PDF are as they should be.
  case verified
  /// A worker ended before it answered, and the same is asked once more.
  case retried
  /// Its folder is complete.
  case built(BuiltDocument)
  /// Its folder is complete, and waits for the other documents of its input.
  case collected
  /// Its folder may go into place.
  case placeable(BuiltDocument, Publication)
  /// It is in place.
  case placed
  /// Something else is at its place: it needs another name.
  case displaced(folder: String)
  /// Its files were made anew with what people decided, or stay as they are; or a run makes it anew.
  case revised
}

/// What is to be done because of an event. It may lead to the next event.
enum DocumentEffect {
  /// Have its files hashed.
  case hash
  /// Let a revision of it go: it is made with all decisions about it.
  case stopRevising
  /// Begin its folder.
  case open(Inspection, notes: [String])
  /// Tell that its pages are read from now on.
  case announce(DocumentBuild)
  /// Go on with the documents that separators divide it into.
  case divide(Survey, Division)
  /// Go on with the documents that a pile of pages is.
  case dividePile(DocumentBuild, DividedInput.Pile)
  /// Finish the files that all its pages are in.
  case finishWriters(DocumentBuild)
  /// Find out what its PDF is made of.
  case assemble(DocumentBuild)
  /// Name the documents whose names are due.
  case giveNames
  /// Have its PDF copied into its folder: a worker's file, or the original.
  case copy(DocumentBuild, PDFAssembly, file: String?)
  /// Let go of what is built: its PDF will be made from pictures.
  case discard(DocumentBuild)
  /// Write its record; with its failure as a whole.
  case finish(DocumentBuild, PageFailure? = nil)
  /// Write the record of a document that has no pages because of a failure.
  case record(PageFailure)
  /// See whether it goes into place.
  case place(BuiltDocument)
  /// Have it put in place.
  case publish(Publication)
  /// Note that it is in place, and tell what became of it.
  case note(BuiltDocument)
  /// Tell what became of it.
  case close(DocumentOutcome)
  /// Make it once more, under another name.
  case makeElsewhere(folder: String)
}

extension DocumentState {
  /// The state after an event, and what is to be done then; nil if the event comes too late to mean anything.
  func after(_ event: DocumentEvent) -> (state: Self, effect: DocumentEffect?)? {
    switch (self, event) {
    // Its turn
    case (.new, .taken(isKnown: true)): (.hashed(nil), nil)
    case (.new, .taken), (.hashed, .changed), (.again, .changed): (.hashing, .hash)
    case (.hashing, .hashed(let failure)): (.hashed(failure), nil)
    case (.hashed, .due), (.again, .due): (.inspecting, .stopRevising)
    case (.hashed, .settled(let outcome)), (.again, .settled(let outcome)): (.done, .close(outcome))
    case (.hashed, .unwanted), (.again, .unwanted): (.done, nil)
    case (.hashed, .failed(let failure)), (.again, .failed(let failure)), (.inspecting, .failed(let failure)):
      (.ending, .record(failure))

    // Its pages are counted
    case (.inspecting, .retried): (.again, nil)
    case (.inspecting, .counted(let inspection, let notes)): (.inspecting, .open(inspection, notes: notes))
    case (.inspecting, .searchable(let survey)): (.surveying(survey), nil)
    case (.surveying, .divided(let survey, let division)):
      division.parts.isEmpty
        ? (self, .open(survey.inspection, notes: division.notes)) : (.done, .divide(survey, division))
    case (.part, .counted(let inspection, let notes)): (.part, .open(inspection, notes: notes))
    case (.inspecting, .opened(let build)), (.surveying, .opened(let build)), (.part, .opened(let build)):
      (.reading(build), .announce(build))

    // Its pages are read
    case (.reading(let build), .read(let pile?)): (.done, .dividePile(build, pile))
    case (.reading(let build), .read(nil)): (self, .finishWriters(build))
    case (.reading(let build), .written(let request?)): (.comparing(build, request), nil)
    case (.reading(let build), .written(nil)), (.comparing(let build, _), .compared), (.naming(let build), .named):
      (.assembling(build), .assemble(build))
    case (.comparing, .retried), (.grafting, .retried): (self, nil)

    // Its name and its PDF
    case (.assembling(let build), .nameless): (.naming(build), .giveNames)
    case (.naming, .renamed): (.again, nil)
    case (.assembling(let build), .assembled(let pdf?)):
      switch pdf.origin {
      case .layers: (.grafting(build, pdf), nil)
      case .original: (.copying(build, pdf), .copy(build, pdf, file: nil))
      case .pictures: Self.verify(build, pdf)
      }
    case (.assembling(let build), .assembled(nil)): (.ending, .finish(build))
    case (.grafting(let build, let pdf), .grafted(let file)): (.copying(build, pdf), .copy(build, pdf, file: file))
    case (.grafting(let build, _), .ungraftable): (build.document.divided == nil ? .again : .part, .discard(build))
    case (.copying(let build, let pdf), .copied), (.verifying(let build, let pdf), .verified),
      (.verifying(let build, let pdf), .retried):
      Self.verify(build, pdf)
    case (.grafting(let build, _), .failed(let failure)), (.copying(let build, _), .failed(let failure)),
      (.verifying(let build, _), .failed(let failure)):
      (.ending, .finish(build, failure))

    // Its place
    case (.ending, .collected), (.ending, .unwanted): (.done, nil)
    case (.ending, .built(let built)): (.ending, .place(built))
    case (.ending, .settled(let outcome)): (.done, .close(outcome))
    case (.ending, .placeable(let built, let publication)): (.publishing(built), .publish(publication))
    case (.publishing(let built), .placed): (.done, .note(built))
    case (.ending, .displaced(let folder)), (.publishing, .displaced(let folder)):
      (.done, .makeElsewhere(folder: folder))

    case (.revising, .revised): (.done, nil)
    // A switch over pairs without a default takes the compiler too long.
    default: nil
    }
  }

  /// The next pages of a PDF are compared, or its document is complete.
  private static func verify(_ build: DocumentBuild, _ pdf: PDFAssembly) -> (state: Self, effect: DocumentEffect?) {
    pdf.sample.isWaiting ? (.verifying(build, pdf), nil) : (.ending, .finish(build))
  }

  /// Whether nothing is due any more.
  var isDone: Bool {
    if case .done = self { true } else { false }
  }

  /// Whether the document's turn has come.
  var isBegun: Bool {
    switch self {
    case .new, .hashing, .hashed, .again, .part: false
    case _: true
    }
  }
}
