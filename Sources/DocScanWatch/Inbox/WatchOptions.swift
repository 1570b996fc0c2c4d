// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
public import FoundationEssentials

/// The options of a watch, in addition to the pipeline file.
public struct WatchOptions: Sendable {
  /// The folder to watch, or `nil` for the pipeline's folder.
  public var inbox: URL?
  /// The folder for results, or `nil` for the pipeline's folder.
  public var outputDirectory: URL?
  /// The folder to watch, relative to the working directory. This takes precedence over ``inbox``.
  package var inboxFolder: String?
  /// The folder for results, relative to the working directory. This takes precedence over ``outputDirectory``.
  package var outputFolder: String?
  /// The number of pages to process in parallel, or `nil` for one per processor.
  package var workers: Int?
  /// The interval between scans of the inbox in seconds, or `nil` for the pipeline's value.
  package var poll: Double?
  /// The passwords to try for encrypted PDFs.
  public var passwords: [String]
  /// Whether another process delivers the webhooks.
  package var leavesWebhooks = false

  /// Creates options.
  ///
  /// - Parameters:
  ///   - inbox: The folder to watch, or `nil` for the pipeline's folder.
  ///   - outputDirectory: The folder for results, or `nil` for the pipeline's folder.
  ///   - workers: The number of pages to process in parallel, or `nil` for one per processor.
  ///   - poll: The interval between scans of the inbox in seconds, or `nil` for the pipeline's value.
  ///   - passwords: The passwords to try for encrypted PDFs.
  public init(
    inbox: URL? = nil, outputDirectory: URL? = nil, workers: Int? = nil, poll: Double? = nil, passwords: [String] = []
  ) {
    (self.inbox, self.outputDirectory, self.workers) = (inbox, outputDirectory, workers)
    (self.poll, self.passwords) = (poll, passwords)
  }

  /// Creates options from the words of a command line.
  package init(
    inboxFolder: String?, outputFolder: String?, workers: Int?, poll: Double?, passwords: [String]
  ) {
    self.init(workers: workers, poll: poll, passwords: passwords)
    (self.inboxFolder, self.outputFolder) = (inboxFolder, outputFolder)
  }

  func withLocalPaths() throws(BatchError) -> WatchOptions {
    var options = self
    if let inbox { options.inboxFolder = try inbox.localPath }
    if let outputDirectory { options.outputFolder = try outputDirectory.localPath }
    return options
  }
}
