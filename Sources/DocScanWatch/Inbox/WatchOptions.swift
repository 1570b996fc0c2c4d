// SPDX-License-Identifier: GPL-3.0-or-later

/// What the caller of a watch decides beside the pipeline file.
public struct WatchOptions: Sendable {
  /// The folder to watch, relative to the working directory; nil takes the pipeline's own.
  public var inbox: String?
  /// The folder for results, relative to the working directory; nil takes the pipeline's own.
  public var outputDirectory: String?
  /// How many pages are processed at the same time; nil takes one for each processor.
  package var workers: Int?
  /// Seconds between two looks at the inbox; nil takes the pipeline's own.
  package var poll: Double?
  /// What encrypted PDFs are tried with.
  public var passwords: [String]

  /// Options; what is nil the pipeline file says.
  public init(
    inbox: String? = nil, outputDirectory: String? = nil, workers: Int? = nil, poll: Double? = nil,
    passwords: [String] = []
  ) {
    (self.inbox, self.outputDirectory, self.workers) = (inbox, outputDirectory, workers)
    (self.poll, self.passwords) = (poll, passwords)
  }
}
