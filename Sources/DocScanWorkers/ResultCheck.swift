// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
package import DocScanWire

/// The validation of a worker's results for a page. The worker parsed untrusted bytes, and may be compromised.
package struct ResultCheck {
  /// The maximum number of words on a page, many times that of a newspaper page.
  package static let mostWords = 200_000

  package let request: PageRequest
  package let pipeline: Pipeline
  package let scratch: String

  package init(request: PageRequest, pipeline: Pipeline, scratch: String) {
    (self.request, self.pipeline, self.scratch) = (request, pipeline, scratch)
  }

  private var stages: [ResolvedComponent] { request.stages ?? pipeline.stages }

  /// Returns the first problem with the results, or `nil` if they are well-formed.
  package func complaint(about results: [PageResult], checkpoint: PageCheckpoint) -> String? {
    guard (1...PageCheckpoint.mostParts).contains(results.count) else {
      return "one page became \(results.count) pages"
    }
    guard CheckpointCheck(pipeline: pipeline).accepts(checkpoint, of: stages[...]),
      checkpoint.pageCount == results.count
    else { return "its steps are invalid" }
    return zip(1..., results).lazy.compactMap { complaint(about: $1, part: $0) }.first
  }

  private func complaint(about result: PageResult, part: Int) -> String? {
    let page = result.page
    guard page.document == request.document, page.page == request.page else { return "it is for another page" }
    guard page.status != .failed, page.failure == nil else { return "it both succeeded and failed" }
    guard [result.size.width, result.size.height].allSatisfy({ $0.isFinite && $0 > 0 && $0 < 1_000_000 }) else {
      return "its paper size is invalid"
    }
    guard [page.source, page.image].allSatisfy({ $0?.isSensible ?? false }), let image = page.image else {
      return "its image size is invalid"
    }
    guard page.capture?.isSensible ?? true else { return "its camera data is invalid" }
    guard page.corrections.count <= 64, page.corrections.allSatisfy(\.isSensible) else {
      return "a correction is invalid"
    }
    // Text that the page already had is checked without a stage.
    let described = [TextCheck.description] + stages.flatMap { pipeline.findings[$0.name] ?? [] }
    let findings = FindingCheck(descriptions: described, image: image)
    if let complaint = findings.complaint(about: page.findings) { return complaint }
    guard page.confidence.map(isShare) ?? true, page.expected.map(isSensible) ?? true,
      page.languageConfidence.map(isShare) ?? true, page.languages.count <= 64
    else {
      return "its confidence is invalid"
    }
    guard page.text.utf8.count <= 8 << 20, !page.text.unicodeScalars.contains("\0") else {
      return "its text is too long"
    }
    guard page.words.count <= Self.mostWords else { return "it has more than \(Self.mostWords) words" }
    for block in page.blocks {
      guard image.holds(block.box) else { return "a block is outside the image" }
      for line in block.lines {
        guard image.holds(line.box), isShare(line.confidence),
          line.baseline.count <= 64, line.baseline.allSatisfy(\.isNear)
        else { return "a line is invalid" }
        guard line.words.allSatisfy({ isSensible($0, in: image) }) else {
          return "a word is invalid"
        }
      }
    }
    guard page.edits.map(isSensible) ?? true else { return "an edit is not one that was asked for" }
    let dropped = page.dropped ?? []
    guard dropped.count <= Self.mostWords,
      dropped.allSatisfy({ image.holds($0.box) && isShare($0.confidence) && $0.text.utf8.count <= 1 << 12 })
    else { return "dropped text is invalid" }
    guard result.extras.isSubset(of: request.extras) else { return "it has a picture that was not requested" }
    guard
      result.extras.allSatisfy({ isRegularFile(scratch + "/" + $0.fileName(stem: request.fileStem, part: part)) })
    else { return "an extra picture is missing" }
    return result.picture.flatMap { complaint(about: $0, part: part) }
  }

  private func complaint(about picture: PagePicture, part: Int) -> String? {
    guard picture.untrustedFileName == "\(request.fileStem)-\(part).picture" else {
      return "its picture has a wrong name"
    }
    guard (1...8).contains(picture.orientation), [1, 2, 4, 8, 16].contains(picture.bitsPerComponent),
      (1...1_000_000).contains(picture.width), (1...1_000_000).contains(picture.height)
    else { return "its picture is invalid" }
    guard picture.colorSpace.isArchival || !request.wantsArchivalPicture else {
      return "its picture has unexpected colors"
    }
    for (layer, ending) in picture.ink?.layers ?? [] {
      guard layer.untrustedFileName == "\(request.fileStem)-\(part).\(ending)",
        (1...1_000_000).contains(layer.width), (1...1_000_000).contains(layer.height)
      else { return "a layer of its picture is invalid" }
      guard isRegularFile(scratch + "/" + layer.untrustedFileName) else {
        return "a layer of its picture is missing"
      }
    }
    return isRegularFile(scratch + "/" + picture.untrustedFileName) ? nil : "its picture is missing"
  }

  private func isSensible(_ edits: AppliedEdits) -> Bool {
    edits.expectedBefore.map(isSensible) ?? true
      && edits.entries.allSatisfy { entry in
        request.edits.contains(entry.edit) && entry.block >= 0 && entry.line >= 0 && isShare(entry.before.confidence)
          && entry.before.words.allSatisfy { isShare($0.confidence) }
      }
  }

  private func isSensible(_ word: Word, in image: RasterSize) -> Bool {
    guard image.holds(word.box), isShare(word.confidence) else { return false }
    guard let candidates = word.candidates else { return true }
    return (1...Word.mostCandidates).contains(candidates.count) && candidates[0].text == word.text
      && candidates.allSatisfy {
        isShare($0.confidence) && $0.text.utf8.count <= 2 * word.text.utf8.count + 64
          && !$0.text.unicodeScalars.contains("\0")
      }
  }

  private func isSensible(_ expected: ExpectedErrors) -> Bool {
    isShare(expected.characterErrorRate) && isShare(expected.doubtfulWords) && isShare(expected.unreadText)
      && expected.grade == ExpectedErrors.Grade(characterErrorRate: expected.characterErrorRate)
  }
}

