// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanBatch
internal import DocScanCore
internal import DocScanFiles
public import DocScanPresets

/// A service that processes all documents that arrive in a folder, until it's stopped.
///
/// ```swift
/// let service = WatchService(PipelineSource(preset: .archive), options: WatchOptions(inbox: inbox, outputDirectory: archive))
/// for try await case .documentFinished(let document) in service.events() { print(document.name, document.status) }
/// ```
///
/// Failed pages and documents don't stop the service. The service waits if the output can't be written, for example because the disk is full, or if
/// workers can't be started. It changes no signal of the process, and can start at any time.
public final class WatchService: Sendable {
  private let source: PipelineSource
  private let options: WatchOptions
  private let interruption = Interruption()
  private let hangUp = SignalDescriptor()

  /// Creates a service without reading or starting anything.
  ///
  /// - Parameters:
  ///   - source: The pipeline.
  ///   - options: The options that take precedence over the pipeline.
  public init(_ source: PipelineSource, options: WatchOptions = WatchOptions()) {
    (self.source, self.options) = (source, options)
  }

  /// Starts the service, and returns its events. Iterate over them once.
  ///
  /// - Returns: The events, which end after ``stop()``. If the task is canceled, pages in progress are given up, and are read again after the next
  ///   start.
  public func events() -> BatchEvents {
    let (source, options, hangUp) = (source, options, hangUp)
    return BatchEvents(interruption: interruption) { (interruption, onEvent) throws(BatchError) in
      let service = try InboxService(
        source, options: options.withLocalPaths(), reloadingOn: hangUp, unless: interruption)
      _ = try service.run(interruption: interruption, onEvent: onEvent)
    }
  }

  /// Finishes the pages in progress, and then ends the service. The other pages are read after the next start.
  public func stop() { interruption.request() }

  /// Reads the pipeline file again. The pipeline applies to documents that are opened from then on. If it is invalid, the previous one stays in use.
  public func reloadPipeline() { hangUp.raise() }
}
