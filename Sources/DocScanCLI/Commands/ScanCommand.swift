// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanPresets
internal import DocScanProgress
internal import DocScanStore
internal import DocScanWatch
internal import DocScanWire

extension Command {
  static let scan = Command(
    name: "scan",
    abstract: "Scan paper with a scanner, straight into a searchable document.",
    discussion: """
      Scans until the feeder is empty; pages are read while the next sheet is pulled in. On the glass, press Enter to scan \
      the next page, or q and Enter to finish. docscan scanners lists scanners and their features.

      With files, docscan scan FILE… is the same as docscan run scan FILE…. A word that is the name of a \
      preset or ends in .json is the pipeline for scanned paper, unless there is a file or folder of that name.

      Each page is saved as a PNG file in OUTPUT/scans/NAME as soon as it is scanned, and is kept. If paper gets stuck, the \
      scanner disappears or the power fails, the pages so far are kept; to continue, run the same command with --continue. \
      --finish makes the document from the pages that are there. Ctrl-C stops after the page that is being scanned.

      For double-sided sheets in a feeder that scans one side: --backs-reversed scans the fronts, asks you to turn the \
      pile over, scans the backs, and puts the pages in order. --drop-blank leaves blank backs out of the PDF.

      --profile NAME saves the scanner and its settings: the given options are saved, and used when they are left out next \
      time.

      Exit code 4: the scanner stopped, or the feeder is empty. Exit code 5: no scanner was found, or SANE is not installed.
      """,
    arguments: [
      CommandArgument(
        CommandValue(CommandArgument.pipelineName, completion: .pipelines(orPaths: true)), .optional,
        help: "A pipeline file (.json) or the name of a preset. Default: scan. See: docscan presets")
    ],
    options: scannerOptions + [
      .output, .jobs,
      CommandOption(
        "progress", value: CommandValue(oneOf: ["plain", "json", "none"], as: "MODE"),
        help: "plain: a line for each page and notice; json: events as in docscan run; none: only failures."),
    ] + CommandOption.settings.filter { !["dpi", "existing-text"].contains($0.name) },
    example: Example(
      line: "docscan scan --feeder --duplex -o archive",
      explanation: "Scans both sides of everything in the feeder into one searchable PDF."),
    perform: { (arguments, console) throws(CommandError) in try ScanCommand(arguments, console: console).run() })

  private static let scannerOptions = [
    CommandOption(
      "device", short: "d", value: CommandValue("DEVICE"),
      help: "The scanner, as docscan scanners names it. Needed only if there are several."),
    CommandOption("feeder", help: "Scan from the document feeder. Default: from the glass, if there is one."),
    CommandOption("flatbed", help: "Scan from the glass."),
    CommandOption("duplex", help: "Scan both sides of each sheet in the feeder."),
    CommandOption("dpi", value: CommandValue("N"), help: "Pixels per inch. Default: 300."),
    CommandOption(
      "mode", value: CommandValue(oneOf: ScanMode.allCases.map(\.rawValue), as: "MODE"),
      help: "color, gray, or lineart (black and white). Default: gray."),
    CommandOption(
      "size", value: CommandValue(oneOf: ScanSize.allCases.map(\.rawValue), as: "SIZE"),
      help: "The paper: a3, a4, a5, letter, legal, or full (all that the scanner can scan). Default: a4."),
    CommandOption(
      "backs", help: "Scan the fronts of all sheets, then their backs, the back of the first sheet first."),
    CommandOption(
      "backs-reversed", help: "Like --backs, but the back of the last sheet comes first: you turned the pile over."),
    CommandOption("drop-blank", help: "Leave blank pages out of the PDF."),
    CommandOption(
      "more", help: "When the feeder is empty, ask for more sheets: Enter scans them, q ends the document."),
    CommandOption("continue", help: "Continue an unfinished pile; --name chooses one of several."),
    CommandOption("finish", help: "Make the document from the pages of that pile, without scanning."),
    CommandOption(
      "name", value: CommandValue("NAME"), help: "The name of the document. Default: scan, date and number."),
    CommandOption(
      "profile", value: CommandValue("NAME"),
      help: "Use the saved settings of this name, and save the options given with it."),
  ]
}

