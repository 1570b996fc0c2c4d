// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the published JSON Schemas describe exactly what docscan reads and writes.

import DocScanBatch
import DocScanCore
import DocScanFixtures
import DocScanStore
import DocScanWriters
import FoundationEssentials
import Testing

@Suite("JSON Schemas")
struct SchemaTests {
  private static let stages = [
    ComponentDescription(
      name: "deskew", abstract: "Straightens.",
      settings: [
        Setting("maximumAngle", default: 15.0, in: 0...45, help: "").erased,
        Setting("often", default: 3, in: 1...9, help: "").erased, Setting("strict", default: false, help: "").erased,
      ]),
    ComponentDescription(
      name: "recognize", abstract: "Reads.",
      settings: [
        Setting("languages", default: ["eng"], help: "").erased,
        Setting("layout", default: "auto", oneOf: ["auto", "block"], help: "").erased,
        EngineChoice.setting(help: "").erased,
      ]),
  ]
  private static let writers = builtInWriters.map { $0.description }
  private let pipeline = SchemaValidator(JSONSchema.pipeline(stages: stages, writers: writers))

  private func encoded(_ value: some Encodable) throws -> JSONValue { try JSONFile.parse(JSONText.compact(value)) }

  @Test(
    "Accepts in the schema exactly the pipelines that the parser accepts",
    arguments: [
      #"{}"#, #"{"name": "x", "stages": [{"stage": "deskew", "maximumAngle": 3}, {"stage": "recognize"}]}"#,
      #"{"input": {"paths": ["a"], "group": "folder"}, "pages": {"dpi": 150, "existingText": "redo"}}"#,
      #"{"output": {"directory": "o", "writers": [{"writer": "pdf"}, {"writer": "text"}, {"writer": "json"}]}}"#,
      #"{"stages": [{"stage": "deskew", "often": 2, "strict": true}]}"#,
      #"{"stages": [{"stage": "recognize", "languages": ["deu"], "layout": "block"}]}"#,
      #"{"stagse": []}"#, #"{"name": ""}"#, #"{"name": 3}"#, #"{"stages": {}}"#, #"{"stages": [{}]}"#,
      #"{"stages": [{"stage": "deskw"}]}"#, #"{"stages": [{"stage": "deskew", "maximumAngle": 46}]}"#,
      #"{"stages": [{"stage": "deskew", "often": 1.5}]}"#, #"{"stages": [{"stage": "deskew", "strict": 1}]}"#,
      #"{"stages": [{"stage": "recognize", "languages": "eng"}]}"#,
      #"{"stages": [{"stage": "recognize", "layout": "x"}]}"#, #"{"input": {"group": "fold"}}"#,
      #"{"pages": {"dpi": 10}}"#, #"{"limits": {"pagesPerDocument": 1.5}}"#, #"{"output": {"dir": "x"}}"#,
      #"{"output": {"verify": 1}}"#, #"{"output": {"verify": 2}}"#, #"[]"#,
      #"{"watch": {"inbox": "scans", "originals": "keep"}}"#, #"{"watch": {"originals": "eat"}}"#,
      #"{"watch": {"settle": 0}}"#, #"{"stages": [{"stage": "recognize", "engine": "tesseract"}]}"#,
      #"{"stages": [{"stage": "recognize", "engine": {"command": ["a", "b"], "combine": true}}]}"#,
      #"{"stages": [{"stage": "recognize", "engine": "abbyy"}]}"#,
      #"{"stages": [{"stage": "recognize", "engine": {"command": "a"}}]}"#,
      #"{"stages": [{"stage": "recognize", "engine": {"comand": ["a"]}}]}"#,
      #"{"stages": [{"stage": "recognize", "engine": 3}]}"#,
    ])
  func pipelineFiles(text: String) throws {
    let value = try JSONFile.parse(Data(text.utf8))
    let complaints = pipeline.complaints(value)
    do {
      _ = try Pipeline(value: value, stages: Self.stages, writers: Self.writers)
      #expect(complaints.isEmpty)
    } catch {
      #expect(!complaints.isEmpty, "\(error)")
    }
  }

