// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanTypedData
internal import DocScanWords

/// Finds the second lines of labels, labels with a typed X, and numbers in the same cell as their labels.
extension FormPairs {
  /// The maximum space between two lines of one label, in line heights.
  private static let labelSpace = 0.8
  /// The maximum gap between a typed X and the label after it, in line heights.
  private static let markGap = 1.5
  /// The maximum number of words in a label that a typed X may follow closely. In longer text, an "x" at the end may belong to a formula.
  private static let shortLabel = 3
  static let numberWords = Set(WordLists.words("form.number"))
  private static let longestNumber = 4
  private static let answers = Set(WordLists.words("form.answer"))
  private static let ticks: Set<Character> = ["☒", "☑", "✓", "✔", "✗", "✘"]

  // Returns whether cells begin with printed answers of which none is marked: Yes ____ No ____
  func isChoice(_ cells: ArraySlice<FormCell>) -> Bool {
    let all = cells.flatMap(\.words).map(\.text)
    let words = all.map(Self.plain).filter { !$0.isEmpty }
    let isTicked = all.contains { $0.contains(where: Self.ticks.contains) }
    return !isTicked && words.count > 1 && Set(words.prefix(2)).count == 2
      && words.prefix(2).allSatisfy(Self.answers.contains)
  }

  /// Returns the cell above a label if both are lines of one label, and `nil` otherwise. The lines must be close together, farther from the text
  /// above, and in the same case. Adds the cell to `used`.
  func lineAbove(_ place: Place, _ used: inout Set<Place>) -> FormCell? {
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
      // A heading over several labels also has text next to it.
      index + 1 == cells.count || cells[index + 1].box.x - above.box.maxX > Self.nearGap * rows.height
    else { return nil }
    used.insert(Place(row: place.row - 1, cell: index))
    return above
  }

  func lineBelow(_ place: Place, _ used: inout Set<Place>) -> FormCell? {
    let label = rows.rows[place.row][place.cell]
    guard place.row + 1 < rows.rows.count, let index = cellAt(label.box.x, row: place.row + 1) else { return nil }
    let below = rows.rows[place.row + 1][index]
    guard !used.contains(Place(row: place.row + 1, cell: index)), below.text.first == "(",
      below.label.last == ")", below.box.y - label.box.maxY < Self.labelSpace * rows.height
    else { return nil }
    used.insert(Place(row: place.row + 1, cell: index))
    return below
  }

  private func cellAt(_ x: Double, row: Int) -> Int? {
    rows.rows[row].firstIndex { abs($0.box.x - x) < rows.height }
  }

  /// Returns the field of a typed X whose label is closely after it or anywhere before it, or `nil` for other cells. Adds both cells to `used`.
  func markedPair(_ row: Int, _ index: Int, _ used: inout Set<Place>) -> FormField? {
    let cells = rows.rows[row]
    guard cells[index].isMark else { return nil }
    func isLabel(_ number: Int) -> Bool {
      cells.indices.contains(number) && !used.contains(Place(row: row, cell: number)) && !cells[number].isMark
        && !cells[number].isLine && cells[number].text.count(where: \.isLetter) > 1
        && cells[number].words.count <= Self.longestLabel
    }
    func isWide(_ number: Int) -> Bool {
      cells[number].box.x - cells[number - 1].box.maxX > Self.markGap * rows.height
    }
    let isBefore = isLabel(index + 1) && cells[index + 1].box.x - cells[index].box.maxX < Self.markGap * rows.height
    guard isBefore || isLabel(index - 1), isBefore || isWide(index) || cells[index - 1].words.count <= Self.shortLabel
    else { return nil }
    let label = isBefore ? index + 1 : index - 1
    used.formUnion([Place(row: row, cell: label), Place(row: row, cell: index)])
    return FormField(
      label: cells[label].label, value: cells[index].text.filter { $0 != "_" }, kind: .text,
      confidence: confidence(Chance.marked, cells[label], cells[index]), box: cells[index].box)
  }

  /// Returns the field of a cell that contains a label and its number, such as "Invoice No. 4711", or `nil` for other cells.
  func pairWithin(_ cell: FormCell) -> FormField? {
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

  static func plain(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0 == "#" }
  }
}
