// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
package import DocScanLayout

/// The record of a finished document: the content of `<name>.json`, schema `docscan-document/1`.
package struct DocumentRecord: Codable, Hashable, Sendable {
  package static let schema = "docscan-document/1"

  package var schema = Self.schema
  package var name: String
  package var source: [String]
  package var sha256: String
  package var pipeline: PipelineIdentity
  /// The status, depending on whether all pages, some, or none have a result.
  package var status: DocumentStatus
  package var pageCount: Int
  /// The document's position in a divided input, or `nil` if the input wasn't divided.
  package var part: Part?
  /// The names of the documents into which the input was divided, or `nil` for a document with pages.
  package var parts: [String]?
  /// The documents into which the input was divided and that have names of their own, or `nil` if there are none.
  package var filed: [Filed]?
  /// The possible document boundaries in the input, or `nil` if they weren't requested.
  package var boundaries: [Boundary]?
  package var selection: String
  /// The processed pages, in order. A spread that was split yields two.
  package var pages: [Page]
  package var captured: Captured?
  package var edits: Edits?
  package var failure: PageFailure?
  /// The invoice found on the pages, or `nil` if there is none or no stage looked for one.
  package var invoice: Invoice?
  /// The document's kind, sender, title, and date, or `nil` if no stage looked for them.
  package var about: About?
  /// The kind that a reviewer set, or `nil`.
  package var kind: AboutPage.Kind?
  /// The tables, merged across pages, or `nil` if there are none or no stage looked for them.
  package var tables: [WholeTable]?
  /// The result of naming the document by its content, or `nil` if it keeps its input's name.
  package var naming: Naming?
  package var quality: Quality
  package var notes: [String]
  package var versions: [String: String]
  /// The document's other files, by relative path. docscan replaces only files that still match.
  package var files: [String: ResultFile]?

  package init(
    name: String, source: [String], sha256: String, pipeline: PipelineIdentity, status: DocumentStatus, pageCount: Int,
    part: Part? = nil, parts: [String]? = nil, filed: [Filed]? = nil, boundaries: [Boundary]? = nil,
    selection: String, pages: [Page],
    captured: Captured? = nil, edits: Edits? = nil, failure: PageFailure? = nil, invoice: Invoice? = nil,
    about: About? = nil, tables: [WholeTable]? = nil, naming: Naming? = nil, quality: Quality, notes: [String],
    versions: [String: String], files: [String: ResultFile]? = nil
  ) {
    (self.name, self.source, self.sha256, self.pipeline) = (name, source, sha256, pipeline)
    (self.status, self.pageCount, self.part, self.parts) = (status, pageCount, part, parts)
    (self.boundaries, self.selection, self.pages, self.captured) = (boundaries, selection, pages, captured)
    self.filed = filed
    (self.edits, self.failure, self.invoice, self.about) = (edits, failure, invoice, about)
    (self.tables, self.naming, self.quality, self.notes) = (tables, naming, quality, notes)
    (self.versions, self.files) = (versions, files)
  }

  /// The pipeline that made the results.
  package struct PipelineIdentity: Codable, Hashable, Sendable {
    package var name: String
    package var sha256: String
    /// The stages in order, or `nil` in records of earlier versions.
    package var stages: [Component]?
    /// The writers, or `nil` in records of earlier versions.
    package var writers: [Component]?

    package init(name: String, sha256: String, stages: [Component]? = nil, writers: [Component]? = nil) {
      (self.name, self.sha256, self.stages, self.writers) = (name, sha256, stages, writers)
    }
  }

  /// A stage or a writer with its settings.
  package struct Component: Codable, Hashable, Sendable {
    package var name: String
    package var settings: [String: JSONValue]

    package init(_ component: ResolvedComponent) { (name, settings) = (component.name, component.settings.values) }

    package var resolved: ResolvedComponent {
      ResolvedComponent(name: name, settings: ResolvedSettings(values: settings))
    }
  }

  /// The user's edits that are in the results.
  package struct Edits: Codable, Hashable, Sendable {
    package var sha256: String
    package var applied: Int
    /// The IDs of edits that no longer fit the text.
    package var unfit: [String]
    package var pages: [String]?
    /// The number of pages that the user removed, or `nil` if there are none.
    package var leftOut: Int?

    package init(sha256: String, applied: Int, unfit: [String], pages: [String]? = nil, leftOut: Int? = nil) {
      (self.sha256, self.applied, self.unfit, self.pages, self.leftOut) = (sha256, applied, unfit, pages, leftOut)
    }
  }

  /// A table, possibly on several pages, whose cells are in the pages' files.
  package struct WholeTable: Codable, Hashable, Sendable {
    package var title: String?
    package var rows: Int
    package var columns: Int
    package var confidence: Double
    package var parts: [TableGrid.Part]

    package init(_ table: TableGrid) {
      (title, rows, columns) = (table.title, table.rows, table.columns)
      (confidence, parts) = (table.confidence, table.parts)
    }
  }

  /// The result of naming a document by its content.
  package struct Naming: Codable, Hashable, Sendable {
    package var input: String
    package var template: String
    /// The name produced by the template, before a number was added to make it unique, or `nil` if the document keeps its input's name.
    package var name: String?
    package var confidence: Double?
    /// A sentence that explains why the document keeps its input's name, or `nil`.
    package var reason: String?
    /// The probability that each field needed, or `nil` for the default.
    package var least: Double?

    package init(input: String, template: NameTemplate) {
      (self.input, self.template) = (input, template.text)
      if template.least != NameTemplate.leastConfidence { least = template.least }
    }

    /// The parsed template. Throws if a later version wrote it, which may know other fields.
    package var parsedTemplate: NameTemplate {
      get throws(InvalidInput) {
        var parsed = try NameTemplate(template)
        if let least { parsed.least = least }
        return parsed
      }
    }
  }

  /// The position of a document in a divided input.
  package struct Part: Codable, Hashable, Sendable {
    package var number: Int
    package var count: Int
    package var pages: String
    package var inputPageCount: Int
    /// The separator code at the part's beginning, or `nil` if it has none.
    package var separator: Separator?
    /// The name of the divided input if the document has a name of its own, or `nil` if it's in the input's folder.
    package var input: String?

    package init(
      number: Int, count: Int, pages: String, inputPageCount: Int, separator: Separator? = nil, input: String? = nil
    ) {
      (self.number, self.count, self.pages, self.inputPageCount, self.separator, self.input) = (
        number, count, pages, inputPageCount, separator, input
      )
    }

    /// Returns the selection of pages by which the journal distinguishes filed parts of an input. `all` is the input's own selection.
    package func selection(of all: String) -> String { "\(pages) of \(all)" }
  }

  /// A document of a divided input that has a name of its own.
  package struct Filed: Codable, Hashable, Sendable {
    package var name: String
    package var pages: String

    package init(name: String, pages: String) { (self.name, self.pages) = (name, pages) }
  }

  /// A code that marked the beginning of a document.
  package struct Separator: Codable, Hashable, Sendable {
    /// The text of the code. It's untrusted, because anyone can print a code.
    package var text: String
    package var page: Int

    package init(text: String, page: Int) { (self.text, self.page) = (text, page) }
  }

  /// The dates on which the pages of a document were photographed.
  package struct Captured: Codable, Hashable, Sendable {
    package var first: CaptureDate
    package var last: CaptureDate

    package init(first: CaptureDate, last: CaptureDate) { (self.first, self.last) = (first, last) }
  }

  /// A summary of a page.
  package struct Page: Codable, Hashable, Sendable {
    package var number: Int
    package var status: PageStatus
    /// The path of the page's own file, relative to the record, or `nil` if the pipeline has no json writer.
    package var file: String?
    package var source: String
    package var sourcePage: Int
    /// The mean confidence, from 0 to 1, or `nil` if no text was read.
    package var confidence: Double?
    package var grade: PageQuality.Grade?
    package var language: String?
    /// The expected error rate of the text, or `nil` if no text was recognized.
    package var expected: ExpectedErrors?
    package var noText: Bool?
    package var textSigns: [TextCheck.Sign]?
    /// The defects of the picture, the worst first, or `nil` if they weren't measured.
    package var defects: [PageQuality.Defect]?
    package var pdf: PDFPlace?
    package var pdfDifference: String?
    package var failure: PageFailure?

    package init(
      number: Int, status: PageStatus, file: String? = nil, source: String, sourcePage: Int, confidence: Double? = nil,
      grade: PageQuality.Grade? = nil, language: String? = nil, expected: ExpectedErrors? = nil, noText: Bool? = nil,
      textSigns: [TextCheck.Sign]? = nil, defects: [PageQuality.Defect]? = nil, pdf: PDFPlace? = nil,
      failure: PageFailure? = nil
    ) {
      (self.number, self.status, self.file, self.source) = (number, status, file, source)
      (self.sourcePage, self.confidence, self.grade, self.language) = (sourcePage, confidence, grade, language)
      (self.expected, self.noText, self.defects, self.pdf) = (expected, noText, defects, pdf)
      (self.textSigns, self.failure) = (textSigns, failure)
    }
  }

  /// The recognition quality of a document.
  package struct Quality: Codable, Hashable, Sendable {
    package var meanConfidence: Double?
    package var words: Int
    package var expected: DocumentExpectedErrors?

    package init(meanConfidence: Double? = nil, words: Int, expected: DocumentExpectedErrors? = nil) {
      (self.meanConfidence, self.words, self.expected) = (meanConfidence, words, expected)
    }
  }
}

