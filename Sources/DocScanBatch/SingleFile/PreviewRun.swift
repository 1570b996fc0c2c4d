// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
package import DocScanPresets
internal import DocScanStore
internal import DocScanWriters
internal import Glibc

/// A run with temporary results, which are deleted together with this object.
package final class PreviewRun {
  private let run: PipelineRun
  private let work: WorkFolder

  /// Reads and checks the pipeline, without writing anything. Only the writer for page JSON runs.
  package init(_ source: PipelineSource, options: BatchOptions) throws(BatchError) {
    work = WorkFolder(in: unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp")
    var (source, options) = (source, options)
    source.changes.onlyWriter = JSONWriter.description.name
    options.outputFolder = work.path
    run = try PipelineRun(source, options: options)
  }

  /// Processes the inputs into a private folder.
  package func run(
    interruption: Interruption, onEvent: @escaping (BatchEvent) -> Void
  ) throws(BatchError) -> BatchReport {
    try work.create()
    return try run.run(interruption: interruption, onEvent: onEvent)
  }

  /// Returns the folder with the results, which exists as long as this object.
  package func library() throws(BatchError) -> Folder { try StoredDocument.library(work.path) }
}

/// A file that the user named, which is written completely or not at all.
package enum NamedFile {
  /// Throws if the file can't be written at this path. Writes nothing.
  package static func check(_ path: String, inputs: [String], overwrite: Bool) throws(BatchError) {
    try SingleFileTarget.check(path, inputs: inputs, overwrite: overwrite)
  }

  /// Writes the file atomically. An existing file is replaced only with `overwrite`, and an input never.
  package static func write(
    _ path: String, inputs: [String], overwrite: Bool, _ body: (OutputFile) throws(OutputError) -> Void
  ) throws(BatchError) {
    try check(path, inputs: inputs, overwrite: overwrite)
    let folder = parentFolder(of: path)
    try OutputFolder.makeFolder(folder)
    guard let parent = Folder(root: folder) else { throw .output("\(path) cannot be written: \(errorText()).") }
    let name = WorkFolder.prefix + String(UInt64.random(in: .min ... .max), radix: 36)
    defer { _ = parent.remove(name) }
    do throws(OutputError) {
      let file = try OutputFile(newFile: name, in: parent)
      try body(file)
      try file.finish()
      try SingleFileTarget.place("\(folder)/\(name)", at: path, overwrite: overwrite)
    } catch {
      throw .output("\(error)")
    }
  }
}
