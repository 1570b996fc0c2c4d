// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanLibrary
internal import DocScanReview
internal import DocScanStore
internal import DocScanWriters

private struct NamedDocument {
  static let parameter = AgentParameter(
    name: "document", kind: .text, help: "The document's name, as search and list_documents give it.", isRequired: true)

  let document: StoredDocument

  init(_ arguments: AgentArguments, in path: String) throws(BatchError) {
    let name = arguments.text("document") ?? ""
    guard let document = Folder(root: path).flatMap({ StoredDocument.exactly(name, in: $0) }) else {
      throw BatchError.usage("Document \"\(name)\" doesn't exist. list_documents lists all.")
    }
    self.document = document
  }

  /// Returns a page with its manual corrections applied. Throws if the page doesn't exist or has no page JSON.
  func page(_ number: Int) throws(BatchError) -> RecognizedPage {
    let name = document.record.name
    guard let entry = document.record.pages.first(where: { $0.number == number }) else {
      throw BatchError.usage(
        "\(name) has \(document.record.pageCount == 1 ? "1 page" : "\(document.record.pageCount) pages").")
    }
    guard let page = document.page(entry) else {
      throw BatchError.usage("Page \(number) of \(name) has no page JSON. Only the writer \"json\" makes it.")
    }
    return document.edits.applied(to: page)
  }
}

/// A tool that finds pages by their text.
struct SearchTool: AgentTool {
  let library: String
  let name = "search"
  let summary = """
    Find pages by their text. All words must be on a page; "quotes" make a phrase, OR alternatives, - excludes. Filters: lang:de, \
    doc:2024*, date:2024-03, type:iban, merchant:rewe, kind:invoice, sender:acme, amount:500..600.
    """
  let parameters = [
    AgentParameter(name: "query", kind: .text, help: "What to look for.", isRequired: true),
    AgentParameter(name: "limit", kind: .number(1...100), help: "At most this many pages. Default: 20."),
    AgentParameter(name: "fuzzy", kind: .flag, help: "Also find words that were probably misread."),
  ]
  let result: [String: JSONValue] = [
    "hits": ["type": "array"], "pages": ["type": "integer"], "areMore": ["type": "boolean"], "notes": ["type": "array"],
  ]

  func answer(_ arguments: AgentArguments, _ call: AgentCall) throws -> AgentAnswer {
    let query = try SearchQuery(arguments.text("query") ?? "")
    let search = try LibrarySearch(library: library) { !call.isCancelled }
    return try AgentAnswer(
      search.pages(query, limit: arguments.number("limit") ?? 20, fuzzy: arguments.has("fuzzy")))
  }
}

struct ListDocumentsTool: AgentTool {
  private struct Entry: Encodable {
    let document: String
    let status: DocumentStatus
    let pages: Int
    let languages: [String]
    /// The grade of the document's worst page, from A to F.
    let grade: String?
    let date: String?
    let sender: String?
    let kind: String?
    let total: String?
    let currency: String?
    let notes: [String]
  }
  private struct List: Encodable {
    var documents: [Entry] = []
    var areMore = false
  }

  let library: String
  let name = "list_documents"
  let summary =
    "List the documents of the library in the order of their names, with pages, languages, worst grade (A to F), and, if known, "
    + "date, sender, kind, and total."
  let parameters = [
    AgentParameter(name: "matching", kind: .text, help: "Only documents whose name has this text."),
    AgentParameter(
      name: "after", kind: .text, help: "Only documents after the one of this name: for the next part of a list."),
    AgentParameter(name: "limit", kind: .number(1...1000), help: "The maximum number of documents. Default: 100."),
  ]
  let result: [String: JSONValue] = ["documents": ["type": "array"], "areMore": ["type": "boolean"]]

  func answer(_ arguments: AgentArguments, _ call: AgentCall) throws -> AgentAnswer {
    let (limit, wanted) = (arguments.number("limit") ?? 100, arguments.text("matching")?.lowercased())
    var (list, isBehind) = (List(), arguments.text("after") == nil)
    try StoredDocument.all(in: library) { _, _ in
      !list.areMore && !call.isCancelled
    } _: { document in
      let record = document.record
      guard isBehind else {
        isBehind = record.name == arguments.text("after")
        return
      }
      guard wanted.map({ record.name.lowercased().contains($0) }) ?? true else { return }
      guard list.documents.count < limit else {
        list.areMore = true
        return
      }
      let facts = DocumentFacts(document)
      list.documents.append(
        Entry(
          document: record.name, status: record.status, pages: record.pageCount,
          languages: Set(record.pages.compactMap(\.language)).sorted(),
          grade: record.pages.compactMap { $0.expected?.grade.rawValue }.max(), date: facts.date, sender: facts.sender,
          kind: facts.kind, total: facts.total, currency: facts.currency, notes: record.notes))
    }
    return try AgentAnswer(list)
  }
}

/// A tool that returns a page as Markdown, with bounding boxes and confidences.
struct ReadPageTool: AgentTool {
  private struct Text: Encodable {
    let text: String
    let confidence: Double
    let box: Box
    var words: [Text]?
  }
  private struct Page: Encodable {
    let document: String
    let page: Int
    let status: PageStatus
    let image: RasterSize?
    let language: String?
    let expected: ExpectedErrors?
    let markdown: String
    let lines: [Text]
  }

