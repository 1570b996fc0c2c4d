// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import FoundationEssentials

/// The journal's entry for a finished document.
package struct JournalEntry: Hashable {
  package var name: String
  /// The input's absolute path with symbolic links resolved, or another identifier if the input has no path.
  package var source: String
  package var sha256: String
  /// The SHA-256 digest of the settings that affect results.
  package var pipeline: String
  package var selection: String
  package var status: DocumentStatus
  package var pages: Int
  /// The time of publication, in ISO 8601.
  package var finished: String
  package var files: [String: ResultFile]
  /// The SHA-256 digests of the input's files, in order, or empty if they couldn't be read.
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
  /// Returns whether the entry and a record have the same bytes and settings. The entry of a divided input matches its parts' records.
  package func isOf(_ record: DocumentRecord) -> Bool {
    sha256 == record.sha256 && pipeline == record.pipeline.sha256
  }

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
      // An unreadable row counts as missing.
      return nil
    }
  }
}
