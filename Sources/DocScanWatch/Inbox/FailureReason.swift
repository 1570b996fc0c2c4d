// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
internal import DocScanStore
internal import DocScanWriters
internal import FoundationEssentials

/// Why an original is in the folder for failed ones: the content of `NAME.reason.json`, schema `docscan-reason/1`.
package struct FailureReason: Codable, Hashable, Sendable {
  /// The name of the format, with its version.
  package static let schema = "docscan-reason/1"
  static let textEnding = ".reason.txt"
  static let jsonEnding = ".reason.json"
  /// What is larger, docscan did not write.
  private static let largest = 64 << 20
  /// So many failed pages are written out in the text.
  private static let listedPages = 50

  /// The name of this format.
  package var schema = Self.schema
  /// What the original is called beside this file.
  package var name: String
  /// Where it was in the inbox, and goes when it is tried again.
  package var source: String
  /// When it failed, ISO 8601 in UTC.
  package var failed: String
  /// The documents that were made of the file.
  package var documents: [Document]
  /// The words of the command that tries it again; nil in reasons of earlier versions.
  package var retry: [String]?

  /// A document of the original that is not complete; a folder may hold several.
  package struct Document: Codable, Hashable, Sendable {
    /// The name in the output folder.
    package var name: String
    /// `partial` or `failed`.
    package var status: DocumentStatus
    /// Why the whole document failed; nil when single pages did.
    package var reason: String?
    /// How many pages it has.
    package var pageCount: Int
    /// Those that failed.
    package var pages: [Page]
    /// The folder with what results there are; nil when there are none.
    package var results: String?
    /// Whether these are the complete results of an earlier run; nil when they are not.
    package var areComplete: Bool?
  }

  /// A page that failed.
  package struct Page: Codable, Hashable, Sendable {
    /// From 1.
    package var number: Int
    /// A sentence for people.
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

  /// Reads a reason; nil when the file is none.
  init?(_ name: String, in folder: Folder) {
    guard let json = folder.contents(name, most: Self.largest), let reason: Self = decoded(json) else { return nil }
    self = reason
  }

  /// The reason in one line.
  package var summary: String {
    documents.map { document in
      let count = document.pages.count
      return document.reason
        ?? "\(count) of \(document.pageCount) pages failed: \(document.pages.first?.reason ?? "no reason is known.")"
    }.joined(separator: " ")
  }

  /// The content of the JSON file.
  func json() throws(OutputError) -> [UInt8] {
    do {
      return Array(try JSONText.pretty(self))
    } catch {
      throw OutputError(operation: "write", path: name + Self.jsonEnding, detail: "\(error)")
    }
  }

  /// The content of the text file.
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

  /// A reason without the file's name at its beginning, where the first line has it.
  private func afterName(_ reason: String) -> Substring {
    let name = fileName(source) + ": "
    return reason.hasPrefix(name) ? reason.dropFirst(name.count) : Substring(reason)
  }

  /// Whether there are results of some of its pages.
  private var isPartial: Bool { documents.contains { $0.status == .partial } }

  /// Whether it is a PDF that no given password opens.
  private var needsPassword: Bool {
    documents.contains { document in
      ([document.reason] + document.pages.map(\.reason)).contains { $0?.contains("--password-file") == true }
    }
  }

  /// Whether there is more of a document than its record.
  private static func hasFiles(_ folder: String) -> Bool {
    do {
      return try FileManager.default.subpathsOfDirectory(atPath: folder).contains { name in
        !name.hasSuffix(".json") && isRegularFile(folder + "/" + name)
      }
    } catch {
      // Without the folder there is nothing.
      return false
    }
  }

  private static func results(of document: Document) -> String {
    guard let folder = document.results.map(printable) else { return "There are no results." }
    if document.areComplete == true { return "The complete results of an earlier run are in \(folder)." }
    return document.status == .partial
      ? "The results of the other pages are in \(folder)."
      : "What was made before it failed is in \(folder). Do not rely on it."
  }

  /// Text that came with a document, for a file that people may look at on a terminal.
  ///
  /// Characters that act on the terminal, or change the order of what is shown, are replaced.
  static func printable(_ text: String) -> String {
    text.replacing(where: \.actsOnTerminal, with: "\u{FFFD}")
  }
}
