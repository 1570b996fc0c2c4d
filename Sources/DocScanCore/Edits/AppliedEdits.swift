// SPDX-License-Identifier: GPL-3.0-or-later

/// The edits that were applied to a page's text, with the original lines, so that they can be reverted.
public struct AppliedEdits: Codable, Hashable, Sendable {
  /// An edit with the original line.
  public struct Entry: Codable, Hashable, Sendable {
    package var edit: Edit
    /// The index of the block on the page.
    public var block: Int
    /// The index of the line in its block.
    public var line: Int
    /// The line before the edit. For an added line, the new line.
    public var before: Line
    /// `true` if the edit removed all words of the line; otherwise `nil`.
    public var removesLine: Bool?
    /// `true` if the edit added a line that wasn't recognized, which is then in ``before``; otherwise `nil`.
    public var addsLine: Bool?

    init(_ edit: Edit, _ fit: EditFit) {
      (self.edit, block, line, before) = (edit, fit.block, fit.line, fit.before)
      removesLine = fit.after == nil ? true : nil
      addsLine = fit.addsLine ? true : nil
    }
  }

  /// The edits of the text, in order of application.
  public var entries: [Entry]
  /// The estimated error rate before the edits, or `nil` if there was no estimate.
  public var expectedBefore: ExpectedErrors?
  /// Edits of the page's fields and of its tables' borders, in order, or `nil` if there are none.
  package var fields: [Edit]?

  package init(entries: [Entry], expectedBefore: ExpectedErrors?, fields: [Edit]? = nil) {
    (self.entries, self.expectedBefore, self.fields) = (entries, expectedBefore, fields)
  }

  package var all: [Edit] { entries.map(\.edit) + (fields ?? []) }
}

extension RecognizedPage {
  package var withoutEdits: RecognizedPage {
    guard let edits else { return self }
    var page = self
    for entry in edits.entries.reversed() where page.blocks.indices.contains(entry.block) {
      var lines = page.blocks[entry.block].lines
      if entry.addsLine == true {
        if lines.indices.contains(entry.line) { lines.remove(at: entry.line) }
        // The edit created the block for the line, so the block is removed, too.
        if lines.isEmpty, page.blocks[entry.block].isAdded {
          page.blocks.remove(at: entry.block)
          continue
        }
      } else if entry.removesLine == true, (0...lines.count).contains(entry.line) {
        lines.insert(entry.before, at: entry.line)
      } else if entry.removesLine != true, lines.indices.contains(entry.line) {
        lines[entry.line] = entry.before
      }
      page.blocks[entry.block].lines = lines
    }
    page.edits = nil
    guard !edits.entries.isEmpty else { return page }
    page.text = pageText(page.blocks)
    page.confidence = page.words.isEmpty ? nil : meanConfidence(page.words).rounded(toPlaces: 3)
    page.expected = edits.expectedBefore
    return page
  }

  /// Returns the page with these edits instead of its current ones. Edits that don't match the page are skipped. Findings of stages aren't updated,
  /// so the stages must run again. On a page with copied text, only fields and the borders of tables can change.
  package func applying(_ edits: [Edit]) -> RecognizedPage {
    let original = withoutEdits
    guard status == .recognized || status == .copied, !edits.isEmpty else { return original }
    let edits = status == .copied ? edits.filter { !$0.isAboutText } : edits
    var page = original
    var entries: [AppliedEdits.Entry] = []
    let fields = edits.filter { $0.isAbout(page.page) && ($0.field?.normalized($0.new) != nil || $0.grid != nil) }
    for edit in edits where edit.isAbout(page.page) && edit.isAboutText {
      guard let fit = EditFit(edit, on: page) else { continue }
      entries.append(AppliedEdits.Entry(edit, fit))
      if fit.addsLine {
        page.add(fit)
      } else if let line = fit.after {
        page.blocks[fit.block].lines[fit.line] = line
      } else {
        page.blocks[fit.block].lines.remove(at: fit.line)
      }
    }
    guard !entries.isEmpty || !fields.isEmpty else { return original }
    page.edits = AppliedEdits(
      entries: entries, expectedBefore: original.expected, fields: fields.isEmpty ? nil : fields)
    guard !entries.isEmpty else { return page }
    page.text = pageText(page.blocks)
    page.confidence = page.words.isEmpty ? nil : meanConfidence(page.words).rounded(toPlaces: 3)
    page.expected = original.expected.map { $0.after(original.words, became: page.words) }
    return page
  }
}

extension RecognizedPage {
  fileprivate mutating func add(_ fit: EditFit) {
    if blocks.indices.contains(fit.block), !fit.addsBlock {
      blocks[fit.block].lines.insert(fit.before, at: fit.line)
    } else {
      blocks.insert(Block(kind: .text, box: fit.before.box, lines: [fit.before]), at: fit.block)
    }
  }
}

extension Block {
  fileprivate var isAdded: Bool { lines.allSatisfy { $0.words.allSatisfy { $0.isEdited == true } } }
}

extension ExpectedErrors {
  /// Returns the estimate after edits. The error rate is reduced in proportion to the remaining doubt, which includes lines without recognized words.
  fileprivate func after(_ before: [Word], became after: [Word]) -> ExpectedErrors {
    let characters = Double(before.reduce(0) { $0 + $1.text.count })
    let unread = unreadText * characters
    let (doubt, left) = (before.doubt + unread, after.doubt + unread)
    let rate = doubt > 0 ? characterErrorRate * min(1, left / doubt) : characterErrorRate
    let doubtful = after.count { $0.confidence < 0.5 }
    return ExpectedErrors(
      characterErrorRate: rate, doubtfulWords: after.isEmpty ? 0 : Double(doubtful) / Double(after.count),
      unreadText: unreadText)
  }
}

extension [Word] {
  /// The expected number of characters in misread words.
  fileprivate var doubt: Double { reduce(0) { $0 + (1 - $1.confidence) * Double($1.text.count) } }
}
