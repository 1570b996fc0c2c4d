// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import FoundationEssentials

/// The reason for a failed original: the content of `NAME.reason.json`, schema `docscan-reason/1`.
package struct FailureReason: Codable, Hashable, Sendable {
  package static let schema = "docscan-reason/1"
  static let textEnding = ".reason.txt"
  static let jsonEnding = ".reason.json"
  /// The size limit in bytes; docscan doesn't write larger files.
  private static let largest = 64 << 20
  private static let listedPages = 50

  package var schema = Self.schema
  package var name: String
  /// The original's path in the inbox, to which a retry moves it back.
  package var source: String
  /// The time of the failure, as ISO 8601 in UTC.
  package var failed: String
  package var documents: [Document]
  /// The arguments of the command that retries the original, or `nil` in files of earlier versions.
  package var retry: [String]?

  /// An incomplete document of the original. A folder can contain several.
  package struct Document: Codable, Hashable, Sendable {
    package var name: String
    package var status: DocumentStatus
    /// The reason if the whole document failed, or `nil` if only pages failed.
    package var reason: String?
    package var pageCount: Int
    package var pages: [Page]
    package var results: String?
    /// `true` if the results are the complete ones of an earlier run, otherwise `nil`.
    package var areComplete: Bool?
  }

  package struct Page: Codable, Hashable, Sendable {
    package var number: Int
    package var reason: String
  }

  init(name: String, source: String, outcomes: [DocumentOutcome], output: OutputFolder, places: WatchPlaces) {
    (self.name, self.source) = (name, source)
    retry = RetryRequest.command(for: name, in: places)
    failed = Date().formatted(.iso8601)
    documents = outcomes.map { outcome in
      let record = output.results.record(named: outcome.name)
      let reasons = record?.pages.filter { $0.status == .failed } ?? []
      let folder = output.path + "/" + outcome.name
      return Document(
        name: outcome.name, status: outcome.status, reason: outcome.reason, pageCount: outcome.pages,
        pages: outcome.failedPages.map { number in
          Page(
            number: number,
            reason: reasons.first { $0.number == number }?.failure?.message ?? "The reason is not known.")
        },
        results: outcome.status == .partial || Self.hasFiles(folder) ? folder : nil,
        areComplete: record?.status == .complete ? true : nil)
    }
  }

  init?(_ name: String, in folder: Folder) {
    guard let json = folder.contents(name, most: Self.largest), let reason: Self = decoded(json) else { return nil }
    self = reason
  }

  package var summary: String {
    documents.map { document in
      let count = document.pages.count
      return document.reason
        ?? "\(count) of \(document.pageCount) pages failed: \(document.pages.first?.reason ?? "no reason is known.")"
    }.joined(separator: " ")
  }

  func json() throws(OutputError) -> [UInt8] {
    do {
      return Array(try JSONText.pretty(self))
    } catch {
      throw OutputError(operation: "write", path: name + Self.jsonEnding, detail: "\(error)")
    }
  }

  var text: String {
    var lines = [
      "\(Self.printable(source)) could not be processed\(isPartial ? " completely" : "") (\(LocalTime(failed)?.text ?? failed)).",
      "",
    ]
    for document in documents {
      lines.append("What happened\(documents.count > 1 ? " to \(Self.printable(document.name))" : ""):")
      if let reason = document.reason { lines.append("  \(Self.printable(String(afterName(reason))))") }
      for page in document.pages.prefix(Self.listedPages) {
        lines.append("  Page \(page.number): \(Self.printable(String(afterName(page.reason))))")
      }
      if document.pages.count > Self.listedPages {
        lines.append(
          "  And \(document.pages.count - Self.listedPages) more pages; the JSON file beside this one lists them all.")
      }
      lines.append(Self.results(of: document))
      lines.append("")
    }
    let retry = (retry ?? ["docscan", "retry", name]).map(Escape.shellWord).joined(separator: " ")
    if needsPassword {
      lines += [
        "What to do:",
        "  The original is beside this file, unchanged. Write its password on a line of a file, stop docscan watch,",
        "  start it again with --password-file and the name of that file, and then: \(retry)",
      ]
      return lines.joined(separator: "\n") + "\n"
    }
    lines += [
      "What to do:",
      "  The original is beside this file, unchanged. Check whether another program opens it. If it is damaged, scan it",
      "  again and put the new file into the inbox. If the cause is gone, or you have changed the pipeline file, try it",
      "  again with: \(retry)",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a reason without the file's name at its beginning, because the text already begins with the name.
  private func afterName(_ reason: String) -> Substring {
    let name = fileName(source) + ": "
    return reason.hasPrefix(name) ? reason.dropFirst(name.count) : Substring(reason)
  }

  private var isPartial: Bool { documents.contains { $0.status == .partial } }

  /// Whether the original is a PDF that none of the passwords opens.
  private var needsPassword: Bool {
    documents.contains { document in
      ([document.reason] + document.pages.map(\.reason)).contains { $0?.contains("--password-file") == true }
    }
  }

  private static func hasFiles(_ folder: String) -> Bool {
    do {
      return try FileManager.default.subpathsOfDirectory(atPath: folder).contains { name in
        !name.hasSuffix(".json") && isRegularFile(folder + "/" + name)
      }
    } catch {
      // A missing folder has no files.
      return false
    }
  }

  private static func results(of document: Document) -> String {
    guard let folder = document.results.map(printable) else { return "There are no results." }
    if document.areComplete == true { return "The complete results of an earlier run are in \(folder)." }
    return document.status == .partial
      ? "The results of the other pages are in \(folder)."
      : "Incomplete results from before the failure are in \(folder). Do not rely on them."
  }

  /// Returns a text that is safe to display in a terminal. Characters that control the terminal or change the text's direction are replaced.
  static func printable(_ text: String) -> String {
    text.replacing(where: \.actsOnTerminal, with: "\u{FFFD}")
  }
}
