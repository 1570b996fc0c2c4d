// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// The main program of a worker, which is one line in `main.swift`.
///
/// To add your own stages, write such a program. docscan and other programs find the worker through the environment variable `DOCSCAN_WORKER`, or
/// under the name `docscan-worker` next to themselves.
public enum WorkerProgram {
  /// Runs the worker until the program that started it ends.
  ///
  /// - Parameters:
  ///   - stages: Additional stages. A stage with the name of a built-in one replaces it.
  ///   - versions: The names and versions of the additional stages, such as `["stamps": "1.2"]`. They are stored with the results. If a version
  ///     changes, pages are read again when their documents are processed.
  /// - Throws: An error if the program that started the worker violates the protocol, or isn't docscan.
  public static func run(adding stages: [any Stage.Type] = [], versions: [String: String] = [:]) throws {
    try run(adding: stages, versions: versions, record: nil)
  }

  package static func run(record: any PageRecord) throws { try run(adding: [], versions: [:], record: record) }

  private static func run(adding stages: [any Stage.Type], versions: [String: String], record: (any PageRecord)?) throws
  {
    // Schedulers and service managers send signals to all processes of a job. docscan completes the current pages, and its workers end with it.
    _ = signal(SIGTERM, SIG_IGN)
    let names = stages.map { $0.description.name }
    let others = builtInStages.filter { !names.contains($0.description.name) }
    var session = WorkerSession(stages: others + stages, versions: versions, record: record)
    try session.run(arguments: CommandLine.arguments)
  }
}