/// Scans a pile of paper, shows progress, and prints a summary.
struct ScanCommand {
  private let scanning: ScanRun
  private let mode: ProgressMode
  private let console: Console
  private let notices: [String]

  init(_ arguments: ParsedArguments, console: Console) throws(CommandError) {
    self.console = console
    mode = arguments.values["progress"].flatMap(ProgressMode.init) ?? .plain
    var notices: [String] = []
    try Self.check(arguments)
    var settings = try Self.settings(arguments)
    if let name = arguments.values["profile"] {
      let profile = try ScanProfile(named: name)
      let given = settings
      settings = settings.filled(from: try profile.settings(unlessNew: given != ScanSettings()))
      if given != ScanSettings() {
        try profile.save(settings)
        notices.append("The profile \(name) is saved: \(profile.path)")
      }
    }
    let source = try Self.source(arguments)
    let backs: SheetPile.Backs? =
      arguments.flags.contains("backs-reversed")
      ? .reversed : arguments.flags.contains("backs") ? .inOrder : nil
    let options = ScanOptions(
      settings: settings,
      task: arguments.flags.contains("finish") ? .finish : arguments.flags.contains("continue") ? .goOn : .begin,
      backs: backs, asksForMore: arguments.flags.contains("more"),
      continuation: Self.command(adding: "--continue"), finish: Self.command(adding: "--finish"))
    let batch = BatchOptions(
      paths: [], outputFolder: arguments.values["output"], workers: try arguments.jobs(of: "scan"),
      name: arguments.values["name"])
    self.notices = notices
    scanning = try batchResult(ScanRun(source, options: options, batch: batch))
  }

  func run() throws(CommandError) -> ExitCode {
    do throws(CommandError) {
      return try scan()
    } catch {
      guard mode == .json else { throw error }
      mode.writer(on: console)(JSONProgress.line(for: error))
      return error.exitCode
    }
  }

  private func scan() throws(CommandError) -> ExitCode {
    for notice in notices { tell(notice) }
    try batchResult(scanning.prepare(tell))
    // Signals must be blocked before the progress starts a thread. Otherwise that thread receives them and the process
    // ends.
    let interruption = Interruption.onSignals()
    let live = LiveProgress(mode.display(on: console, elsewhere: PlainProgress()), write: mode.writer(on: console))
    defer { live.end() }
    var summary = RunSummary()
    let onEvent = { (event: BatchEvent) in
      summary.record(event)
      live.show(event)
    }
    let batch = scanning.batch
    let index = IndexUpdate { batch.library }
    let report = try batchResult(scanning.run(interruption: interruption, onEvent: index.watching(onEvent)))
    index.finish(wasInterrupted: report.interrupted, onEvent)
    live.end()
    guard !report.documents.isEmpty else {
      if mode != .json { console.writeError("Interrupted. No document was made.\n") }
      return .interrupted
    }
    if mode == .json {
      mode.writer(on: console)(
        JSONProgress.summary(of: report, results: batch.outputFolder, report: batch.reportFile, failure: nil))
    } else if mode != .none {
      let results = RunSummary.results(in: batch.outputFolder, report: batch.reportFile)
      try console.writeOutput(
        summary.text(
          report, results: results, failuresAreShown: console.streamsAreOne(), library: batch.outputFolder))
    }
    if report.interrupted { return .interrupted }
    return report.totals.failed + report.totals.partial == 0 ? .success : .someFailed
  }

  private func tell(_ notice: String) {
    switch mode {
    case .none: break
    case .json: mode.writer(on: console)(JSONProgress.line(for: notice))
    case .auto, .bar, .plain: console.writeError(visibleText(notice) + "\n")
    }
  }

