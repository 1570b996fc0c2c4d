// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Reads a form's fields: labels with the values next to or below them, checkboxes, and the form fields of a PDF.
package struct FormReader {
  private static let ownChance = 0.99

  private let page: RecognizedPage
  private let rows: FormRows
  private let marks: [FormMark]
  private let own: [PDFFormField]

  package init(_ page: RecognizedPage) {
    self.page = page
    rows = FormRows(page)
    marks = page.findings.get() ?? []
    own = page.findings.get() ?? []
  }

  package var fields: [FormField]? {
    var all = own.map(field)
    let boxes = own.map(\.box)
    let shapes = marks.filter { mark in !boxes.contains { Self.overlap($0, mark.box) } }
    all += shapes.map(field)
    let taken = all.map(\.box)
    // Two adjacent checkboxes: the label of one isn't the value of the other.
    let labels = Set(shapes.map { field($0).label })
    all += FormPairs(rows).pairs.filter { !labels.contains($0.label) || !labels.contains($0.value) }.filter { pair in
      !pair.value.isEmpty && !taken.contains { Self.overlap($0, pair.box) } || pair.value.isEmpty
    }
    let sorted = all.sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
    let shown = sorted.prefix(FormField.mostOnPage).map { field in
      var field = field
      field.label = Self.shortened(field.label)
      field.value = Self.shortened(field.value)
      field.box = field.box.rounded
      return field
    }
    return shown.isEmpty ? nil : Array(shown)
  }

  private static func shortened(_ text: String) -> String {
    text.utf8.count <= FormField.longestText ? text : String(text.prefix(FormField.longestText / 4))
  }

  private static func overlap(_ one: Box, _ other: Box) -> Bool {
    min(one.maxX, other.maxX) - max(one.x, other.x) > 0.5 * min(one.width, other.width)
      && min(one.maxY, other.maxY) - max(one.y, other.y) > 0.5 * min(one.height, other.height)
  }

  // MARK: Fields of the file, boxes

  private func field(_ field: PDFFormField) -> FormField {
    let isButton = field.kind == .checkbox || field.kind == .radio
    let label = field.isNamedForPeople ? field.name : self.label(of: field.box, isButton: isButton)
    return FormField(
      label: label.isEmpty ? field.name : label, value: field.value, kind: field.kind, isChecked: field.isChecked,
      confidence: Self.ownChance, box: field.box)
  }

  private func field(_ mark: FormMark) -> FormField {
    let label = self.label(of: mark.box, isButton: mark.kind != .comb)
    var value = ""
    if mark.kind == .comb {
      let inside = page.words.filter { word in
        mark.box.x < word.box.middleX && word.box.middleX < mark.box.maxX
          && mark.box.y - 0.3 * mark.box.height < word.box.middleY
          && word.box.middleY < mark.box.maxY
      }
      value = inside.sorted { $0.box.x < $1.box.x }.map(\.text).joined().filter { !"|[]_¦".contains($0) }
    }
    return FormField(
      label: label, value: value, kind: mark.kind, isChecked: mark.isChecked, confidence: mark.confidence, box: mark.box
    )
  }

  private func label(of box: Box, isButton: Bool) -> String {
    let level = rows.rows.filter { row in
      row.contains { $0.box.y < box.middleY + 0.2 * box.height && $0.box.maxY > box.middleY - 0.2 * box.height }
    }
    let words = level.flatMap { $0.flatMap(\.words) }.filter { !FormCell.isLine($0.text) && !Self.isBox($0, at: box) }
    let others = marks.map(\.box) + own.map(\.box)
    if isButton {
      let end = others.filter { $0.x > box.maxX && $0.y < box.maxY && $0.maxY > box.y }.map(\.x).min() ?? .infinity
      let right = run(words.filter { $0.box.x >= box.maxX - 0.2 * box.width && $0.box.x < end }, from: box.maxX)
      if !right.isEmpty { return joinedText(right) }
    }
    let start = others.filter { $0.maxX < box.x && $0.y < box.maxY && $0.maxY > box.y }.map(\.maxX).max() ?? -.infinity
    let left = words.filter { $0.box.maxX <= box.x + 0.2 * rows.height && $0.box.x > start }.sorted {
      $0.box.x < $1.box.x
    }
    var near: [Word] = []
    var edge = box.x
    for word in left.reversed() where edge - word.box.maxX < (near.isEmpty ? 4 : 1.5) * rows.height {
      near.insert(word, at: 0)
      edge = word.box.x
    }
    if near.isEmpty, !isButton {
      let above = rows.rows.flatMap(\.self).filter {
        $0.box.maxY <= box.y + 0.3 * rows.height && box.y - $0.box.maxY < 1.5 * rows.height && $0.box.x < box.maxX
          && $0.box.maxX > box.x
      }
      near = above.max { $0.box.maxY < $1.box.maxY }?.words ?? []
    }
    return FormCell(words: near, box: box).label
  }

  private func run(_ words: [Word], from edge: Double) -> [Word] {
    var (found, edge): ([Word], Double) = ([], edge)
    for word in words.sorted(by: { $0.box.x < $1.box.x }) {
      guard word.box.x - edge < (found.isEmpty ? 3 : 1.5) * rows.height else { break }
      found.append(word)
      edge = word.box.maxX
    }
    return found
  }

  private static func isBox(_ word: Word, at box: Box) -> Bool {
    word.text.count <= 3 && overlap(word.box, box)
  }
}
