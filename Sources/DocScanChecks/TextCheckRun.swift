// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import DocScanWire
internal import DocScanWorkers

/// The result of checking the text in PDFs: `docscan check-text --json`.
package struct TextCheckReport: Codable, Hashable, Sendable {
  package static let schema = "docscan-text-check/1"

  package var schema = Self.schema
  package var files: [File]

  /// The result for one file.
  package struct File: Codable, Hashable, Sendable {
    package var path: String
    package var pageCount: Int
    package var pages: [Page]
    package var problem: String?
  }

  /// The result for one page.
  package struct Page: Codable, Hashable, Sendable {
    /// The number in the file, from 1.
    package var number: Int
    package var words: Int
    /// The grade of the text, or `nil` if the page has no text.
    package var grade: ExpectedErrors.Grade?
    package var textCheck: TextCheck?
  }

  package var exitCode: ExitCode {
    if files.allSatisfy({ $0.problem != nil && $0.pages.isEmpty }) { return .noInput }
    let isSound = files.allSatisfy { $0.problem == nil && !$0.pages.contains { $0.textCheck?.isSick == true } }
    return isSound ? .success : .someFailed
  }
}

/// A check of the text in PDFs that any program created. It writes nothing.
package final class TextCheckRun {
  private let files: [String]
  private let selection: PageSelection
  private let isThorough: Bool
  private let client: WorkerClient

  /// Finds the PDFs in folders, in addition to files, and starts a worker. With `isThorough`, the check also reads lines of each page.
  package init(
    files inputs: [String], pages: PageSelection, isThorough: Bool, passwords: [String] = []
  ) throws(BatchError) {
    for input in inputs where fileStatus(input, followingLinks: true) == nil {
      throw .noInput("File or folder \(input) doesn't exist.")
    }
    files = inputs.flatMap { isFolder($0, followingLinks: true) ? Self.pdfs(in: $0) : [$0] }
    guard !files.isEmpty else { throw .noInput("No PDF was found in \(inputs.joined(separator: ", ")).") }
    (selection, self.isThorough) = (pages, isThorough)
    let program = try Installation.workerProgram()
    let stages = try Installation.describe(WorkerProcess(program: program)).stages
    do throws(PipelineError) {
      let pipeline = try Pipeline(
        value: ["stages": [["stage": "recognize", "languages": "auto"]]], stages: stages, writers: [])
      client = WorkerClient(
        program: program, configuration: WorkerConfiguration(pipeline), passwords: passwords)
    } catch {
      throw .pipeline(error)
    }
    try client.start()
  }

  private static func pdfs(in folder: String) -> [String] {
    var (found, folders): ([String], [String]) = ([], [folder])
    while let next = folders.popLast() {
      let below = names(inFolder: next).filter { !$0.hasPrefix(".") }.sorted().map { "\(next)/\($0)" }
      folders += below.filter { isFolder($0) }.reversed()
      found += below.filter { $0.lowercased().hasSuffix(".pdf") && isRegularFile($0) }
    }
    return found
  }

  package func run() throws(BatchError) -> TextCheckReport {
    TextCheckReport(files: try files.map { (path) throws(BatchError) in try check(path) })
  }

  private func check(_ path: String) throws(BatchError) -> TextCheckReport.File {
    var file = TextCheckReport.File(path: path, pageCount: 1, pages: [])
    var number = 1
    while number <= file.pageCount {
      defer { number += 1 }
      // The first page is always requested, because its answer contains the number of pages.
      guard number == 1 || selection.contains(number) else { continue }
      let open: OpenFile
      do throws(PageFailure) {
        open = try SourceFile(path: path).open()
      } catch {
        file.problem = error.message
        return file
      }
      let request = TextCheckRequest(file: fileName(path), page: number, isThorough: isThorough)
      switch try client.ask(request, files: [open], check: Self.complaint) {
      case .done(let reply):
        file.pageCount = reply.untrustedPageCount
        guard selection.contains(number) else { continue }
        file.pages.append(
          TextCheckReport.Page(
            number: number, words: reply.words, grade: reply.check?.expected.grade, textCheck: reply.check))
      case .failed(let failure):
        file.problem = failure.failure.message
        return file
      case .cancelled: return file
      }
    }
    return file
  }

  private static func complaint(_ reply: TextCheckRequest.Reply) -> String? {
    guard (1...1_000_000).contains(reply.untrustedPageCount), (0...ResultCheck.mostWords).contains(reply.words) else {
      return "the number of pages or words is invalid"
    }
    var findings = PageFindings()
    do {
      if let check = reply.check { try findings.set(check) }
    } catch {
      return error.message
    }
    return FindingCheck(descriptions: [TextCheck.description], image: nil).complaint(about: findings)
  }
}
