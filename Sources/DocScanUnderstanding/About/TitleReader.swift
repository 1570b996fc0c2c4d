// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanTypedData
internal import DocScanWords

/// Finds a page's title: after a label such as "Subject", above the salutation, the main heading, or a row near the top that names the kind.
struct TitleReader {
  let page: RecognizedPage
  let rows: [ReceiptRow]
  let height: Double
  let position: (Int) -> Double
  let sender: AboutPage.Field?
  let date: Box?

  /// The accuracy of each way to find a title, measured by `Tests/Tools/measure/naming.py`.
  private enum Chance {
    static let labelled = 0.95
    static let besideSalutation = 0.85
    static let title = 0.9
    static let heading = 0.75
    static let named = 0.88
    static let sureSender = 0.6
  }

  private static let longest = 16

  func read() -> AboutPage.Field? { labelled() ?? besideSalutation() ?? named() ?? heading() }

  private func field(_ words: [Word], _ chance: Double) -> AboutPage.Field? {
    let words = withoutSender(words)
    let text = Self.cleaned(joinedText(words))
    guard text.letterCount > 2, words.count <= Self.longest, !Self.isMoment(words), !Self.isContactHead(words),
      !Self.letters(sender?.value ?? "").hasPrefix(Self.letters(text))
    else { return nil }
    return AboutPage.Field(value: text, confidence: chance * meanConfidence(words), box: words.box)
  }

  private static let momentWords = Set(
    ["time.clock", "time.unit", "time.hour", "time.before"].flatMap(WordLists.words))

  // "22.30 horas" isn't a title.
  private static func isMoment(_ words: [Word]) -> Bool {
    words.contains { $0.text.contains(where: \.isNumber) }
      && words.allSatisfy { word in
        let letters = Self.letters(word.text)
        return letters.isEmpty || momentWords.contains(letters) || MonthName.isName(letters)
          || CalendarDate.weekday(in: letters) != nil
      }
  }

  private static let phones = Set(WordLists.words("phone.label"))

  // "Name Phone E-mail" is the heading of a list.
  private static func isContactHead(_ words: [Word]) -> Bool {
    let texts = words.map { $0.text.lowercased() }
    return texts.contains(where: phones.contains) && texts.contains { $0 == "e-mail" || $0 == "email" || $0 == "mail" }
  }

  private static func letters(_ text: String) -> String { text.lowercased().filter(\.isLetter) }

  // A logo beside the title is often in the same line.
  private func withoutSender(_ words: [Word]) -> [Word] {
    guard let sender, sender.confidence >= Chance.sureSender else { return words }
    let name = sender.value.split(separator: " ").map { Self.letters(String($0)) }
    guard words.count > name.count else { return words }
    let own = words.map { Self.letters($0.text) }
    if Array(own.prefix(name.count)) == name { return Array(words.dropFirst(name.count)) }
    if Array(own.suffix(name.count)) == name { return Array(words.dropLast(name.count)) }
    return words
  }

  private static func cleaned(_ text: String) -> String {
    var text = text.trimmed
    while let last = text.last, ":;,-–|_".contains(last) || last.isWhitespace { text.removeLast() }
    while let first = text.first, ":;,-–|_•".contains(first) || first.isWhitespace { text.removeFirst() }
    return text
  }

  private func labelled() -> AboutPage.Field? {
    for (index, row) in rows.enumerated() where position(index) < 0.7 {
      let words = row.row.words
      // "Re" occurs in many sentences, so a short label needs a colon.
      guard let first = words.first, words.count > 1 else { continue }
      let label = FoldedText(first.text)
      let isMarked = first.text.hasSuffix(":") || words[1].text == ":"
      guard AboutWords.subjects.equal(label, above: 0.9),
        isMarked || label.count > 4
      else { continue }
      return field(Array(words.dropFirst(words[1].text == ":" ? 2 : 1)), Chance.labelled)
    }
    return nil
  }

  // English letters have the subject below the salutation.
  private func besideSalutation() -> AboutPage.Field? {
    guard
      let greeting = rows.indices.first(where: { index in
        rows[index].row.words.count <= 12 && Self.isGreeting(rows[index].row.text)
      }), greeting > 0, position(greeting) < 0.7
    else { return nil }
    if let above = subject(above: greeting) { return field(above, Chance.besideSalutation) }
    guard greeting + 2 < rows.count else { return nil }
    let below = rows[greeting + 1]
    let isApart = rows[greeting + 2].box.y - below.box.maxY > Self.leastGap * height
    guard isApart, isSubject(below), below.row.text.last.map({ !",;:!?".contains($0) }) == true else { return nil }
    return field(below.row.words, Chance.besideSalutation)
  }

