// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanHooks
package import DocScanPresets
internal import Glibc

/// A process that only delivers the webhooks of a folder of results, so that the process that reads documents needs no network. It opens no document
/// and starts no program.
package struct WebhookDelivery {
  /// The interval between looks for new events, in milliseconds.
  private static let interval: Int32 = 1000

  private let hooks: Hooks
  private let library: Folder

  /// Reads the hooks of a pipeline. `output` takes precedence over the pipeline's folder for results. Throws if the pipeline has no webhook.
  package init(_ source: PipelineSource, output: String?) throws(BatchError) {
    // Only the hooks and the folder count, so no worker is asked for its stages.
    let file = try source.changed(source.read())
    let (hooks, folders): (Hooks?, PipelineFolders)
    do throws(PipelineError) {
      folders = try PipelineFolders(value: file)
      hooks = try source.hooks(folders.hooks)
    } catch {
      throw .pipeline(error.inFile(source.label))
    }
    guard let hooks, hooks.targets.contains(.webhook) else {
      throw .pipeline(
        PipelineError.invalid(path: "hooks.webhook", message: "there is no address to deliver events to.")
          .inFile(source.label))
    }
    let path = output ?? source.outputFolder(folders.output)
    guard let library = Folder(root: path) else { throw .noInput("\(path) cannot be opened: \(errorText()).") }
    (self.hooks, self.library) = (hooks, library)
  }

  /// Delivers the pending events, and with `follows` also those that runs record later, until `interruption`. Returns whether none is left.
  package func run(
    follows: Bool, interruption: Interruption, onEvent: @escaping (BatchEvent) -> Void
  ) throws(BatchError) -> Bool {
    let queue = try HookQueue(webhooksOf: hooks, in: library, onEvent: onEvent)
    guard let thread = queue.thread else { return true }
    defer { thread.stop() }
    while true {
      try queue.look()
      if !follows, try queue.isQuiet() { break }
      if interruption.comes(before: thread.descriptor, milliseconds: Self.interval) { break }
      for (task, answer) in thread.take() {
        if case .hook(let outcome) = answer { try queue.finished(task, outcome) }
      }
    }
    guard let words = try queue.leftOver() else { return true }
    onEvent(.notice(words))
    return false
  }
}
