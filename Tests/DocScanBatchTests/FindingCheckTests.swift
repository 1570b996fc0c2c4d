// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a worker's findings are only accepted if they match their schema.

import FoundationEssentials
import Testing

@testable import DocScanBatch
@testable import DocScanCore
@testable import DocScanWorkers

@Suite("Checking findings")
struct FindingCheckTests {
  private static let image = RasterSize(width: 100, height: 100, dpi: 100)

  private func isTaken(_ json: String, _ schema: JSONValue, image: RasterSize? = image) throws -> Bool {
    let findings = try JSONDecoder().decode(PageFindings.self, from: Data(#"{"it": \#(json)}"#.utf8))
    let check = FindingCheck(descriptions: [FindingDescription(key: "it", schema: schema)], image: image)
    return check.complaint(about: findings) == nil
  }

  @Test(
    "Accepts barcodes only as their schema defines",
    arguments: [
      ("[]", true), (#"[{"format": "QRCode", "text": "a", "quad": [[0,0],[9,0],[9,9],[0,101]]}]"#, true),
      (#"[{"format": "Q", "text": "a", "quad": [[0,0],[9,0],[9,9],[0,9]]}]"#, false),
      (#"[{"format": "QRCode", "text": "\u0000", "quad": [[0,0],[9,0],[9,9],[0,9]]}]"#, false),
      (#"[{"format": "QRCode", "text": "a", "quad": [[0,0],[9,0],[9,9],[0,102]]}]"#, false),
      (#"[{"format": "QRCode", "text": "a", "quad": [[0,0],[9,0],[9,9]]}]"#, false),
      (#"[{"format": "QRCode", "text": "a", "quad": [[0,0],[9,0],[9,9],[0]]}]"#, false),
      (#"[{"format": "QRCode", "text": "a", "quad": [[0,0],[9,0],[9,9],["0",9]]}]"#, false),
      (#"[{"format": "QRCode", "text": "a"}]"#, false), ("{}", false), ("null", false),
      (#"[{"format": "QRCode", "text": "a", "quad": [[0,0],[9,0],[9,9],[0,9]], "more": 1}]"#, false),
    ])
  func barcodes(json: String, isFine: Bool) throws {
    #expect(try isTaken(json, Barcode.description.schema) == isFine)
  }

  @Test(
    "Limits the number and length of barcodes", arguments: [(256, 16_384, true), (257, 1, false), (1, 16_385, false)])
  func bounds(count: Int, length: Int, isFine: Bool) throws {
    let code =
      #"{"format": "QRCode", "text": "\#(String(repeating: "x", count: length))", "quad": [[0,0],[9,0],[9,9],[0,9]]}"#
    let codes = Array(repeating: code, count: count).joined(separator: ",")
    #expect(try isTaken("[\(codes)]", Barcode.description.schema) == isFine)
  }

  @Test(
    "Accepts numbers only in their ranges",
    arguments: [
      (#"{"confidence": 0, "ink": 1}"#, true), (#"{"confidence": -0.1, "ink": 1}"#, false),
      (#"{"confidence": 0, "ink": 1e300}"#, false), (#"{"confidence": 0}"#, false),
      (#"{"confidence": 0, "ink": true}"#, false), (#"{"confidence": 0, "ink": null}"#, false),
    ])
  func figures(json: String, isFine: Bool) throws {
    #expect(try isTaken(json, BlankEvidence.description.schema) == isFine)
  }

  @Test("Rejects unknown findings, and schemas that the check can't evaluate")
  func unknown() throws {
    let value = JSONSchema.value("number")
    #expect(try isTaken("1", value))
    let other = FindingCheck(descriptions: [FindingDescription(key: "other", schema: value)], image: nil)
    var findings = PageFindings()
    try findings.set(BlankEvidence(confidence: 0, ink: 0))
    #expect(other.complaint(about: findings) != nil)
    for schema in [
      [:], ["type": "number", "multipleOf": 2], ["type": "string", "maximum": 2], ["type": "numbre"],
      ["type": "array"], ["$ref": "#/$defs/matrix"], ["anyOf": []],
    ] as [JSONValue] {
      #expect(try !isTaken("1", schema) && !isTaken("[1]", schema) && !isTaken(#""a""#, schema), "\(schema)")
    }
    #expect(try isTaken("3", JSONSchema.integer("")) && !isTaken("3.5", JSONSchema.integer("")))
    #expect(try !isTaken("1e300", JSONSchema.integer("")))
  }

  @Test("Allows a checkpoint's boxes outside the image within limits")
  func places() throws {
    let box = JSONSchema.reference("box")
    #expect(try isTaken("[1, 2, 3, 4]", box) && !isTaken("[1, 2, 300, 4]", box) && !isTaken("[1, 2, -3, 4]", box))
    #expect(try isTaken("[-50, 2, 300, 4]", box, image: nil) && !isTaken("[1e8, 2, 3, 4]", box, image: nil))
  }
}