extension DocumentRecord.Page {
  /// Whether the page is blank, according to the blank stage, or because recognition found nothing that could be text.
  package var isBlank: Bool {
    switch status {
    case .blank: true
    case .recognized: confidence == nil && expected == nil && noText == nil
    case .copied, .corrected, .failed: false
    }
  }
}

extension DocumentRecord {
  /// The name of the divided input that the document is a part of, or `nil` if it isn't a part.
  package var pile: String? { part.map { $0.input ?? foldersAbove(name).last ?? name } }

  /// Whether the document is in the folder of the divided input that it is a part of.
  package var isInPile: Bool { part.map { $0.input == nil } ?? false }

  /// The document's name before it was named by its content, which for a part consists of the input's name and the part's number.
  package var givenName: String {
    part.flatMap { part in pile.map { "\($0)-\(part.number)" } } ?? naming?.input ?? name
  }

  /// The reason why the document has the name of its input, or `nil` if its content or the user named it.
  package var unnamed: String? { naming.flatMap { isInPile || name == $0.input ? $0.reason : nil } }

  /// The selection of pages of the divided input that the document is a part of.
  package var selectionOfPile: String? {
    part.map { part in isInPile ? selection : String(selection.dropFirst("\(part.pages) of ".count)) }
  }

  package var noTextPages: [Int] { pages.filter { $0.noText == true }.map(\.number) }
}

extension DocumentRecord.PipelineIdentity {
  /// Decodes the identity. The option `brief` skips stages and writers.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    sha256 = try container.decode(String.self, forKey: .sha256)
    guard !DecodingOptions.brief.isIn(decoder) else { return }
    stages = try container.decodeIfPresent([DocumentRecord.Component].self, forKey: .stages)
    writers = try container.decodeIfPresent([DocumentRecord.Component].self, forKey: .writers)
  }
}
