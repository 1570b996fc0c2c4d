// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanPresets
internal import DocScanProgress
internal import DocScanWatch
internal import Glibc

extension Command {
  static let watch = Command(
    name: "watch",
    abstract: "Process everything that arrives in a folder, until stopped.",
    discussion: """
      A file is picked up when it is complete, has not changed for some seconds, and no program has it open for writing. \
      With "group": "folder" in the pipeline file, a folder of photographs is one document; it is taken when nothing in \
      it has changed for a while, or when a file named .done appears in it. The folders and times are under "watch" in \
      the pipeline file: docscan help pipeline.

      When the results are on disk, the original moves to INBOX-processed next to the inbox. If anything in it failed, \
      it moves to INBOX-failed, with a .reason.txt next to it; docscan retry moves it back. A file with the same content as an \
      earlier one is not processed again. If a name is taken, a number is added.

      SIGTERM and Ctrl-C stop the service after the pages in progress, with exit code 130. SIGHUP reads the pipeline \
      file again. A full disk pauses it. docscan status shows its state. If it is killed, the next start continues.
      """,
    arguments: [
      .pipeline(),
      CommandArgument(
        CommandValue("INBOX", completion: .folders), .optional,
        help: "The folder to watch. Default: watch.inbox in the pipeline file."),
    ],
    options: [
      .output, .jobs,
      CommandOption(
        "poll", value: CommandValue("SECONDS"),
        help:
          "Check the inbox at this interval in seconds, for network shares. 0: wait for the system to report changes."),
      CommandOption(
        "progress", value: CommandValue(oneOf: ["plain", "json", "none"], as: "MODE"),
        help: "plain: a line for each document, failure and notice; json: events as in docscan run; none: only "
          + "failures."),
      .passwordFile,
      CommandOption("no-webhooks", help: "Leave webhooks to docscan deliver, so that this process needs no network."),
    ] + CommandOption.settings,
    example: Example(
      line: "docscan watch archive /srv/scans -o /srv/archive",
      explanation: "Makes searchable PDFs of everything that a scanner saves to the folder /srv/scans."),
    perform: { (arguments, console) throws(CommandError) in
      let mode = arguments.values["progress"].flatMap(ProgressMode.init) ?? .plain
      do throws(CommandError) {
        return try watch(arguments, mode: mode, console: console)
      } catch {
        guard mode == .json else { throw error }
        mode.writer(on: console)(JSONProgress.line(for: error))
        return error.exitCode
      }
    })

  private static func watch(
    _ arguments: ParsedArguments, mode: ProgressMode, console: Console
  ) throws(CommandError) -> ExitCode {
    var options = WatchOptions(
      inboxFolder: arguments["INBOX"].first, outputFolder: arguments.values["output"],
      workers: try arguments.jobs(of: "watch"), poll: try arguments.pollSeconds(of: "watch"),
      passwords: try arguments.passwords(of: "watch"))
    options.leavesWebhooks = arguments.flags.contains("no-webhooks")
    let source = try arguments.pipelineSource(of: "watch", changes: true)
    let service = try batchResult(
      InboxService(source, options: options, reloadingOn: SignalDescriptor(SIGHUP)))
    let interruption = Interruption.onSignals()
    let live =
      mode == .plain
      ? LiveProgress(WatchProgress(), write: console.writeError)
      : LiveProgress(mode.display(on: console, elsewhere: WatchProgress()), write: mode.writer(on: console))
    defer { live.end() }
    if mode == .plain {
      let places = service.places
      live.show(.notice("Watching \(places.inbox); results go to \(places.output)."))
      for note in places.notes { live.show(.notice(note)) }
    }
    let index = IndexUpdate { [service] in service.library }
    _ = try batchResult(service.run(interruption: interruption, onEvent: index.watching(live.show)))
    index.finish(wasInterrupted: true, live.show)
    return .interrupted
  }
}
