// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanWriters
internal import FoundationEssentials

/// A request from another program for one page: stages to run, and files to write.
package struct PageQuery: Sendable {
  /// The formats that need only the recognized page.
  package static let formats: [any DocumentWriter.Type] = [
    HOCRWriter.self, TextWriter.self, ALTOWriter.self, PAGEWriter.self, TSVWriter.self, MarkdownWriter.self,
  ]
  private static let keys = ["id", "path", "page", "stages", "writers", "directory"]
  private static let baseName = "page"

  private let path: String
  private let number: Int
  /// The stages in the format of pipeline files, which a worker checks.
  package let stages: [JSONValue]
  private let writers: [ChosenWriter]
  private let directory: String

  package init(_ members: [String: JSONValue]) throws(BatchError) {
    for key in members.keys.sorted() where !Self.keys.contains(key) {
      throw .pipeline(.unknown("key", key, path: key, allowed: Self.keys))
    }
    guard let path = members["path"].flatMap({ String(json: $0) }), path.hasPrefix("/") else {
      throw .usage("\"path\" is the page's file, by its whole path.")
    }
    let number = if case .number(let number)? = members["page"] { Int(exactly: number) } else { 1 as Int? }
    guard let number, (1...Int(Int32.max)).contains(number) else { throw .usage("\"page\" counts from 1.") }
    (self.path, self.number) = (path, number)
    stages = if case .array(let stages)? = members["stages"] { stages } else { [] }
    do throws(PipelineError) {
      let pipeline = try Pipeline(
        value: ["output": ["writers": members["writers"] ?? []]], stages: [],
        writers: Self.formats.map { $0.description })
      writers = ChosenWriter.all(pipeline.output.writers, among: Self.formats)
    } catch {
      throw .pipeline(error)
    }
    directory = members["directory"].flatMap { String(json: $0) } ?? ""
    guard writers.isEmpty || directory.hasPrefix("/") else {
      throw .usage("\"directory\" is the folder for the files of \"writers\", by its whole path.")
    }
  }

  /// Performs the request. Returns the page after its files were written.
  package func result(by service: ScanService, versions: [String: String]) async throws -> RecognizedPage {
    let work = PageWork(.page(number), of: [try PageSource(file: path)], stages: stages)
    guard let result = try await service.perform(work).result else {
      throw PageFailure(kind: .library, stage: "load", message: "The page has no result.")
    }
    let destination = WriterDestination(
      directory: directory, baseName: Self.baseName, versions: versions, writers: writers)
    for writer in writers {
      let file = try writing(writer.type.init(settings: writer.settings, destination: destination))
      try writing(file.append(WriterPage(result: result, picturePath: nil)))
      try writing(file.finish())
    }
    return result.page
  }
}
