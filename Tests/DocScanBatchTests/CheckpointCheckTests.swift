// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a later run only reuses a worker's checkpoint if it is consistent with the pipeline.

import DocScanWire
import Testing

@testable import DocScanBatch
@testable import DocScanCore
@testable import DocScanWorkers

@Suite("Checking checkpoints")
struct CheckpointCheckTests {
  private static let stages = ["spreads", "deskew", "blank", "recognize"].map {
    ComponentDescription(
      name: $0, abstract: "", settings: [], finding: $0 == "blank" ? BlankEvidence.description : nil)
  }
  private let pipeline: Pipeline
  private let half = PageCheckpoint.Placed(
    correction: Correction(kind: "spreads", confidence: 0.9, matrix: .identity),
    size: RasterSize(width: 50, height: 100, dpi: 100))

  init() throws {
    pipeline = try Pipeline(
      value: ["stages": .array(Self.stages.map { ["stage": .string($0.name)] })], stages: Self.stages, writers: [])
  }

  private func step(_ stage: Int, parts: [PageCheckpoint.Placed] = [], ink: Double? = nil) throws -> PageCheckpoint.Step
  {
    var findings = PageFindings()
    if let ink { try findings.set(BlankEvidence(confidence: 1, ink: ink)) }
    return PageCheckpoint.Step(
      stage: pipeline.stages[stage], corrections: parts.isEmpty ? [half] : [], parts: parts, findings: findings)
  }

  private func isTaken(_ steps: [PageCheckpoint.Step], parts: [PageCheckpoint] = []) -> Bool {
    CheckpointCheck(pipeline: pipeline).accepts(
      PageCheckpoint(steps: steps, parts: parts), of: pipeline.stages[...])
  }

  @Test("Accepts only the page's stages, in order")
  func order() throws {
    #expect(try isTaken([step(0), step(1), step(2, ink: 0.1), step(3)]))
    // A page that keeps its own text passes some stages, or none.
    #expect(try isTaken([step(3)]) && isTaken([]))
    #expect(try !isTaken([step(1), step(0)]) && !isTaken([step(1), step(1)]))
    let other = ResolvedComponent(name: "deskew", settings: ResolvedSettings(values: ["a": 1]))
    #expect(!isTaken([PageCheckpoint.Step(stage: other)]))
  }

  @Test("Accepts the parts of a spread only at its split")
  func spread() throws {
    let rest = PageCheckpoint(steps: [try step(1), try step(2, ink: 0)])
    #expect(try isTaken([step(0, parts: [half, half])], parts: [rest, rest]))
    #expect(try !isTaken([step(0, parts: [half, half])], parts: [rest]))
    #expect(try !isTaken([step(0, parts: [half, half])]) && !isTaken([step(0)], parts: [rest, rest]))
    let many = PageCheckpoint.mostParts + 1
    #expect(
      try !isTaken(
        [step(0, parts: Array(repeating: half, count: many))], parts: Array(repeating: rest, count: many)))
    #expect(try !isTaken([step(0, parts: [half, half]), step(1)], parts: [rest, rest]))
    let again = PageCheckpoint(steps: [try step(0)])
    #expect(try !isTaken([step(0, parts: [half, half])], parts: [again, again]))
  }

  @Test("Rejects numbers out of range, and findings of another stage")
  func numbers() throws {
    #expect(try !isTaken([step(2, ink: 1.1)]) && !isTaken([step(1, ink: 0.1)]))
    for (confidence, width) in [(7.0, 50), (0.9, -1), (0.9, 2_000_000)] {
      var bad = half
      bad.correction.confidence = confidence
      bad.size.width = width
      #expect(!isTaken([PageCheckpoint.Step(stage: pipeline.stages[1], corrections: [bad])]))
    }
  }
}
