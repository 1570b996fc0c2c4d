// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Pairs a form's labels with the values next to or below them.
struct FormPairs {
  /// The accuracy of each way to find a value, measured on scanned forms.
  enum Chance {
    static let beside = 0.72
    static let onLine = 0.68
    static let inBox = 0.35
    static let below = 0.35
    static let withoutColon = 0.19
    static let marked = 0.8
    static let within = 0.5
    static let empty = 0.6
  }

  /// The maximum length of a label: in words, and in characters if it ends with a colon.
  static let (longestLabel, longestColon) = (9, 80)
  static let (mostLines, mostTextLines) = (6, 12)
  /// The minimum width of a value that can continue on the next line, and the maximum space between its lines, in line heights.
  static let (longText, lineSpace) = (15.0, 1.8)
  static let sentence = 4
  static let widestGap = 30.0
  /// The maximum gap between a cell and the text that belongs to it, in line heights.
  static let nearGap = 12.0

  let rows: FormRows

  init(_ rows: FormRows) { self.rows = rows }

  var pairs: [FormField] {
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
      let parts = [lineAbove(place, &used)?.label, found[field].label, lineBelow(place, &used)?.text].compactMap(\.self)
      found[field].label = parts.dropFirst().reduce(parts[0]) { $0 + separator($0, $1) + $1 }
    }
    for (number, row) in rows.rows.enumerated() {
      for (index, cell) in row.enumerated() where !used.contains(Place(row: number, cell: index)) {
        guard let pair = pairWithin(cell) else { continue }
        used.insert(Place(row: number, cell: index))
        found.append(pair)
      }
    }
    for (number, row) in rows.rows.enumerated() where row.count >= 2 && row.count <= 6 {
      for index in row.indices.dropLast() where !used.contains(Place(row: number, cell: index)) {
        guard !used.contains(Place(row: number, cell: index + 1)), !row[index].isMark, !isChoice(row[index...]),
          !isChoice(row[(index + 1)...]),
          let pair = pairWithoutColon(row[index], row[index + 1])
        else { continue }
        used.insert(Place(row: number, cell: index + 1))
        found.append(pair)
      }
    }
    return found
  }

  struct Place: Hashable {
    var row: Int
    var cell: Int
  }

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
    if value.isLine || isChoice(cells[(index + 1)...]) {
      return FormField(label: label.label, value: "", kind: .text, confidence: Chance.empty, box: value.box)
    }
    extend(&value, below: row, &used)
    return FormField(
      label: label.label, value: value.label(keepingColon: true), kind: .text,
      confidence: confidence(Chance.beside, label, value), box: value.box)
  }

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
        // The box contains a second label or the value of another field.
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

  /// Returns whether a value next to a cell makes it a label, even without a colon.
  private func isAnswered(_ row: Int, _ index: Int) -> Bool {
    let cells = rows.rows[row]
    guard index + 1 < cells.count, !cells[index + 1].isLabel else { return false }
    return cells[index + 1].isOnLine || cells[index + 1].box.x - cells[index].box.maxX < Self.nearGap * rows.height
  }

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
      // Text close to the left is probably the label of another field, without a colon.
      guard index == 0 || cells[index - 1].box.maxX < value.box.x - 12 * rows.height || cells.count == 1 else { return }
      used.insert(Place(row: next, cell: index))
      last = cells[index].box
      for word in cells[index].words { value.append(word) }
    }
  }

  /// Returns whether a row continues a long value. Such a row can contain colons and wide gaps, and often has more space above it.
  private func goesOn(_ value: FormCell, with cells: [FormCell], after last: Box) -> Bool {
    let first = cells[0], space = first.box.y - last.maxY
    return value.box.width > Self.longText * rows.height && !(first.isLabel && first.words.count < Self.sentence)
      && !first.isLine && space < Self.lineSpace * rows.height && first.box.y > last.y
      && cells.reduce(0) { $0 + $1.words.count } > cells.count
  }

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

  func confidence(_ chance: Double, _ label: FormCell, _ value: FormCell) -> Double {
    (chance * (0.5 + 0.5 * meanConfidence(label.words + value.words))).rounded(toPlaces: 3)
  }
}

extension FormCell {
  func label(keepingColon: Bool) -> String {
    keepingColon ? joinedText(words.filter { !FormCell.isLine($0.text) }) : label
  }

  var isInCapitals: Bool { !text.contains(where: \.isLowercase) }
}
