// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore

extension Command {
  /// `docscan watch`.
  static let watch = Command(
    name: "watch",
    abstract: "Process whatever comes into a folder, until it is stopped.",
    discussion: """
      A file is taken once it is whole, has been unchanged for some seconds, and no program has it open for writing. \
      With "group": "folder" in the pipeline file, a folder of photographs is one document, taken once it has been \
      quiet or when it gets a file called .done. The key "watch" of the pipeline file has the times and the folders: \
      docscan help pipeline.

      When the results are on the disk, the original moves to the folder processed in the inbox; one that failed, or \
      of which a page failed, moves to failed, with a .reason.txt beside it. docscan retry puts it back. A file with \
      the same content as an earlier one is not processed again. A file with the name of an earlier one but other \
      content gets a number.

      SIGTERM and Ctrl-C stop it once the pages in hand are done, exit code 130; SIGHUP reads the pipeline file again. \
      A full disk pauses it. docscan status tells how it is. Nothing is lost when it is killed: the next start goes on.
      """,
    arguments: [
      .pipeline(),
      CommandArgument(
        CommandValue("INBOX", completion: .folders), .optional,
        help: "The folder to watch. The pipeline file's watch.inbox is used if this is left out."),
    ],
    options: [
      .output, .jobs,
      CommandOption(
        "poll", value: CommandValue("SECONDS"),
        help: "Look at the inbox every so many seconds, for network shares. 0: the system tells of changes."),
      CommandOption(
        "progress", value: CommandValue(oneOf: ["plain", "json", "none"], as: "MODE"),
        help: "plain: a line for each document, failure and notice; json: events as docscan run has them; none: only "
          + "failures."),
      .passwordFile,
    ] + CommandOption.settings,
    example: Example(
      line: "docscan watch archive /srv/scans -o /srv/archive",
      explanation: "Makes searchable PDFs of whatever a scanner saves to the folder /srv/scans."),
    run: { (arguments, console) throws(CommandError) in
      let mode = arguments.values["progress"].flatMap(ProgressMode.init) ?? .plain
      do throws(CommandError) {
        return try watch(arguments, mode: mode, console: console)
      } catch {
        guard mode == .json else { throw error }
        console.writeError(JSONProgress.line(for: error))
        return error.exitCode
      }
    })

  private static func watch(
    _ arguments: ParsedArguments, mode: ProgressMode, console: Console
  ) throws(CommandError) -> ExitCode {
    let options: WatchOptions
    do throws(UsageError) {
      options = WatchOptions(
        inbox: arguments["INBOX"].first, outputDirectory: arguments.values["output"],
        workers: try arguments.jobs(of: "watch"), poll: try pollSeconds(arguments),
        passwords: try arguments.passwords(of: "watch"))
    } catch {
      throw .usage(error)
    }
    let source = try arguments.pipelineSource(of: "watch", changes: true)
    do throws(BatchError) {
      let service = try WatchService(source, options: options)
      let interruption = Interruption.onSignals()
      let live =
        mode == .plain
        ? LiveProgress(WatchProgress(), write: console.writeError)
        : LiveProgress(mode.display(on: console, elsewhere: WatchProgress()), write: console.writeError)
      defer { live.end() }
      if mode == .plain {
        let places = service.places
        live.show(.notice("Watching \(places.inbox); results go to \(places.output)."))
      }
      _ = try service.run(interruption: interruption) { live.show($0) }
      return .interrupted
    } catch {
      throw .batch(error)
    }
  }

  private static func pollSeconds(_ arguments: ParsedArguments) throws(UsageError) -> Double? {
    guard let text = arguments.values["poll"] else { return nil }
    guard let seconds = Double(text), (0...86_400).contains(seconds) else {
      throw UsageError(
        message: "--poll: expected seconds from 0 to 86400, found \"\(visibleText(text))\".", command: "watch")
    }
    return seconds
  }
}