  let library: String
  let name = "read_page"
  let summary = """
    Read a page as Markdown, with each line's box ([x, y, width, height] in pixels of the page's image, from its top-left corner) \
    and the probability that it is right.
    """
  let parameters = [
    NamedDocument.parameter,
    AgentParameter(name: "page", kind: .number(1...1_000_000), help: "The number of the page, from 1. Default: 1."),
    AgentParameter(name: "words", kind: .flag, help: "Also give the box and confidence of each word."),
  ]
  let result: [String: JSONValue] = [
    "document": ["type": "string"], "page": ["type": "integer"], "status": ["type": "string"],
    "image?": ["type": "object"],
    "language?": ["type": "string"], "expected?": ["type": "object"], "markdown": ["type": "string"],
    "lines": ["type": "array"],
  ]

  func answer(_ arguments: AgentArguments, _ call: AgentCall) throws -> AgentAnswer {
    let named = try NamedDocument(arguments, in: library)
    let page = try named.page(arguments.number("page") ?? 1)
    let markdown = PageMarkdown.text(of: page)
    let lines = page.blocks.flatMap(\.lines).map { line in
      var text = Text(text: line.text, confidence: line.confidence, box: line.box)
      if arguments.has("words") {
        text.words = line.words.map { Text(text: $0.text, confidence: $0.confidence, box: $0.box) }
      }
      return text
    }
    return try AgentAnswer(
      Page(
        document: named.document.record.name, page: page.page.number, status: page.status, image: page.image,
        language: page.language.map { "\($0)" }, expected: page.expected, markdown: markdown, lines: lines),
      text: markdown)
  }
}

/// A tool that lists the words that were probably misread.
struct DoubtfulWordsTool: AgentTool {
  let library: String
  let name = "doubtful_words"
  let summary = "List the words that were most probably misread, amounts and dates first, with alternatives."
  let parameters = [
    AgentParameter(name: "document", kind: .text, help: "Only words of this document."),
    AgentParameter(name: "language", kind: .text, help: "Only words on pages in this language, such as de."),
    AgentParameter(name: "limit", kind: .number(1...1000), help: "The maximum number of words. Default: 50."),
  ]
  let result: [String: JSONValue] = [
    "items": ["type": "array"], "words": ["type": "integer"], "expectedErrors": ["type": "number"],
    "pages": ["type": "array"],
  ]

  func answer(_ arguments: AgentArguments, _ call: AgentCall) throws -> AgentAnswer {
    let wish = ReviewWish(document: arguments.text("document"), language: arguments.text("language"))
    return try AgentAnswer(ReviewService(library: library).list(limit: arguments.number("limit") ?? 50, of: wish))
  }
}

struct ListTablesTool: AgentTool {
  private struct Table: Encodable {
    let page: Int
    let rows: [[String]]
  }
  private struct Tables: Encodable {
    let document: String
    let tables: [Table]
  }

  let library: String
  let name = "list_tables"
  let summary = "List the tables of a document, row by row, as they are in its Markdown."
  let parameters = [
    NamedDocument.parameter,
    AgentParameter(name: "page", kind: .number(1...1_000_000), help: "Only tables of this page, counted from 1."),
  ]
  let result: [String: JSONValue] = ["document": ["type": "string"], "tables": ["type": "array"]]

  func answer(_ arguments: AgentArguments, _ call: AgentCall) throws -> AgentAnswer {
    let named = try NamedDocument(arguments, in: library)
    let record = named.document.record
    let numbers = arguments.number("page").map { [$0] } ?? record.pages.filter { $0.file != nil }.map(\.number)
    var tables: [Table] = []
    for number in numbers where !call.isCancelled {
      tables += PageMarkdown.tables(of: try named.page(number)).map { Table(page: number, rows: $0) }
    }
    return try AgentAnswer(Tables(document: record.name, tables: tables))
  }
}

/// A tool that lists receipts and invoices with their amounts.
struct ListReceiptsTool: AgentTool {
  let library: String
  let name = "list_receipts"
  let summary = """
    List the receipts of the library with date, merchant, total and place, and sums by category, month and merchant. Receipts are \
    found by the pipelines "receipts" and "everything".
    """
  let parameters = [
    AgentParameter(name: "month", kind: .text, help: "Only receipts of 2024, 2024-03 or 2024-03..2024-05."),
    AgentParameter(name: "merchant", kind: .text, help: "Only merchants whose name has this text."),
  ]
  let result: [String: JSONValue] = [
    "receipts": ["type": "array"], "sums": ["type": "array"], "sumsBy": ["type": "object"],
    "withoutReceipt": ["type": "array"],
  ]

  func answer(_ arguments: AgentArguments, _ call: AgentCall) throws -> AgentAnswer {
    var filter = LedgerFilter()
    filter.merchant = arguments.text("merchant")
    if let text = arguments.text("month") {
      guard let months = LedgerFilter.months(text) else {
        throw BatchError.usage("month takes 2024, 2024-03 or 2024-03..2024-05.")
      }
      filter.months = months
    }
    let root = try Ledger.library(library)
    return try AgentAnswer(Ledger(library: root, rules: Ledger.rules(in: root), filter: filter))
  }
}
