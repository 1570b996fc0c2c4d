// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// What a program does that is a worker: one line in its `main.swift`.
///
/// A worker of one's own is such a program with stages of one's own. Programs find it where `DOCSCAN_WORKER` says, `docscan`
/// among them, or under the name `docscan-worker` beside themselves.
public enum WorkerProgram {
  /// Does what docscan asks for, until it goes away: the program ends with this.
  ///
  /// - Parameters:
  ///   - stages: The stages of one's own. One with the name of a built-in stage takes its place.
  ///   - versions: Their names and versions, such as `["stamps": "1.2"]`. They are noted with the results; a page that was
  ///     read with another version is read again when its document is.
  /// - Throws: Only when the program that started it breaks the protocol, or is none that knows it.
  public static func run(adding stages: [any Stage.Type] = [], versions: [String: String] = [:]) throws {
    // Schedulers and service managers signal all processes of a job. docscan lets the pages in hand be ended; a worker goes when docscan does.
    _ = signal(SIGTERM, SIG_IGN)
    let names = stages.map { $0.description.name }
    let others = builtInStages.filter { !names.contains($0.description.name) }
    var session = WorkerSession(stages: others + stages, versions: versions)
    try session.run(arguments: CommandLine.arguments)
  }
}
