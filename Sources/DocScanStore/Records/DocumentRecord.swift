// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// What is known of a finished document: the content of `<name>.json`, schema `docscan-document/1`.
package struct DocumentRecord: Codable, Hashable, Sendable {
  /// The name of the format, with its version.
  package static let schema = "docscan-document/1"

  /// The name of this format.
  package var schema = Self.schema
  /// The document's name: its folder below the output folder.
  package var name: String
  /// The input files, by their names.
  package var source: [String]
  /// SHA-256 of the input's bytes, in hexadecimal digits.
  package var sha256: String
  /// What made it.
  package var pipeline: PipelineIdentity
  /// Whether all of its pages have a result.
  package var status: DocumentStatus
  /// The number of pages in the input, or in this part of a divided one.
  package var pageCount: Int
  /// Which part of its input it is; nil if that was not divided.
  package var part: Part?
  /// The documents of an input that separators divided, each in a folder of that name; nil for one with pages of its own.
  package var parts: [String]?
  /// Where documents may begin in the input; nil if nobody asked.
  package var boundaries: [Boundary]?
  /// The chosen pages of the input, such as `1-3,7`; `all` where none were left out.
  package var selection: String
  /// The pages that were processed, in order; a spread that was split makes two.
  package var pages: [Page]
  /// When its pages were photographed; nil if none says.
  package var captured: Captured?
  /// The edits of people in the results; nil if there are none.
  package var edits: Edits?
  /// Why the whole document failed; nil otherwise.
  package var failure: PageFailure?
  /// The invoice that it is, found over all pages; nil if it is none, and where nothing looked.
  package var invoice: Invoice?
  /// What it is: its kind, who sends it, its title and its day; nil if nothing looked.
  package var about: About?
  /// The tables, those that go on over pages as one; nil if there are none, and where nothing looked.
  package var tables: [WholeTable]?
  /// How it got its name by what it says; nil if it has that of its input.
  package var naming: Naming?
  /// How well it was read.
  package var quality: Quality
  /// What a person should know of the results, in whole sentences.
  package var notes: [String]
  /// Program and library versions.
  package var versions: [String: String]
  /// The document's other files, by their paths in its folder: only what is still as it says is docscan's to replace.
  package var files: [String: ResultFile]?

  package init(
    name: String, source: [String], sha256: String, pipeline: PipelineIdentity, status: DocumentStatus, pageCount: Int,
    part: Part? = nil, parts: [String]? = nil, boundaries: [Boundary]? = nil, selection: String, pages: [Page],
    captured: Captured? = nil, edits: Edits? = nil, failure: PageFailure? = nil, invoice: Invoice? = nil,
    about: About? = nil, tables: [WholeTable]? = nil, naming: Naming? = nil, quality: Quality, notes: [String],
    versions: [String: String], files: [String: ResultFile]? = nil
  ) {
    (self.name, self.source, self.sha256, self.pipeline) = (name, source, sha256, pipeline)
    (self.status, self.pageCount, self.part, self.parts) = (status, pageCount, part, parts)
    (self.boundaries, self.selection, self.pages, self.captured) = (boundaries, selection, pages, captured)
    (self.edits, self.failure, self.invoice, self.about) = (edits, failure, invoice, about)
    (self.tables, self.naming, self.quality, self.notes) = (tables, naming, quality, notes)
    (self.versions, self.files) = (versions, files)
  }

  /// The pipeline that made the results.
  package struct PipelineIdentity: Codable, Hashable, Sendable {
    /// The name in the pipeline file.
    package var name: String
    /// SHA-256 over everything in the resolved pipeline that decides results.
    package var sha256: String
    /// The stages and writers, in order; nil in records of earlier versions.
    package var stages: [Component]?
    /// What wrote its files; nil in records of earlier versions.
    package var writers: [Component]?

    package init(name: String, sha256: String, stages: [Component]? = nil, writers: [Component]? = nil) {
      (self.name, self.sha256, self.stages, self.writers) = (name, sha256, stages, writers)
    }
  }

  /// A stage or a writer, with all its settings.
  package struct Component: Codable, Hashable, Sendable {
    /// The stage's or writer's name.
    package var name: String
    /// All of its settings, with defaults filled in.
    package var settings: [String: JSONValue]

    package init(_ component: ResolvedComponent) { (name, settings) = (component.name, component.settings.values) }

    /// As it stands in a pipeline.
    package var resolved: ResolvedComponent {
      ResolvedComponent(name: name, settings: ResolvedSettings(values: settings))
    }
  }

  /// The edits of people that are in the results.
  package struct Edits: Codable, Hashable, Sendable {
    /// SHA-256 of the file with the edits.
    package var sha256: String
    /// How many are in the text.
    package var applied: Int
    /// The ids of those that no longer fit.
    package var unfit: [String]
    /// The ids of the decisions about whole pages that the pages were read with; nil without any.
    package var pages: [String]?
    /// How many pages of the input people left out; nil for none.
    package var leftOut: Int?

    package init(sha256: String, applied: Int, unfit: [String], pages: [String]? = nil, leftOut: Int? = nil) {
      (self.sha256, self.applied, self.unfit, self.pages, self.leftOut) = (sha256, applied, unfit, pages, leftOut)
    }
  }

  /// A table, which may be on several pages: its cells are in their files.
  package struct WholeTable: Codable, Hashable, Sendable {
    /// What the page calls it; nil if nothing does.
    package var title: String?
    /// How many rows it has on all its pages, without headers that are repeated.
    package var rows: Int
    /// How many columns it has.
    package var columns: Int
    /// The probability that this is a table, 0 to 1.
    package var confidence: Double
    /// What each page has of it, in order.
    package var parts: [TableGrid.Part]

    package init(_ table: TableGrid) {
      (title, rows, columns) = (table.title, table.rows, table.columns)
      (confidence, parts) = (table.confidence, table.parts)
    }
  }

  /// How a document got its name by what it says, or why it kept that of its input.
  package struct Naming: Codable, Hashable, Sendable {
    /// The name that it had by its input.
    package var input: String
    /// The key `output.name` of the pipeline.
    package var template: String
    /// What that makes of it, without a number that tells it from others; nil if it kept the name of its input.
    package var name: String?
    /// The probability that the name is right, 0 to 1; nil if it kept that of its input.
    package var confidence: Double?
    /// Why it kept the name of its input, in a whole sentence; nil if it did not.
    package var reason: String?

    package init(input: String, template: String, name: String? = nil, confidence: Double? = nil, reason: String? = nil)
    {
      (self.input, self.template, self.name, self.confidence, self.reason) = (input, template, name, confidence, reason)
    }
  }

  /// What a document is of an input that was divided.
  package struct Part: Codable, Hashable, Sendable {
    /// The number of the part, from 1.
    package var number: Int
    /// The number of parts.
    package var count: Int
    /// Its pages, as the input counts them, such as `4-7`.
    package var pages: String
    /// The number of pages in the input.
    package var inputPageCount: Int
    /// The code that it begins with; nil if it begins with the input.
    package var separator: Separator?

    package init(number: Int, count: Int, pages: String, inputPageCount: Int, separator: Separator? = nil) {
      (self.number, self.count, self.pages, self.inputPageCount, self.separator) = (
        number, count, pages, inputPageCount, separator
      )
    }
  }

  /// A code that began a document.
  package struct Separator: Codable, Hashable, Sendable {
    /// What the code says: anybody can have printed it.
    package var text: String
    /// The page with the code, as the input counts them.
    package var page: Int

    package init(text: String, page: Int) { (self.text, self.page) = (text, page) }
  }

  /// When the pages of a document were photographed.
  package struct Captured: Codable, Hashable, Sendable {
    /// The earliest of its pages.
    package var first: CaptureDate
    /// The latest of its pages.
    package var last: CaptureDate

    package init(first: CaptureDate, last: CaptureDate) { (self.first, self.last) = (first, last) }
  }

  /// One page in short.
  package struct Page: Codable, Hashable, Sendable {
    /// From 1.
    package var number: Int
    /// What became of it.
    package var status: PageStatus
    /// The page's own file, relative to this one; nil when the pipeline has no json writer.
    package var file: String?
    /// The name of the file that it came from.
    package var source: String
    /// Its number in that file, from 1.
    package var sourcePage: Int
    /// 0 to 1; nil if nothing was read.
    package var confidence: Double?
    /// How well the page was photographed or scanned; nil when the pipeline did not look.
    package var grade: PageQuality.Grade?
    /// The language of its text as BCP 47 names it; nil when the pipeline did not look.
    package var language: String?
    /// How wrong the text is likely to be; nil if nothing was recognized.
    package var expected: ExpectedErrors?
    /// Whether there is something on it, and no text was found; nil if text was found or none is expected.
    package var noText: Bool?
    /// What is wrong with the picture, the worst first; nil when the pipeline did not look.
    package var defects: [PageQuality.Defect]?
    /// Where it is in the PDF; nil when it is not in one.
    package var pdf: PDFPlace?
    /// Why it has no result; nil if it has one.
    package var failure: PageFailure?

    package init(
      number: Int, status: PageStatus, file: String? = nil, source: String, sourcePage: Int, confidence: Double? = nil,
      grade: PageQuality.Grade? = nil, language: String? = nil, expected: ExpectedErrors? = nil, noText: Bool? = nil,
      defects: [PageQuality.Defect]? = nil, pdf: PDFPlace? = nil, failure: PageFailure? = nil
    ) {
      (self.number, self.status, self.file, self.source) = (number, status, file, source)
      (self.sourcePage, self.confidence, self.grade, self.language) = (sourcePage, confidence, grade, language)
      (self.expected, self.noText, self.defects, self.pdf) = (expected, noText, defects, pdf)
      self.failure = failure
    }
  }

  /// How well the document was read.
  package struct Quality: Codable, Hashable, Sendable {
    /// The mean confidence of the recognized words, weighted by their length; nil when none was recognized.
    package var meanConfidence: Double?
    /// The number of words.
    package var words: Int
    /// How wrong the text is likely to be; nil if nothing was recognized.
    package var expected: DocumentExpectedErrors?

    package init(meanConfidence: Double? = nil, words: Int, expected: DocumentExpectedErrors? = nil) {
      (self.meanConfidence, self.words, self.expected) = (meanConfidence, words, expected)
    }
  }
}

extension DocumentRecord.Page {
  /// Whether nothing is on the page: the blank stage says so, or recognition found no text and nothing that could be some.
  package var isBlank: Bool {
    switch status {
    case .blank: true
    case .recognized: confidence == nil && expected == nil && noText == nil
    case .copied, .corrected, .failed: false
    }
  }
}

extension DocumentRecord {
  /// The numbers of the pages with something on them on which no text was found.
  package var noTextPages: [Int] { pages.filter { $0.noText == true }.map(\.number) }
}

extension DocumentRecord.PipelineIdentity {
  /// Reads what made a document; from a decoder that is to be brief, without its stages and writers.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    sha256 = try container.decode(String.self, forKey: .sha256)
    guard !DecodingOptions.brief.isIn(decoder) else { return }
    stages = try container.decodeIfPresent([DocumentRecord.Component].self, forKey: .stages)
    writers = try container.decodeIfPresent([DocumentRecord.Component].self, forKey: .writers)
  }
}
