// SPDX-License-Identifier: GPL-3.0-or-later

/// The options of a watch, in addition to the pipeline file.
public struct WatchOptions: Sendable {
  /// The folder to watch, relative to the working directory, or `nil` for the pipeline's folder.
  public var inbox: String?
  /// The folder for results, relative to the working directory, or `nil` for the pipeline's folder.
  public var outputDirectory: String?
  /// The number of pages to process in parallel, or `nil` for one per processor.
  package var workers: Int?
  /// The interval between scans of the inbox in seconds, or `nil` for the pipeline's value.
  package var poll: Double?
  /// The passwords to try for encrypted PDFs.
  public var passwords: [String]

  /// Creates options.
  ///
  /// - Parameters:
  ///   - inbox: The folder to watch, or `nil` for the pipeline's folder.
  ///   - outputDirectory: The folder for results, or `nil` for the pipeline's folder.
  ///   - workers: The number of pages to process in parallel, or `nil` for one per processor.
  ///   - poll: The interval between scans of the inbox in seconds, or `nil` for the pipeline's value.
  ///   - passwords: The passwords to try for encrypted PDFs.
  public init(
    inbox: String? = nil, outputDirectory: String? = nil, workers: Int? = nil, poll: Double? = nil,
    passwords: [String] = []
  ) {
    (self.inbox, self.outputDirectory, self.workers) = (inbox, outputDirectory, workers)
    (self.poll, self.passwords) = (poll, passwords)
  }
}