  // Returns the one or two rows above a salutation, or `nil` if they end an address, which has more rows.
  private func subject(above greeting: Int) -> [Word]? {
    var first = greeting - 1
    guard isSubject(rows[first]) else { return nil }
    while first > 0, !isDate(rows[first - 1]), abs(rows[first - 1].box.x - rows[first].box.x) < height,
      rows[first].box.y - rows[first - 1].box.maxY < Self.leastGap * height
    {
      first -= 1
    }
    guard greeting - first <= 2, isSubject(rows[first]) else { return nil }
    return rows[first..<greeting].flatMap(\.row.words)
  }

  private static let leastGap = 0.7
  private static let mostWordsOfDate = 6

  private func isDate(_ row: ReceiptRow) -> Bool {
    guard let day = date?.middleY, row.box.y <= day, day <= row.box.maxY else { return false }
    return row.row.words.count <= Self.mostWordsOfDate
  }

  private func isSubject(_ row: ReceiptRow) -> Bool {
    let (words, text) = (row.row.words, row.row.text)
    if isDate(row) { return false }
    // Rows such as "Our ref: 12/7" have a label, and lowercase rows begin in the one above.
    let hasLabel = words.prefix(3).contains { $0.text.hasSuffix(":") }
    return words.count > 1 && !text.hasSuffix(".") && !text.contains("@") && row.numbers.count < words.count
      && !hasLabel && text.first?.isLowercase != true
  }

  private static let greetings = WordLists.words("letter.greeting")

  // Words such as "Monsieur" also begin addresses and names.
  private static func isGreeting(_ text: String) -> Bool {
    guard
      let greeting = greetings.first(where: { text.hasPrefix($0) && text.dropFirst($0.count).first?.isLetter != true })
    else { return false }
    return !AboutWords.salutations.contains(greeting.lowercased()) || text.last.map { ",!:".contains($0) } == true
  }

  private func heading() -> AboutPage.Field? {
    let elements = page.structure()
    func words(_ element: PageElement) -> [Word] { element.lines.flatMap { page[$0].words } }
    let head = 0.6 * Double(page.image?.height ?? page.source?.height ?? 1)
    let titles = elements.filter { $0.kind == .title }
    let headings = elements.filter { $0.kind == .heading && $0.box.y < head }
    // A title that names the kind is rarely the largest text: certificates have the person's name larger, and letters the company's.
    let naming = (titles + headings).first { Self.names(FoldedText(joinedText(words($0)))) }
    if let naming, let found = field(words(naming), Chance.title * naming.confidence) { return found }
    for title in titles {
      if let found = field(words(title), Chance.title * title.confidence) { return found }
    }
    let sorted = headings.enumerated().sorted {
      ($0.element.level ?? 7, $0.offset) < ($1.element.level ?? 7, $1.offset)
    }.map(\.element)
    // A numbered heading is that of a part.
    for heading in sorted where words(heading).first?.text.first?.isNumber != true {
      if let found = field(words(heading), Chance.heading * heading.confidence) { return found }
    }
    return nil
  }

  private static let titles = AboutWords.titles.flatMap(\.words) + Keyword.list("title.certificate")
  private static let longWord = 6

  // Returns whether a row is mostly a word such as "Statement", or has it at its start or end: Certificate of Life Membership, Toestemmingsformulier.
  private static func names(_ text: FoldedText) -> Bool {
    titles.contains { title in
      title.count * 5 > text.count
        && title.places(in: text).contains { place in
          place.similarity > 0.93
            && (title.count * 2 > text.count
              || title.count >= longWord
                && [place.letters.lowerBound, text.count - place.letters.upperBound].contains(0))
        }
    }
  }

  // Returns whether a text ends with the word for a paper: Consulting Services Agreement.
  static func endsAsTitle(_ text: FoldedText) -> Bool {
    titles.contains { title in
      title.count >= longWord
        && title.places(in: text).contains { $0.similarity > 0.95 && $0.letters.upperBound == text.count }
    }
  }

  private func named() -> AboutPage.Field? {
    for (index, row) in rows.enumerated() where position(index) < 0.4 && row.row.words.count <= Self.mostWordsOfName {
      for column in row.row.columns where row.amounts.isEmpty {
        let text = joinedText(column)
        let isTitle = column.box.height > 1.15 * height || text == text.uppercased()
        if isTitle, !text.hasSuffix(":"), Self.names(FoldedText(text)) { return field(column, Chance.named) }
      }
    }
    return nil
  }

  private static let mostWordsOfName = 9
}
