// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanStore
internal import DocScanWire
internal import Glibc

/// A feed with the one document that a scanner delivers. Its pages are processed while later pages are still being scanned.
final class ScanFeed: DocumentFeed {
  private enum Question {
    case next
    case backs
  }

  private enum Step {
    case ready
    case scanning
    case asking(Question)
    /// All pages are on disk, and the document can be taken.
    case complete
    case taken
    /// Scanning stopped and can be continued later. The reason is `nil` if the user stopped it.
    case stopped(ScanStop?)
  }

  /// A reason why scanning ended early.
  enum ScanStop: Hashable {
    case trouble(ScannerTrouble)
    case nothing
    /// The numbers of backs and fronts differ. The backs were set aside.
    case unevenBacks(Int)
  }

  let pile: SheetPile
  private let scanner: ScannerProcess?
  private let prepared: PreparedScan?
  private let asksForMore: Bool
  private let onEvent: (BatchEvent) -> Void
  private let keyboard = KeyboardLines()
  private var step: Step
  private var moving: OpenFile?
  /// The pages that can be processed before the document is complete.
  private var sheets: ArraySlice<InputDocument> = []
  private var contents: [String: (file: SourceFile, digest: String)] = [:]
  /// The number of pages since the feeder was last filled.
  private var sinceFilled = 0
  private(set) var outcomes: [DocumentOutcome] = []

  /// Creates a feed for a stack of sheets. Without a scanner, the stack counts as complete.
  init(
    _ pile: SheetPile, _ scanner: ScannerProcess?, _ prepared: PreparedScan?, asksForMore: Bool,
    onEvent: @escaping (BatchEvent) -> Void
  ) throws(BatchError) {
    (self.pile, self.scanner, self.prepared, self.asksForMore) = (pile, scanner, prepared, asksForMore)
    self.onEvent = onEvent
    step = scanner == nil ? .complete : .ready
    for page in pile.fronts + pile.backPages { try note(page) }
    if scanner != nil, pile.isAtBacks, pile.backPages.isEmpty { ask(.backs) }
  }

  // MARK: The feed

  let count: Int? = 1

  var descriptors: [Int32] {
    switch step {
    case .scanning: [scanner?.descriptor].compactMap(\.self)
    case .asking: [keyboard.descriptor]
    case .ready, .complete, .taken, .stopped: []
    }
  }

  var nextLook: ContinuousClock.Instant? {
    switch step {
    case .ready: .now
    case .scanning: scanner?.nextLook
    case .asking, .complete, .taken, .stopped: nil
    }
  }

  var ready: Int { if case .complete = step { 1 } else { 0 } }

  var isAtEnd: Bool {
    switch step {
    case .complete, .taken, .stopped: true
    case .ready, .scanning, .asking: false
    }
  }

  var sheetCount: Int { isTaken ? 0 : sheets.count }

  private var isTaken: Bool { if case .taken = step { true } else { false } }

  func nextSheet() -> InputDocument? { isTaken ? nil : sheets.popFirst() }

  func look() throws(BatchError) {
    switch step {
    case .ready: try begin()
    case .scanning: try takeProgress(goesOn: true)
    case .asking(let question):
      while let line = keyboard.next() {
        try answer(question, line)
        guard case .asking = step else { break }
      }
    case .complete, .taken, .stopped: break
    }
  }

  func next() throws(BatchError) -> InputDocument? {
    guard case .complete = step else { return nil }
    step = .taken
    let pages = pile.pages
    guard !pages.isEmpty else { return nil }
    let known = pages.compactMap { contents[$0] }
    var input = document(pages, files: known.map(\.file))
    if known.count == pages.count { input.digest = InputDigest(files: known.map(\.digest)) }
    return input
  }

  private func document(_ pages: [String], files: [SourceFile]) -> InputDocument {
    var input = InputDocument(
      name: pile.name, source: pile.path, identity: canonicalPath(pile.path), paths: pages.map(pile.path(of:)),
      root: pile.root)
    input.files = files
    return input
  }

  func settle(_ input: InputDocument, digest: InputDigest) -> InputDocument? { input }

  func mayPublish(_ input: InputDocument) -> Bool { true }

  func rename(_ input: InputDocument, to name: String) {}

  func finished(_ input: InputDocument, _ outcome: DocumentOutcome) throws(BatchError) {
    outcomes += outcome.listed
    if outcome.status != .failed { try pile.enter(.done) }
  }

  // MARK: Scanning