  @Test("Resolves a pipeline into a file with the same meaning")
  func resolved() throws {
    let text = #"""
      {"name": "n", "input": {"paths": ["a"]}, "stages": [{"stage": "recognize", "layout": "block"}],
       "output": {"writers": [{"writer": "pdf"}]}}
      """#
    let first = try Pipeline(json: Data(text.utf8), stages: Self.stages, writers: Self.writers)
    #expect(pipeline.complaints(first.file).isEmpty)
    let again = try Pipeline(value: first.file, stages: Self.stages, writers: Self.writers)
    #expect(again == first)
    let written = try encoded(first.file)
    #expect(written.members?["limits"]?.members?.count == LimitSettings.table.settings.count)
    #expect(written.members?["pages"]?.members?.count == PageSettings.table.settings.count)
    #expect(written.members?["input"]?.members?.count == InputSettings.table.settings.count)
    #expect(written.members?["watch"]?.members?.count == WatchSettings.table.settings.count)
    #expect(written.members?["output"]?.members?.count == OutputSettings.table.settings.count + 1)
  }

  @Test("Describes every key of pages")
  func pages() throws {
    let document = DocumentReference(name: "scan", sha256: "00", pageCount: 2)
    let reference = PageReference(number: 1, source: "scan.pdf", sourcePage: 1)
    let raster = RasterSize(width: 100, height: 200, dpi: 300)
    let box = Box(x: 1, y: 2, width: 3, height: 4)
    let corner = Point(x: 0, y: 0)
    let word = Word(
      text: "a", confidence: 0.5, box: box, candidates: [Word.Candidate(text: "a", confidence: 0.5)])
    let line = Line(
      text: "a", confidence: 0.5, box: box, baseline: [corner, corner], words: [word], startsParagraph: true)
    var full = RecognizedPage(
      document: document, page: reference, status: .recognized, source: raster, image: raster,
      corrections: [
        Correction(
          kind: "deskew", confidence: 1, quad: [corner, corner, corner, corner], degrees: 1, gutter: [corner, corner],
          mesh: Mesh(
            columns: 2, rows: 2, width: 9, height: 9, points: [corner, corner, corner, corner]),
          steps: ["specks"], textOutside: .widened, given: true, matrix: .identity)
      ],
      text: "a\n", confidence: 0.5,
      expected: ExpectedErrors(characterErrorRate: 0.1, doubtfulWords: 0.5, unreadText: 0), languages: ["eng"],
      blocks: [Block(kind: .heading, box: box, lines: [line])],
      dropped: [DroppedText(text: "EE", confidence: 0.1, box: box, reason: .rule)])
    try full.findings.set(BlankEvidence(confidence: 0, ink: 0.1))
    try full.findings.set(
      PageQuality(grade: .fair, defects: [.blur], blur: 0.3, contrast: 0.5, glare: 0, clipped: 0, letterHeight: 20))
    try full.findings.set([Barcode(format: .ean8, text: "1", quad: [corner, corner, corner, corner])])
    let failed = RecognizedPage(
      document: document, page: reference, status: .failed,
      failure: PageFailure(kind: .crash, stage: "load", message: "It crashed.", signal: "SIGSEGV"))
    let validator = SchemaValidator(
      closed(JSONSchema.page([BlankEvidence.description, PageQuality.description, Barcode.description])))
    for page in [full, failed] { #expect(validator.complaints(try encoded(page)) == []) }
    #expect(!validator.complaints(.object([:])).isEmpty)
    let lines = SchemaValidator(closed(JSONSchema.line))
    for page in [full, failed] { #expect(lines.complaints(try encoded(PageLine(page))) == []) }
  }

  @Test("Describes every key of reports")
  func reports() throws {
    let validator = SchemaValidator(closed(JSONSchema.report))
    #expect(validator.complaints(try encoded(report(.init()))) == [])
    var reviewed = report(.init())
    reviewed.documents[0].expected = DocumentExpectedErrors(
      characterErrorRate: 0.03, worstPage: 2, worstCharacterErrorRate: 0.1)
    reviewed.review = Review(
      requested: .percent(2), pageCount: 80,
      pages: [
        .init(document: "b", page: nil, status: .failed, reasons: ["Broken."]),
        .init(document: "a", page: 2, status: .recognized, characterErrorRate: 0.1, grade: .c, reasons: ["Blurred."]),
      ])
    #expect(validator.complaints(try encoded(reviewed)) == [])
  }

  @Test("Describes every key of documents")
  func documents() throws {
    let text = #"""
      {"schema": "docscan-document/1", "name": "a", "source": ["a.pdf"], "sha256": "00",
       "pipeline": {"name": "p", "sha256": "00"}, "status": "partial", "pageCount": 2, "selection": "all",
       "pages": [{"number": 1, "status": "recognized", "file": "pages/0001.json", "source": "a.pdf", "sourcePage": 1,
                  "confidence": 0.9, "grade": "fair", "defects": ["blur"],
                  "expected": {"characterErrorRate": 0.013, "grade": "A", "doubtfulWords": 0.02, "unreadText": 0},
                  "pdf": {"page": 1, "content": "overlay", "size": {"width": 595, "height": 842}}},
                 {"number": 2, "status": "failed", "source": "a.pdf", "sourcePage": 2,
                  "failure": {"kind": "limit", "stage": "load", "message": "Too large."}}],
       "failure": {"kind": "limit", "stage": "load", "message": "Too large."},
       "quality": {"meanConfidence": 0.9, "words": 3,
                   "expected": {"characterErrorRate": 0.013, "grade": "A", "worstPage": 1,
                                "worstCharacterErrorRate": 0.013}}, "notes": ["A note."], "versions": {"docscan": "0.1.0"}}
      """#
    let record = try JSONDecoder().decode(DocumentRecord.self, from: Data(text.utf8))
    #expect(record.schema == DocumentRecord.schema)
    let validator = SchemaValidator(closed(JSONSchema.document))
    #expect(validator.complaints(try encoded(record)) == [])
    // All keys of the example survive, so the example has no key that the type lacks.
    #expect(try encoded(record) == JSONFile.parse(Data(text.utf8)))
  }

  /// Returns a copy of the schema that allows no additional keys.
  private func closed(_ schema: JSONValue) -> JSONValue {
    switch schema {
    case .object(var members):
      if members["properties"] != nil, members["additionalProperties"] == nil {
        members["additionalProperties"] = false
      }
      return .object(members.mapValues(closed))
    case .array(let values): return .array(values.map(closed))
    case .null, .boolean, .number, .string: return schema
    }
  }
}
