// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanBatch
package import DocScanCore
internal import DocScanFiles
package import DocScanPresets
internal import DocScanStore
package import DocScanWire
internal import Glibc

/// The options of a scan, in addition to the pipeline.
package struct ScanOptions: Sendable {
  /// The operation on a stack of sheets.
  package enum Task: Sendable {
    case begin
    case goOn
    case finish
  }

  /// The scanner's settings. For a continued stack, these take precedence over its own.
  package var settings: ScanSettings
  package var task: Task
  /// The order of backs in a second pass over one-sided sheets, or `nil` for no second pass.
  package var backs: SheetPile.Backs?
  /// Whether to ask the user for more sheets when the feeder is empty.
  package var asksForMore: Bool
  /// The commands that continue and finish the stack, for messages.
  package var continuation: String
  package var finish: String

  package init(
    settings: ScanSettings, task: Task, backs: SheetPile.Backs?, asksForMore: Bool, continuation: String,
    finish: String
  ) {
    (self.settings, self.task, self.backs, self.asksForMore) = (settings, task, backs, asksForMore)
    (self.continuation, self.finish) = (continuation, finish)
  }
}

/// A run that scans a stack of sheets into a document, or continues an unfinished one.
package final class ScanRun {
  package let batch: PipelineRun
  private let options: ScanOptions
  private let name: String?

  private var scanner: ScannerProcess?
  private var prepared: PreparedScan?
  private var used = ScanSettings()
  private var place: (output: OutputFolder, pile: SheetPile)?

  /// Reads and checks the pipeline, without writing anything or looking for a scanner.
  package init(_ source: PipelineSource, options: ScanOptions, batch: BatchOptions) throws(BatchError) {
    self.options = options
    name = batch.name
    self.batch = try PipelineRun(source, options: batch)
  }

  /// Prepares the scanner and the stack. A signal may end the process until this returns.
  package func prepare(_ tell: (String) -> Void) throws(BatchError) {
    // Opens the scanner first, so that a missing one leaves no folder.
    if case .begin = options.task { try open(options.settings) }
    let output = try OutputFolder(path: batch.outputFolder, scratchDisk: batch.options.scratchDisk)
    batch.library = output.root
    let pile = try pile(in: output, tell)
    place = (output, pile)
    if case .goOn = options.task, pile.state.step != .scanned { try open(pile.state.settings) }
    try tellBeginning(pile, tell)
  }

  package func run(
    interruption: Interruption, onEvent: @escaping (BatchEvent) -> Void
  ) throws(BatchError) -> BatchReport {
    guard let (output, pile) = place else { throw .usage("The scan was not prepared.") }
    defer { scanner?.finish() }
    let feed = try ScanFeed(pile, scanner, prepared, asksForMore: options.asksForMore, onEvent: onEvent)
    let report: BatchReport
    do throws(BatchError) {
      report = try batch.run(feed, into: output, interruption: interruption, onEvent: onEvent) {
        () throws(BatchError) in
        try feed.endPage(unless: interruption)
        return feed.outcomes
      }
    } catch {
      if pile.count > 0 { onEvent(.notice(kept(pile))) }
      throw error
    }
    guard feed.outcomes.isEmpty else { return report }
    pile.removeIfEmpty()
    if let stop = feed.stop { throw .noInput(words(for: stop, pile)) }
    onEvent(.notice(kept(pile)))
    return report
  }

  // MARK: The scanner

  private func open(_ settings: ScanSettings) throws(BatchError) {
    let scanner = try ScannerProcess()
    try scanner.check(batch.pipeline.limits.sandbox)
    var settings = settings
    let device = try device(settings.device, of: scanner)
    settings.device = device
    let shown = "The scanner \(device)"
    switch try scanner.open(device) {
    case .failure(let trouble): throw .missingPart("\(shown) cannot be opened: \(trouble.reason).")
    case .success(let features):
      let sources = features.sources.map(\.source)
      if let source = settings.source, !sources.contains(source) {
        throw .usage(
          "\(shown) has no \(source.words). It has: \(sources.map(\.words).joined(separator: ", "))."
            + (source == .duplex && sources.contains(.feeder)
              ? " To scan both sides with it, use --backs-reversed: docscan asks you to turn the pile over." : ""))
      }
    }
    switch try scanner.prepare(settings) {
    case .failure(let trouble): throw .missingPart("\(shown) cannot be set up: \(trouble.reason).")
    case .success(let prepared):
      used = settings
      used.source = prepared.source
      (self.scanner, self.prepared) = (scanner, prepared)
    }
  }

  private func device(_ wish: String?, of scanner: ScannerProcess) throws(BatchError) -> String {
    // The list is needed even for a named scanner, because only the list contains a scanner's type. A named one can be missing from it.
    let names = try scanner.list().map(\.name)
    if let wish {
      // A name such as "net:192.0.2.1" leads to any computer, and the file of a pile may come from someone else.
      guard wish == options.settings.device || names.contains(wish) else {
        throw .missingPart(
          "The pile's scanner \(wish) was not found. Switch it on and connect it, or choose one with --device.")
      }
      return wish
    }
    switch names.count {
    case 0:
      throw .missingPart(
        "No scanner was found. Switch it on and connect it; docscan scanners lists the detected ones. Scanners on the "
          + "network need the package sane-airscan.")
    case 1: return names[0]
    case _:
      throw .usage(
        "\(names.count) scanners were found. Choose one with --device: "
          + names.prefix(20).map(Escape.shellWord).joined(separator: ", "))
    }
  }

  // MARK: The pile

  private func pile(in output: OutputFolder, _ tell: (String) -> Void) throws(BatchError) -> SheetPile {
    let unfinished = try SheetPile.unfinished(in: output.root)
    if case .begin = options.task {
      if let other = unfinished.last {
        tell(
          "An earlier pile is not finished: \(other.name), \(other.pageWords). To continue it: "
            + "\(options.continuation) --name \(Escape.shellWord(other.name))")
      }
      return try SheetPile.begin(named: name, settings: used, backs: options.backs, in: output.root)
    }
    guard let pile = unfinished.last(where: { name == nil || $0.name == name }) else {
      throw .usage(
        "No unfinished pile\(name.map { " \($0)" } ?? "") was found in \(output.path)/\(SheetPile.folderName). Omit "
          + "--continue to begin one.")
    }
    let isRecovered = try pile.recoverPage {
      tell("Waiting for the page that the scanner is still delivering.")
    }
    if isRecovered {
      tell("Page \(pile.count) had arrived when docscan was ended, and is kept.")
    }
    let settings = options.settings.filled(from: pile.state.settings)
    let backs = options.backs ?? pile.state.backs
    if case .finish = options.task {
      guard pile.count > 0 else { throw .noInput("The pile \(pile.name) has no pages.") }
      return pile
    }
    if pile.state.step != .scanned, try pile.putHalfSheetAside() {
      tell(
        "The front of sheet \(pile.count / 2 + 1) came without its back. It is put aside, and the sheet is scanned "
          + "again.")
    }
    try pile.use(settings, backs: backs)
    return pile
  }

  private func tellBeginning(_ pile: SheetPile, _ tell: (String) -> Void) throws(BatchError) {
    guard let prepared else {
      if case .finish = options.task { try pile.enter(.scanned) }
      tell("Making the document \(pile.name) from \(pile.pageWords).")
      return
    }
    let wish = pile.state.settings
    let dpi = prepared.dpi.map { "\(Int($0.rounded())) dpi" }
    let mode = prepared.mode?.rawValue
    let facts = [prepared.source.words, dpi, mode].compactMap(\.self).joined(separator: ", ")
    tell("Scanning from \(wish.device ?? ""): \(facts). Pages go to \(pile.path).")
    if let wanted = wish.dpi, let dpi = prepared.dpi, abs(dpi - Double(wanted)) > 1 {
      tell("The scanner has no \(wanted) dpi; \(Int(dpi.rounded())) is the closest match.")
    }
    if let wanted = wish.mode, let mode = prepared.mode, mode != wanted {
      tell("The scanner cannot scan in \(wanted.rawValue); it scans in \(mode.rawValue).")
    }
    if let size = wish.size, let wanted = size.millimeters, let width = prepared.width, let height = prepared.height,
      width + 2 < wanted.width || height + 2 < wanted.height
    {
      tell("The scanner scans \(Int(width)) × \(Int(height)) mm, which is less than \(size.rawValue).")
    }
    if pile.count > 0 {
      let next = pile.state.settings.source == .duplex ? "sheet \(pile.count / 2 + 1)" : "page \(pile.count + 1)"
      tell("Continuing \(pile.name) after \(pile.pageWords): the next one in the scanner has to be \(next).")
    }
  }

  // MARK: Messages

  private func kept(_ pile: SheetPile) -> String {
    guard pile.count > 0 else { return "Nothing was scanned." }
    return "\(pile.pageWords) \(pile.count == 1 ? "is" : "are") kept in \(pile.path). To scan the others: "
      + "\(options.continuation). To make the document without more pages: \(options.finish)."
  }

  private func words(for stop: ScanFeed.ScanStop, _ pile: SheetPile) -> String {
    let pages = pile.count > 0 ? " " + kept(pile) : ""
    switch stop {
    case .nothing: return "The feeder is empty: put sheets into it." + pages
    case .unevenBacks(let count):
      return
        "There are \(pile.fronts.count) fronts and \(count) backs, so it is not certain which belong together. The "
        + "backs are kept in \(pile.path)-aside. Put all sheets into the feeder again for their backs, and continue."
        + pages
    case .trouble(let trouble):
      let cause: String =
        switch trouble.kind {
        case .jammed: "Paper is stuck in the feeder. Take it out, and put the sheet back on top of the pile."
        case .coverOpen:
          "The scanner's cover is open. Close it, and put the sheet that was moving back on top of the pile."
        case .lost, .busy, .denied, .unknown:
          "The scanner stopped: \(trouble.reason). Check its cable and network, and put the sheet that was moving back on "
            + "top of the pile."
        case .invalid: "The scanner sent something that is not a page: \(trouble.detail)."
        case .storage: "The page could not be written: \(trouble.detail)."
        }
      return cause + pages
    }
  }
}

extension SheetPile {
  fileprivate var pageWords: String { count == 1 ? "1 page" : "\(count) pages" }
}

extension ScanSource {
  package var words: String {
    switch self {
    case .flatbed: "flatbed"
    case .feeder: "feeder"
    case .duplex: "feeder for both sides"
    }
  }
}

extension ScannerTrouble {
  package var reason: String {
    switch kind {
    case .jammed: "paper is stuck in its feeder"
    case .coverOpen: "its cover is open"
    case .busy: "another program uses it"
    case .denied: "you may not use it; add yourself to the group scanner (sudo adduser $USER scanner), and log in again"
    case .unknown: "the scanner was not found (\(detail)); docscan scanners lists the detected ones"
    case .lost, .invalid, .storage: detail
    }
  }
}
