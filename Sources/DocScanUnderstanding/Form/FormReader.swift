// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Reads the fields of a form: labels with what is beside or below them, boxes that are checked, and the fields of a PDF.
package struct FormReader {
  /// How often each way of finding a value is right, measured on scanned forms.
  private enum Chance {
    static let beside = 0.65
    static let onLine = 0.52
    static let inBox = 0.35
    static let below = 0.4
    static let withoutColon = 0.2
    static let marked = 0.5
    static let within = 0.4
    static let empty = 0.6
    static let own = 0.99
  }

  /// In words; and in characters, where it ends with a colon.
  private static let (longestLabel, longestColon) = (9, 80)
  private static let (mostLines, mostTextLines) = (6, 12)
  /// A text of this width goes on below itself, with so much space at most, in heights.
  private static let (longText, lineSpace) = (15.0, 1.8)
  /// So many words before a colon are a sentence.
  private static let sentence = 4
  /// A value is not further to the right of its label, in heights.
  private static let widestGap = 30.0
  /// What is so near beside a cell belongs to it, in heights.
  private static let nearGap = 12.0

  /// Lines of one label have no more space between them, in heights.
  private static let labelSpace = 0.8
  /// What is marked has its sign so near before it, in heights.
  private static let markGap = 1.5
  /// What comes before a number.
  private static let numberWords: Set<String> = [
    "no", "nr", "#", "number", "nummer", "code", "telephone", "phone", "tel", "telefon", "fax", "telefax", "telex",
    "전화",
    "번호",
  ]
  /// In words.
  private static let longestNumber = 4

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

  /// From the top of the page; nil where there are none.
  package var fields: [FormField]? {
    var all = own.map(field)
    let boxes = own.map(\.box)
    let shapes = marks.filter { mark in !boxes.contains { Self.overlap($0, mark.box) } }
    all += shapes.map(field)
    let taken = all.map(\.box)
    // Two boxes beside each other: what is beside the one is not what is filled in for the other.
    let labels = Set(shapes.map { field($0).label })
    all += pairs.filter { !labels.contains($0.label) || !labels.contains($0.value) }.filter { pair in
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
      confidence: Chance.own, box: field.box)
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

  /// The text beside a place: what is checked has it at its right, other fields at their left or above.
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

  /// Words that follow each other without a wide gap.
  private func run(_ words: [Word], from edge: Double) -> [Word] {
    var (found, edge): ([Word], Double) = ([], edge)
    for word in words.sorted(by: { $0.box.x < $1.box.x }) {
      guard word.box.x - edge < (found.isEmpty ? 3 : 1.5) * rows.height else { break }
      found.append(word)
      edge = word.box.maxX
    }
    return found
  }

  /// Whether a word is what was read of a box.
  private static func isBox(_ word: Word, at box: Box) -> Bool {
    word.text.count <= 3 && overlap(word.box, box)
  }

  // MARK: Labels and values

  private var pairs: [FormField] {
    var found: [FormField] = []
    var used: Set<Place> = []
    var labelled: [(field: Int, place: Place)] = []
    for (number, row) in rows.rows.enumerated() {
      for index in row.indices { if let pair = markedPair(number, index, &used) { found.append(pair) } }
    }
    for (number, row) in rows.rows.enumerated() {
      for index in row.indices.dropLast() {
        guard let pair = pairOnLine(number, index, &used) else { continue }
        labelled.append((found.count, Place(row: number, cell: index)))
        found.append(pair)
      }
    }
    for (number, row) in rows.rows.enumerated() {
      for (index, cell) in row.enumerated() where cell.isLabel && !used.contains(Place(row: number, cell: index)) {
        guard (1...Self.longestColon).contains(cell.label.count), cell.label.contains(where: \.isLetter) else {
          continue
        }
        if let value = valueBeside(number, index, &used) ?? valueRaised(number, index, &used)
          ?? valueBelow(number, index, &used)
        {
          used.insert(Place(row: number, cell: index))
          labelled.append((found.count, Place(row: number, cell: index)))
          found.append(value)
        }
      }
    }
    for (number, row) in rows.rows.enumerated() {
      for index in row.indices { if let pair = pairInBox(number, index, &used) { found.append(pair) } }
    }
    for (field, place) in labelled {
      if let above = lineAbove(place, &used) { found[field].label = above.label + " " + found[field].label }
      if let below = lineBelow(place, &used) { found[field].label += " " + below.text }
    }
    for (number, row) in rows.rows.enumerated() where row.count >= 2 && row.count <= 6 {
      for index in row.indices.dropLast() where !used.contains(Place(row: number, cell: index)) {
        guard !used.contains(Place(row: number, cell: index + 1)), !row[index].isMark,
          let pair = pairWithoutColon(row[index], row[index + 1])
        else { continue }
        used.insert(Place(row: number, cell: index + 1))
        found.append(pair)
      }
    }
    for (number, row) in rows.rows.enumerated() {
      for (index, cell) in row.enumerated() where !used.contains(Place(row: number, cell: index)) {
        if let pair = pairWithin(cell) { found.append(pair) }
      }
    }
    return found
  }

  /// The line above a label, if the label goes on from it: nearer to it than to what is above, and written in the same way.
  private func lineAbove(_ place: Place, _ used: inout Set<Place>) -> FormCell? {
    let label = rows.rows[place.row][place.cell]
    guard place.row > 0, let index = cellAt(label.box.x, row: place.row - 1) else { return nil }
    let cells = rows.rows[place.row - 1]
    let above = cells[index]
    let gap = label.box.y - above.box.maxY
    let before = place.row > 1 ? cellAt(label.box.x, row: place.row - 2).map { rows.rows[place.row - 2][$0] } : nil
    guard !used.contains(Place(row: place.row - 1, cell: index)), !above.isLabel, !above.isLine, !above.isMark,
      above.words.count <= Self.longestLabel, above.text.contains(where: \.isLetter),
      gap < Self.labelSpace * rows.height, above.isInCapitals == label.isInCapitals,
      before.map({ above.box.y - $0.box.maxY > gap + 0.5 * rows.height }) ?? true,
      // A heading over several labels is further from them, or they are beside each other.
      index + 1 == cells.count || cells[index + 1].box.x - above.box.maxX > Self.nearGap * rows.height
    else { return nil }
    used.insert(Place(row: place.row - 1, cell: index))
    return above
  }

  /// The line in parentheses below a label.
  private func lineBelow(_ place: Place, _ used: inout Set<Place>) -> FormCell? {
    let label = rows.rows[place.row][place.cell]
    guard place.row + 1 < rows.rows.count, let index = cellAt(label.box.x, row: place.row + 1) else { return nil }
    let below = rows.rows[place.row + 1][index]
    guard !used.contains(Place(row: place.row + 1, cell: index)), below.text.first == "(",
      below.label.last == ")", below.box.y - label.box.maxY < Self.labelSpace * rows.height
    else { return nil }
    used.insert(Place(row: place.row + 1, cell: index))
    return below
  }

  /// The cell of a row that begins at a place.
  private func cellAt(_ x: Double, row: Int) -> Int? {
    rows.rows[row].firstIndex { abs($0.box.x - x) < rows.height }
  }

  /// An X typed beside what it marks: just before it, or anywhere behind it.
  private func markedPair(_ row: Int, _ index: Int, _ used: inout Set<Place>) -> FormField? {
    let cells = rows.rows[row]
    guard cells[index].isMark else { return nil }
    func isLabel(_ number: Int) -> Bool {
      cells.indices.contains(number) && !used.contains(Place(row: row, cell: number)) && !cells[number].isMark
        && !cells[number].isLine && cells[number].text.count(where: \.isLetter) > 1
        && cells[number].words.count <= Self.longestLabel
    }
    let isBefore = isLabel(index + 1) && cells[index + 1].box.x - cells[index].box.maxX < Self.markGap * rows.height
    guard isBefore || isLabel(index - 1) else { return nil }
    let label = isBefore ? index + 1 : index - 1
    used.formUnion([Place(row: row, cell: label), Place(row: row, cell: index)])
    return FormField(
      label: cells[label].label, value: cells[index].text.filter { $0 != "_" }, kind: .text,
      confidence: confidence(Chance.marked, cells[label], cells[index]), box: cells[index].box)
  }

  /// A label that ends with a word for a number, and the number behind it, with no more space between them than words have.
  private func pairWithin(_ cell: FormCell) -> FormField? {
    let words = cell.words
    guard
      let first = words.indices.dropFirst().first(where: {
        words[$0].text.contains(where: \.isNumber) && Self.numberWords.contains(Self.plain(words[$0 - 1].text))
      }), first <= Self.longestLabel, words.count - first <= Self.longestNumber,
      words[0].text.first?.isUppercase == true || first == 1
    else { return nil }
    let (label, value) = (words[..<first], words[first...])
    return FormField(
      label: FormCell(words: Array(label), box: cell.box).label, value: joinedText(Array(value)), kind: .text,
      confidence: (Chance.within * meanConfidence(words)).rounded(toPlaces: 3),
      box: value.dropFirst().reduce(value[first].box) { $0.union($1.box) })
  }

  private static func plain(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0 == "#" }
  }

  /// A cell that is part of a value.
  private struct Place: Hashable {
    var row: Int
    var cell: Int
  }

  /// A text beside a line to write on, and what is on it.
  private func pairOnLine(_ row: Int, _ index: Int, _ used: inout Set<Place>) -> FormField? {
    var (label, value) = (rows.rows[row][index], rows.rows[row][index + 1])
    if value.words.count > 1, Self.numberWords.contains(Self.plain(value.words[0].text)) {
      label.append(value.words[0])
      value = FormCell(
        words: Array(value.words.dropFirst()),
        box: value.words.dropFirst(2).reduce(value.words[1].box) { $0.union($1.box) }, isOnLine: value.isOnLine)
    }
    guard value.isOnLine, !label.isOnLine, !value.isLabel, !label.isLine, !label.isLabel,
      label.words.count <= Self.longestLabel, label.text.count(where: \.isLetter) >= 2,
      value.box.x - label.box.maxX < Self.widestGap * rows.height
    else { return nil }
    used.formUnion([Place(row: row, cell: index), Place(row: row, cell: index + 1)])
    var whole = value
    extend(&whole, below: row, &used)
    return FormField(
      label: label.label, value: whole.isLine ? "" : whole.label(keepingColon: true), kind: .text,
      confidence: confidence(Chance.onLine, label, whole), box: whole.box)
  }

  private func valueBeside(_ row: Int, _ index: Int, _ used: inout Set<Place>) -> FormField? {
    let cells = rows.rows[row]
    let label = cells[index]
    guard index + 1 < cells.count, !cells[index + 1].isLabel, !used.contains(Place(row: row, cell: index + 1)),
      cells[index + 1].box.x - label.box.maxX < Self.widestGap * rows.height
    else { return nil }
    var value = cells[index + 1]
    used.insert(Place(row: row, cell: index + 1))
    if value.isLine {
      return FormField(label: label.label, value: "", kind: .text, confidence: Chance.empty, box: value.box)
    }
    extend(&value, below: row, &used)
    return FormField(
      label: label.label, value: value.label(keepingColon: true), kind: .text,
      confidence: confidence(Chance.beside, label, value), box: value.box)
  }

  /// What is beside a label, but written or typed half a row higher.
  private func valueRaised(_ row: Int, _ index: Int, _ used: inout Set<Place>) -> FormField? {
    let label = rows.rows[row][index]
    guard row > 0, index + 1 == rows.rows[row].count || rows.rows[row][index + 1].isLabel else { return nil }
    let end = index + 1 < rows.rows[row].count ? rows.rows[row][index + 1].box.x : .infinity
    let above = rows.rows[row - 1]
    guard
      let number = above.indices.first(where: { above[$0].box.x > label.box.maxX && above[$0].box.x < end }),
      !above[number].isLabel, !above[number].isLine, number == 0 || !above[number - 1].isLabel,
      !used.contains(Place(row: row - 1, cell: number)),
      above[number].box.x - label.box.maxX < Self.nearGap * rows.height,
      above[number].box.maxY > label.box.y - 0.4 * rows.height
    else { return nil }
    used.insert(Place(row: row - 1, cell: number))
    var value = above[number]
    extend(&value, below: row - 1, &used)
    return FormField(
      label: label.label, value: value.label(keepingColon: true), kind: .text,
      confidence: confidence(Chance.below, label, value), box: value.box)
  }

  /// A label in the upper part of a box, and what is written below it.
  private func pairInBox(_ row: Int, _ index: Int, _ used: inout Set<Place>) -> FormField? {
    let label = rows.rows[row][index]
    let (height, middle) = (rows.height, label.box.middleX)
    guard !used.contains(Place(row: row, cell: index)), !label.isLabel, !label.isLine, !label.isOnLine,
      label.words.count <= Self.longestLabel, label.text.count(where: \.isLetter) >= 2,
      label.text.count(where: \.isNumber) * 3 < label.text.count
    else { return nil }
    let across = rows.rules.across.filter { $0.covered(middle - height, middle + height) > height }
    let down = rows.rules.down.filter { $0.covered(label.box.y, label.box.maxY) > 0.5 * label.box.height }
    guard let top = across.last(where: { $0.position < label.box.middleY }), label.box.y - top.position < 1.5 * height,
      let bottom = across.first(where: { $0.position > label.box.middleY })
    else { return nil }
    let left = down.last { $0.position < middle }.map(\.position)
    let right = down.first { $0.position > middle }.map(\.position)
    guard left ?? right != nil, left.map({ label.box.x - $0 < 4 * height }) ?? true else { return nil }
    var value: FormCell?
    var places: [Place] = []
    for next in (row + 1)..<min(row + Self.mostLines, rows.rows.count) where row + 1 < rows.rows.count {
      for (number, cell) in rows.rows[next].enumerated()
      where cell.box.middleY < bottom.position && cell.box.y > label.box.middleY && cell.box.middleX > left ?? 0
        && cell.box.middleX < right ?? .infinity
      {
        // A box with more than one label in it, or with what belongs to another.
        guard !cell.isLabel, !used.contains(Place(row: next, cell: number)) else { return nil }
        guard cell.box.x < label.box.maxX + 10 * height else { continue }
        places.append(Place(row: next, cell: number))
        if value == nil { value = cell } else { for word in cell.words { value?.append(word) } }
      }
    }
    guard let value, !value.isLine, value.box.y - label.box.maxY < 2.5 * height else { return nil }
    used.formUnion(places + [Place(row: row, cell: index)])
    return FormField(
      label: label.label, value: value.label(keepingColon: true), kind: .text,
      confidence: confidence(Chance.inBox, label, value), box: value.box)
  }

  private func valueBelow(_ row: Int, _ index: Int, _ used: inout Set<Place>) -> FormField? {
    let label = rows.rows[row][index]
    for next in (row + 1)..<min(row + 3, rows.rows.count) where row + 1 < rows.rows.count {
      for (number, cell) in rows.rows[next].enumerated() {
        guard !cell.isLabel, !isAnswered(next, number), !used.contains(Place(row: next, cell: number)),
          cell.box.x < label.box.maxX,
          cell.box.maxX > label.box.x, abs(cell.box.x - label.box.x) < 6 * rows.height,
          cell.box.y - label.box.maxY < (abs(cell.box.x - label.box.x) < rows.height ? 2.2 : 1.6) * rows.height,
          cell.box.y > label.box.middleY
        else { continue }
        used.insert(Place(row: next, cell: number))
        guard !cell.isLine else {
          return FormField(label: label.label, value: "", kind: .text, confidence: Chance.empty, box: cell.box)
        }
        var value = cell
        extend(&value, below: next, &used)
        return FormField(
          label: label.label, value: value.label(keepingColon: true), kind: .text,
          confidence: confidence(Chance.below, label, value), box: value.box)
      }
    }
    return nil
  }

  /// Whether a cell has something beside it that makes it a label, with or without a colon.
  private func isAnswered(_ row: Int, _ index: Int) -> Bool {
    let cells = rows.rows[row]
    guard index + 1 < cells.count, !cells[index + 1].isLabel else { return false }
    return cells[index + 1].isOnLine || cells[index + 1].box.x - cells[index].box.maxX < Self.nearGap * rows.height
  }

  /// Adds the lines that go on with a value below it: they begin where it begins, with no label of their own.
  private func extend(_ value: inout FormCell, below row: Int, _ used: inout Set<Place>) {
    var last = value.box
    for next in (row + 1)..<min(row + Self.mostTextLines, rows.rows.count) where row + 1 < rows.rows.count {
      let cells = rows.rows[next]
      guard let index = cells.firstIndex(where: { abs($0.box.x - value.box.x) < 1.2 * rows.height }) else { return }
      if index == 0, goesOn(value, with: cells, after: last),
        !cells.indices.contains(where: { used.contains(Place(row: next, cell: $0)) })
      {
        for (number, cell) in cells.enumerated() {
          used.insert(Place(row: next, cell: number))
          for word in cell.words { value.append(word) }
        }
        last = cells[0].box
        continue
      }
      guard !cells[index].isLabel, !isAnswered(next, index),
        !cells[index].isLine, !used.contains(Place(row: next, cell: index)), index == 0 || !cells[index - 1].isLabel,
        cells[index].box.y - last.maxY < 1.0 * rows.height, cells[index].box.y > last.y
      else { return }
      // A label without a colon of its own would begin the next row.
      guard index == 0 || cells[index - 1].box.maxX < value.box.x - 12 * rows.height || cells.count == 1 else { return }
      used.insert(Place(row: next, cell: index))
      last = cells[index].box
      for word in cells[index].words { value.append(word) }
    }
  }

  /// Whether a row is the next line of a text that is filled in: the text is long, and nothing is before the row. Such a line has
  /// colons and wide gaps of its own, and often more space above it.
  private func goesOn(_ value: FormCell, with cells: [FormCell], after last: Box) -> Bool {
    let first = cells[0], space = first.box.y - last.maxY
    return value.box.width > Self.longText * rows.height && !(first.isLabel && first.words.count < Self.sentence)
      && !first.isLine && space < Self.lineSpace * rows.height && first.box.y > last.y
      && cells.reduce(0) { $0 + $1.words.count } > cells.count
  }

  /// A short text with a value beside it, where no colon says so: the value has digits, or the label is in capitals.
  private func pairWithoutColon(_ label: FormCell, _ value: FormCell) -> FormField? {
    guard !label.isLabel, !value.isLabel, !label.isLine, label.words.count <= Self.longestLabel,
      let first = label.text.first, first.isUppercase || first.unicodeScalars.first.map(isWrittenWithoutSpaces) == true,
      label.text.count(where: \.isNumber) * 3 < label.text.count, label.text.count(where: \.isLetter) > 2,
      value.box.x - label.box.maxX < Self.widestGap * rows.height
    else { return nil }
    let text = value.isLine ? "" : value.label(keepingColon: true)
    return FormField(
      label: label.label, value: text, kind: .text, confidence: confidence(Chance.withoutColon, label, value),
      box: value.box)
  }

  private func confidence(_ chance: Double, _ label: FormCell, _ value: FormCell) -> Double {
    (chance * (0.5 + 0.5 * meanConfidence(label.words + value.words))).rounded(toPlaces: 3)
  }
}

extension FormCell {
  /// The text without lines to write on.
  fileprivate func label(keepingColon: Bool) -> String {
    keepingColon ? joinedText(words.filter { !FormCell.isLine($0.text) }) : label
  }

  fileprivate var isInCapitals: Bool { !text.contains(where: \.isLowercase) }
}