  // MARK: The command line

  private static func check(_ arguments: ParsedArguments) throws(CommandError) {
    for group in [
      ["flatbed", "feeder"], ["flatbed", "duplex"], ["backs", "backs-reversed"], ["continue", "finish"],
    ] {
      if group.allSatisfy(arguments.flags.contains) {
        throw error("choose one of \(group.map { "--" + $0 }.joined(separator: " and ")).")
      }
    }
    for option in ["backs", "backs-reversed"] where arguments.flags.contains(option) {
      if let other = ["duplex", "flatbed"].first(where: arguments.flags.contains) {
        throw error("--\(option) is for a feeder that scans one side of each sheet: leave out --\(other).")
      }
    }
    guard let name = arguments.values["name"] else { return }
    guard isDocumentName(name), !name.contains("/"), name.utf8.count <= 200 else {
      throw error("--name: \"\(visibleText(name))\" cannot be the name of a folder.")
    }
  }

  private static func settings(_ arguments: ParsedArguments) throws(CommandError) -> ScanSettings {
    let flags = arguments.flags
    let usesFeeder = ["feeder", "backs", "backs-reversed", "more"].contains(where: flags.contains)
    return ScanSettings(
      device: arguments.values["device"],
      source: flags.contains("duplex") ? .duplex : usesFeeder ? .feeder : flags.contains("flatbed") ? .flatbed : nil,
      dpi: try arguments.number("dpi", in: 1...20_000, of: "scan"),
      mode: arguments.values["mode"].flatMap(ScanMode.init), size: arguments.values["size"].flatMap(ScanSize.init))
  }

  private static func source(_ arguments: ParsedArguments) throws(CommandError) -> PipelineSource {
    var arguments = arguments
    // For this command, the option is the scanner's resolution, not that of PDF pages.
    arguments.values["dpi"] = nil
    var changes = try arguments.changes(of: "scan")
    if case .file = try arguments.runOutput(&changes) {
      throw error("-o names a folder here, because pages are stored in it. Leave out the extension.")
    }
    if arguments.flags.contains("drop-blank") {
      changes.settings.append(SettingChange("stages.blank", to: "true", option: "--drop-blank"))
      changes.settings.append(SettingChange("output.pdf.blankPages", to: "drop", option: "--drop-blank"))
    }
    guard let word = arguments[CommandArgument.pipelineName].first else {
      return PipelineSource(preset: .standard, changes: changes)
    }
    return try PipelineArgument.source(word, changes: changes, command: "scan")
  }

  private static func command(adding option: String) -> String {
    var words: [String] = []
    for word in CommandLine.arguments.dropFirst() where !["--continue", "--finish"].contains(word) {
      // Without a name, `--continue` and `--finish` use the latest pile, which is this command's.
      if words.last == "--name" { words.removeLast() } else if !word.hasPrefix("--name=") { words.append(word) }
    }
    return (["docscan"] + words + [option]).map(Escape.shellWord).joined(separator: " ")
  }

  private static func error(_ message: String) -> CommandError { .usage(message, command: "scan") }
}

extension Command {
  /// Returns whether these words mean `docscan run scan`. Options that only scanning has, such as --feeder, take precedence over inputs.
  static func meansFiles(_ words: ArraySlice<String>) -> Bool {
    let options = words.prefix { $0 != "--" }
    if options.contains(where: { $0 == "--help" || $0 == "-h" }) { return false }
    do throws(CommandError) {
      guard case .run(let arguments) = try ArgumentParser.parse(words, for: .run) else { return false }
      let inputs = arguments[CommandArgument.pipelineName] + arguments["INPUT"]
      guard let first = inputs.first else { return false }
      if inputs.count > 1 { return true }
      if first.lowercased().hasSuffix(".json") { return false }
      return PipelineArgument.exists(first) || Preset(named: first) == nil
    } catch {
      // The words contain an option that docscan run doesn't have.
      return false
    }
  }
}
