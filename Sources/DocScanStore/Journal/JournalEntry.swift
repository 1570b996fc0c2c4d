// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import FoundationEssentials

/// A document as the journal knows it: what was made, from what, and the files that came of it.
package struct JournalEntry: Hashable {
  package var name: String
  /// The input's absolute path, without links; what stands for it where it has none.
  package var source: String
  /// SHA-256 of the input.
  package var sha256: String
  /// SHA-256 of what decides results in the pipeline.
  package var pipeline: String
  /// The chosen pages.
  package var selection: String
  package var status: DocumentStatus
  /// The number of pages that were processed.
  package var pages: Int
  /// When it was put in place, in ISO 8601.
  package var finished: String
  /// The files of the document's folder, by their path in it.
  package var files: [String: ResultFile]
  /// SHA-256 of each file of the input, in order; empty if they could not be read.
  package var contents: [String]

  package init(
    name: String, source: String, sha256: String, pipeline: String, selection: String, status: DocumentStatus,
    pages: Int, finished: String, files: [String: ResultFile], contents: [String]
  ) {
    (self.name, self.source, self.sha256, self.pipeline) = (name, source, sha256, pipeline)
    (self.selection, self.status, self.pages, self.finished) = (selection, status, pages, finished)
    (self.files, self.contents) = (files, contents)
  }
}

extension JournalEntry {
  /// Whether it is of what a record says is there: of the same bytes, and made in the same way. That of a divided input is of its parts.
  package func isOf(_ record: DocumentRecord) -> Bool {
    sha256 == record.sha256 && pipeline == record.pipeline.sha256
  }

  /// Reads a row of the journal; nil when it makes no sense.
  package init?(row: [Database.Value]) {
    guard row.count == 10, let name = row[0].text, let source = row[1].text, let sha256 = row[2].text,
      let pipeline = row[3].text, let selection = row[4].text,
      let status = row[5].text.flatMap(DocumentStatus.init(rawValue:)), let pages = row[6].integer,
      let finished = row[7].text, let files = row[8].text, let contents = row[9].text
    else { return nil }
    do {
      let files = try JSONDecoder().decode([String: ResultFile].self, from: Data(files.utf8))
      let contents = try JSONDecoder().decode([String].self, from: Data(contents.utf8))
      self.init(
        name: name, source: source, sha256: sha256, pipeline: pipeline, selection: selection, status: status,
        pages: pages, finished: finished, files: files, contents: contents)
    } catch {
      // A row that cannot be read counts as none.
      return nil
    }
  }
}
