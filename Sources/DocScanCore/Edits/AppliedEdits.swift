// SPDX-License-Identifier: GPL-3.0-or-later

/// The edits in a page's text, and what was read: so they can be taken out again.
public struct AppliedEdits: Codable, Hashable, Sendable {
  /// One edit, and the line as it was before.
  public struct Entry: Codable, Hashable, Sendable {
    /// The edit.
    package var edit: Edit
    /// The index of the line's block.
    public var block: Int
    /// The line's index in its block.
    public var line: Int
    /// The line as it was read.
    public var before: Line
    /// Whether no word is left of the line; nil if some are.
    public var removesLine: Bool?
    /// Whether the line was not read at all: `before` is the line that a person added; nil elsewhere.
    public var addsLine: Bool?

    init(_ edit: Edit, _ fit: EditFit) {
      (self.edit, block, line, before) = (edit, fit.block, fit.line, fit.before)
      removesLine = fit.after == nil ? true : nil
      addsLine = fit.addsLine ? true : nil
    }
  }

  /// In the order in which they were applied.
  public var entries: [Entry]
  /// How wrong the text was expected to be as it was read.
  public var expectedBefore: ExpectedErrors?
  /// Decisions about fields of the page and about borders of its tables, in order; nil if there are none.
  package var fields: [Edit]?

  /// The edits that hold on a page.
  package init(entries: [Entry], expectedBefore: ExpectedErrors?, fields: [Edit]? = nil) {
    (self.entries, self.expectedBefore, self.fields) = (entries, expectedBefore, fields)
  }

  /// All decisions that are in the page, those about its text first.
  package var all: [Edit] { entries.map(\.edit) + (fields ?? []) }
}

extension RecognizedPage {
  /// The page as it was recognized.
  package var withoutEdits: RecognizedPage {
    guard let edits else { return self }
    var page = self
    for entry in edits.entries.reversed() where page.blocks.indices.contains(entry.block) {
      var lines = page.blocks[entry.block].lines
      if entry.addsLine == true {
        if lines.indices.contains(entry.line) { lines.remove(at: entry.line) }
        // The line had a block of its own.
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

  /// The page with these edits instead of those that it has; what does not fit is left out.
  ///
  /// What stages found in the text is as it was: they have to look again. Text that the input had stays; its tables may have other borders.
  package func applying(_ edits: [Edit]) -> RecognizedPage {
    let original = withoutEdits
    guard status == .recognized || status == .copied, !edits.isEmpty else { return original }
    let edits = status == .copied ? edits.filter { $0.grid != nil } : edits
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
  /// Puts a line that a person added in its place: into the block beside it, or a block of its own.
  fileprivate mutating func add(_ fit: EditFit) {
    if blocks.indices.contains(fit.block), !fit.addsBlock {
      blocks[fit.block].lines.insert(fit.before, at: fit.line)
    } else {
      blocks.insert(Block(kind: .text, box: fit.before.box, lines: [fit.before]), at: fit.block)
    }
  }
}

extension Block {
  /// Whether all of it was added by people.
  fileprivate var isAdded: Bool { lines.allSatisfy { $0.words.allSatisfy { $0.isEdited == true } } }
}

extension ExpectedErrors {
  /// What is to be expected once people have looked at some of the words: the doubt about the others, and about the lines
  /// that were not read, is left.
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
  /// The characters of words that are probably wrong.
  fileprivate var doubt: Double { reduce(0) { $0 + (1 - $1.confidence) * Double($1.text.count) } }
}
