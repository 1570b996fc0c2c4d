// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanBatch
package import DocScanCore
internal import DocScanFiles
internal import DocScanLibrary
internal import FoundationEssentials

/// The destination of the results of `docscan run`.
package enum RunOutput: Hashable, Sendable {
  /// A folder, or `nil` for the pipeline's own.
  case folder(String?)
  /// A single file. The pipeline determines the format if it is `nil`.
  case file(SingleFilePipelineRun.Target, SingleFileFormat?)
}

extension CommandOption {
  package static let runOutput = CommandOption(
    "output", short: "o", value: CommandValue("PATH", completion: .paths),
    help: "A folder for the results; or a file for the result of one document, by its ending: "
      + SingleFileFormat.all.map { "." + $0.ending }.joined(separator: ", ")
      + "; or - for the PDF on standard output. Default: the folder that the pipeline file names, otherwise docscan-out."
  )
}

extension ParsedArguments {
  /// Returns the destination given with `-o`, or standard output if it is redirected to a PDF file. For standard output, `--also` chooses the format,
  /// and is removed from `changes`. For a named file, `--also` is an error.
  package func runOutput(_ changes: inout PipelineChanges, redirected: String? = nil) throws(CommandError) -> RunOutput
  {
    let isPDF = redirected?.lowercased().hasSuffix(".pdf") == true && !flags.contains("dry-run")
    guard let place = values["output"] ?? (isPDF ? "-" : nil) else { return .folder(nil) }
    if place == "-" {
      let format = try changes.writers.first.map { (name) throws(CommandError) in
        guard changes.writers.count == 1, let format = SingleFileFormat(writer: name) else {
          throw Self.error(
            "-o - writes one file; --also can name one of "
              + "\(SingleFileFormat.all.map(\.writer).joined(separator: ", ")).")
        }
        return format
      }
      changes.writers = []
      return .file(.standardOutput, format)
    }
    var isFolder = false
    if place.hasSuffix("/") || FileManager.default.fileExists(atPath: place, isDirectory: &isFolder) && isFolder {
      return .folder(place)
    }
    guard let format = SingleFileFormat(fileName: place) else {
      try Self.refuseForeignEnding(place)
      return .folder(place)
    }
    guard changes.writers.isEmpty else {
      throw Self.error("-o \(visibleText(place)) writes just that file. Leave --also out, or name a folder with -o.")
    }
    return .file(.file(place), format)
  }

  // Refuses names with the extension of a format that docscan can't write. Such a name is probably meant for a file, not for a folder.
  private static func refuseForeignEnding(_ place: String) throws(CommandError) {
    guard let dot = place.lastIndex(of: ".") else { return }
    let ending = place[place.index(after: dot)...].lowercased()
    let others: Set<String> = ["doc", "docx", "odt", "rtf", "htm", "html", "xml", "epub", "csv", "zip"]
    guard !place[dot...].contains("/"), others.contains(ending) || InputFormats.installed.fit(ending: ending) else {
      return
    }
    let endings = SingleFileFormat.all.map { "." + $0.ending }.joined(separator: ", ")
    let tables =
      TableExport.Format(fileName: place) == nil ? "" : "For tables: docscan tables FILE -o \(visibleText(place)). "
    throw error(
      "-o \(visibleText(place)): docscan cannot write a .\(ending) file. It can write \(endings). " + tables
        + "For a folder of this name, write \(visibleText(place))/")
  }

  private static func error(_ message: String) -> CommandError { .usage(message, command: "run") }
}