  private func begin() throws(BatchError) {
    guard let scanner else { return }
    let file = try pile.makePage()
    moving = file
    step = .scanning
    // A lost scanner process is reported when its answer is read.
    _ = scanner.begin(pageIn: file)
  }

  /// Handles the scanner's messages. If `goesOn` is set, starts the next page before processing this one, to keep the feeder running.
  private func takeProgress(goesOn: Bool) throws(BatchError) {
    guard let scanner else { return }
    let progress = scanner.progress()
    if case .scanning = progress { return }
    moving = nil
    switch progress {
    case .scanning: break
    case .page(let image):
      let page = try pile.keepPage()
      if isFlatbed { step = .asking(.next) } else if goesOn { try begin() } else { step = .ready }
      try note(page)
      sinceFilled += 1
      let resolution = image.dpi.map { ", \(Int($0.rounded())) dpi" } ?? ""
      onEvent(
        .notice("Scanned page \(pile.count): \(image.width) × \(image.height) pixels\(resolution)."))
      if isFlatbed { tell(.next) }
    case .empty:
      pile.dropPage()
      try feederIsEmpty()
    case .trouble(let trouble):
      pile.dropPage()
      step = .stopped(.trouble(trouble))
    }
  }

  private var isFlatbed: Bool { prepared?.source == .flatbed }

  private func feederIsEmpty() throws(BatchError) {
    if asksForMore, pile.count > 0, !pile.isAtBacks { return ask(.next) }
    guard sinceFilled > 0 else {
      step = .stopped(.nothing)
      return
    }
    try endPass()
  }

  private func endPass() throws(BatchError) {
    if pile.state.backs == nil { return try complete() }
    guard pile.isAtBacks else {
      try pile.enter(.backs)
      return ask(.backs)
    }
    let count = pile.backPages.count
    guard count == pile.fronts.count else {
      try pile.putBacksAside()
      step = .stopped(.unevenBacks(count))
      return
    }
    try complete()
  }

  private func complete() throws(BatchError) {
    try pile.enter(.scanned)
    onEvent(.notice("All pages are scanned: \(pile.count)."))
    step = .complete
  }

  /// Waits for the page that is being scanned, and with duplex for the back of its sheet, unless an interruption arrives first.
  func endPage(unless interruption: Interruption) throws(BatchError) {
    while case .scanning = step, let scanner {
      guard !interruption.comes(before: scanner.descriptor, milliseconds: 500) else { return }
      try takeProgress(goesOn: false)
      // A duplex feeder delivers the back of the sheet as the next page.
      if case .ready = step, prepared?.source == .duplex, pile.fronts.count % 2 == 1 { try begin() }
    }
  }

  var stop: ScanStop? { if case .stopped(let stop) = step { stop } else { nil } }

  private func note(_ page: String) throws(BatchError) {
    let path = pile.path(of: page)
    do throws(PageFailure) {
      let file = try SourceFile(path: path, below: pile.root)
      let digest = try ContentDigest.digest(files: [file])
      contents[page] = (file, digest.sha256)
      var sheet = document([page], files: [file])
      sheet.digest = digest
      sheets.append(sheet)
    } catch {
      throw .output("\(path) cannot be read: \(error.message)")
    }
  }

  // MARK: Questions

  private func ask(_ question: Question) {
    step = .asking(question)
    sinceFilled = 0
    tell(question)
  }

  private func tell(_ question: Question) {
    switch question {
    case .next where isFlatbed: onEvent(.notice("Enter scans the next page. q and Enter ends the document."))
    case .next:
      onEvent(.notice("The feeder is empty. Enter scans more sheets. q and Enter ends the document."))
    case .backs:
      onEvent(
        .notice(
          "The feeder is empty: \(pile.fronts.count) fronts. "
            + (pile.state.backs == .reversed
              ? "Turn the whole pile over and put it into the feeder. "
              : "Put the backs into the feeder, the first one first. ")
            + "Enter scans the backs. q and Enter stops here."))
    }
  }

  private func answer(_ question: Question, _ line: KeyboardLines.Line) throws(BatchError) {
    switch (question, line) {
    case (_, .text(let text)) where text.isEmpty: step = .ready
    case (.next, .end): try endPass()
    case (.next, .text("q")), (.next, .text("Q")): try endPass()
    case (.backs, .end), (.backs, .text("q")), (.backs, .text("Q")): step = .stopped(nil)
    case (_, .text): ask(question)
    }
  }
}