/// The validation of the intermediate steps of a worker's results before a later run reuses them.
package struct CheckpointCheck {
  package let pipeline: Pipeline

  package init(pipeline: Pipeline) { self.pipeline = pipeline }

  /// Returns whether all steps, including those for the pages of a spread, belong to these stages, in order, with plausible values.
  package func accepts(_ checkpoint: PageCheckpoint, of stages: ArraySlice<ResolvedComponent>) -> Bool {
    var rest = stages
    for step in checkpoint.steps {
      // Stages can be skipped, for example for a page with existing text.
      guard let index = rest.firstIndex(of: step.stage), isSensible(step) else { return false }
      rest = rest[(index + 1)...]
    }
    return checkpoint.steps.dropLast().allSatisfy(\.parts.isEmpty)
      && checkpoint.parts.count == checkpoint.steps.last?.parts.count ?? 0
      && checkpoint.parts.allSatisfy { accepts($0, of: rest) }
  }

  private func isSensible(_ step: PageCheckpoint.Step) -> Bool {
    let placed = step.corrections + step.parts
    let findings = FindingCheck(descriptions: pipeline.findings[step.stage.name] ?? [], image: nil)
    return step.corrections.count <= 64 && step.parts.count <= PageCheckpoint.mostParts
      && placed.allSatisfy { $0.correction.isSensible && $0.size.isSensible }
      && findings.complaint(about: step.findings) == nil
  }
}

private func isShare(_ value: Double) -> Bool { value >= 0 && value <= 1 }

extension RasterSize {
  package var isSensible: Bool {
    (1...1_000_000).contains(width) && (1...1_000_000).contains(height) && (1...100_000).contains(dpi)
  }

  /// Returns whether a box is in the image, with a tolerance of one pixel.
  package func holds(_ box: Box) -> Bool {
    box.x >= -1 && box.y >= -1 && box.width >= 0 && box.height >= 0 && box.maxX <= Double(width) + 1
      && box.maxY <= Double(height) + 1
  }
}

extension Correction {
  /// Whether the values are plausible. The matrix and mesh validate themselves.
  package var isSensible: Bool {
    isShare(confidence) && (quad ?? []).count <= 4 && (gutter ?? []).count <= 2 && (steps ?? []).count <= 16
      && (degrees?.isFinite ?? true) && ((quad ?? []) + (gutter ?? [])).allSatisfy { $0.x.isFinite && $0.y.isFinite }
  }
}

extension Point {
  /// Whether the point can belong to the largest possible image.
  package var isNear: Bool { abs(x) <= 1e7 && abs(y) <= 1e7 }
}
