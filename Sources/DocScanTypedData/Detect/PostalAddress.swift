// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanLayout
internal import DocScanWords

/// An address with a postal code in one of the world's common orders: "Koskikuja 33, 14470 Kielometsä", "14 Tannery Wynd, Hexley HX6 4QB", or
/// "7621 Pécs, Tímár utca 47." Source of the codes' forms: Universal Postal Union, *Postal addressing systems*.
struct PostalAddress {
  let range: Range<Int>

  // Reads the address whose postal code begins at a token. Returns `nil` if there is none.
  init?(at place: Int, _ tokens: [AddressToken], _ context: DetectionContext) {
    let language = context.base
    let reader = Reader(tokens: tokens, language: language, regions: context.regions)
    guard let found = reader.codeBeforeTown(place) ?? reader.codeAfterTown(place) else { return nil }
    let last = tokens[found.upperBound]
    // "Tímár utca 47." has an ordinal, but a sentence ends with "Leeds LS2 7QT."
    let isSentenceEnd =
      last.text.hasSuffix(".")
      && (language == "en" || last.text.dropLast().last?.isLetter == true || !last.text.contains(where: \.isNumber))
    range = tokens[found.lowerBound].range.lowerBound..<last.range.upperBound - (isSentenceEnd ? 1 : 0)
  }

  private static let streets = Set(WordLists.words("address.street"))
  private static let endings = ["place.streetEnding", "address.streetEnding"].flatMap(WordLists.words)
  private static let signs: Set<String> = ["nr.", "nr", "no.", "no:", "№", "n.", "n.º", "nº", "č."]
  private static let labels = Set(WordLists.words("address.label"))
  private static let particles = Set(WordLists.words("address.townParticle"))
  private static let units = Set(WordLists.words("address.unit"))
  private static let doors = Set(WordLists.words("address.door"))
  private static let boxes = WordLists.group("addressBox")
  private static let places = units.union(WordLists.words("address.place"))

  private struct Reader {
    let tokens: [AddressToken]
    let language: String
    let regions: [String]

    private func token(_ place: Int) -> AddressToken? { tokens.indices.contains(place) ? tokens[place] : nil }

    // MARK: Code before the town

    private static let years = 1900...2099
    private static let codes = ["99999", "99-999", "9999-999", "99999-999", "LV-9999", "LT-99999"]
    private static let mostTownWords = 3
    // "St. Pölten"
    private static let longestShortTown = 3

    func codeBeforeTown(_ place: Int) -> ClosedRange<Int>? {
      guard let end = codeEnd(place), let town = townEnd(end + 1, mayBreak: end > place && tokens[end].isDigits(2))
      else {
        return nil
      }
      let before = place - (token(place - 1).map(isMark) == true ? 2 : 1)
      // A year isn't a postal code, and neither "Band 3, 50000 Euro" nor "Anhang 3, 12345 Zeilen sind neu" is an address, unless a street is named or "Adresse" precedes.
      let code = tokens[place].text
      let isApart =
        token(before)?.endsLine == true || tokens[town].endsLine || tokens[town].hasComma
        || token(town + 1).map { isMark($0) || $0.isOpened } != false
      let isDoubtful =
        !isApart || code.hasSuffix("000") || tokens[place].isDigits(4) && Int(code).map(Self.years.contains) == true
        || !CurrencyMark.meanings(of: tokens[end + 1].text).codes.isEmpty
      if let street = streetStart(endingAt: before),
        !isDoubtful || (street...before).contains(where: isStreet) || token(street - 1).map(isLabel) == true
      {
        return street...town
      }
      guard language == "hu", token(town)?.hasComma == true, let house = streetEnd(after: town) else { return nil }
      return place...house
    }

    // Returns the last token of a postal code, possibly with the country before it: "CH-8217", "742 47", "7231 DP".
    private func codeEnd(_ place: Int) -> Int? {
      var code = tokens[place]
      guard !code.hasComma, code.text.last?.isASCIIDigit == true else { return nil }
      if let dash = code.text.firstIndex(of: "-"), code.text[..<dash].allSatisfy(\.isUppercase) {
        let rest = code.text[code.text.index(after: dash)...]
        if code.text[..<dash].count < 4, rest.count > 3, rest.allSatisfy(\.isASCIIDigit) { code.text = String(rest) }
      }
      if Self.codes.contains(where: code.has(form:)) || language == "ro" && code.isDigits(6) { return place }
      guard let next = token(place + 1) else { return nil }
      if code.isDigits(3), next.isDigits(2), !next.hasComma { return place + 1 }
      guard code.isDigits(4), language != "en" else { return nil }
      return language == "nl" && next.has(form: "AA") && !code.endsLine ? place + 1 : place
    }

    private func townEnd(_ place: Int, mayBreak: Bool) -> Int? {
      guard let first = token(place), first.isName, mayBreak || token(place - 1)?.endsLine == false else { return nil }
      var end = place
      while end - place + 1 < Self.mostTownWords, !tokens[end].hasComma, !tokens[end].endsLine,
        !tokens[end].text.hasSuffix(".") || tokens[end].text.count <= Self.longestShortTown,
        let next = token(end + 1), next.isName, next.text.allSatisfy({ $0.isLetter || $0 == "-" || $0 == "'" })
      {
        end += 1
      }
      // Frankfurt am Main
      for length in 1...Self.mostParticles where !tokens[end].hasComma {
        guard let particle = token(end + length), PostalAddress.particles.contains(particle.small), !particle.endsLine
        else { break }
        if isTownPart(end + length + 1) { return end + length + 1 }
      }
      // Aarhus C
      let isDistrict = language == "da" && !tokens[end].hasComma && !tokens[end].endsLine
      return isDistrict && token(end + 1)?.has(form: "A") == true ? end + 1 : end
    }

    private static let mostParticles = 2

    // Returns whether a name ends the address. In "Berlin am Montag", it isn't the town's.
    private func isTownPart(_ place: Int) -> Bool {
      guard let name = token(place), name.isName, CalendarDate.weekday(in: name.text) == nil,
        !MonthName.isName(name.small)
      else { return false }
      return name.hasComma || name.endsLine || name.text.hasSuffix(".") || token(place + 1).map(isMark) != false
    }

    private func isMark(_ token: AddressToken) -> Bool {
      !token.text.isEmpty && !token.text.contains { $0.isLetter || $0.isNumber }
    }

    private func isStreet(_ place: Int) -> Bool {
      let word = tokens[place].small.hasSuffix(".") ? String(tokens[place].small.dropLast()) : tokens[place].small
      return PostalAddress.streets.contains(word)
        || PostalAddress.endings.contains { word.hasSuffix($0) && word.count > $0.count }
    }

    private func isLabel(_ token: AddressToken) -> Bool { PostalAddress.labels.contains(token.small) }

    private static let mostStreetWords = 5
    private static let mostWordsOfName = 3
    private static let longestParticle = 5

    // Returns the first word of the street whose house number, or whose last unit, is at a place: its name with a word such as "ulica", or a whole phrase.
    private func streetStart(endingAt end: Int) -> Int? {
      let house = house(before: end)
      guard let number = token(house), number.isHouseOrFlat else { return nil }
      var start: Int?
      var place = house - 1
      if token(place).map({ PostalAddress.signs.contains($0.small) }) == true { place -= 1 }
      let last = place
      while let word = token(place), house - place <= Self.mostStreetWords, !word.text.isEmpty, !isMark(word),
        !isLabel(word), !word.text.hasSuffix(":"),
        start.map({ !tokens[$0].isOpened }) != false,
        !word.hasComma || start == nil, !word.endsLine || start == nil,
        word.isName || isStreet(place) || word.text.count <= Self.longestParticle && word.text.allSatisfy(\.isLetter)
      {
        if word.isName || isStreet(place) { start = place }
        place -= 1
      }
      guard let start,
        (start..<house).contains(where: {
          tokens[$0].text.count > 2 || PostalAddress.boxes[language]?.contains(tokens[$0].text) == true
        })
      else { return nil }
      let begins =
        tokens[start].isOpened
        || token(start - 1).map {
          $0.text.isEmpty || $0.endsLine || $0.hasComma || isMark($0) || $0.text.hasSuffix(":")
            || isLabel($0)
        } ?? true
      guard let kind = (start..<house).last(where: isStreet) else { return begins ? start : nil }
      let isSuffix = kind == last
      let isSeparate = PostalAddress.streets.contains(tokens[kind].small.filter { $0 != "." })
      // In running text, the name begins with the kind of street, or the kind ends a word.
      if begins, house - start < Self.mostWordsOfName + (isSuffix ? 0 : 1) || isSuffix && isSeparate { return start }
      return isSuffix && isSeparate && kind > start ? kind - 1 : kind
    }

    // Returns the house number before units such as "bl. C4, ap. 18", or the last token if there are none.
    private func house(before end: Int) -> Int {
      var place = end
      // Hofstraat 112 A
      if let letter = token(end), letter.has(form: "A"), token(end - 1)?.isHouse == true { return end - 1 }
      if let house = house(beforeDoor: end) { return house }
      while end - place < Self.mostWordsOfUnits, let number = token(place),
        (1...Self.longestUnit).contains(number.text.count),
        let unit = token(place - 1), PostalAddress.units.contains(unit.small)
      {
        place -= 2
      }
      return token(place)?.isHouseOrFlat == true ? place : end
    }

    // Returns the house number before a floor and a door, or an entrance and a flat: "231, 2. tv.", "104, 3.º B", "4 B 17".
    private func house(beforeDoor end: Int) -> Int? {
      guard let door = token(end), let floor = token(end - 1), let house = token(end - 2), house.isHouse,
        !house.endsLine, !floor.endsLine
      else { return nil }
      let isDoor = PostalAddress.doors.contains(door.small.filter(\.isLetter)) || door.has(form: "A")
      let isFloor = floor.text.count <= Self.longestUnit && [".", "º", "ª"].contains(floor.text.last)
      let isFlat = language == "fi" && floor.has(form: "A") && !floor.hasComma && door.isHouse && !house.hasComma
      return isDoor && isFloor && house.hasComma || isFlat ? end - 2 : nil
    }

    private static let longestUnit = 4
    private static let mostWordsOfUnits = 8

    private func streetEnd(after town: Int) -> Int? {
      var place = town + 1
      while let word = token(place), place - town <= Self.mostStreetWords, !word.text.isEmpty {
        if word.isHouseOrFlat { return place > town + 1 ? place : nil }
        guard word.isName || isStreet(place), !word.endsLine else { return nil }
        place += 1
      }
      return nil
    }

    // MARK: Code after the town

    private static let pairs = [
      ("A9", "9AA"), ("A99", "9AA"), ("A9A", "9AA"), ("AA9", "9AA"), ("AA99", "9AA"), ("AA9A", "9AA"), ("A9A", "9A9"),
      ("A99", "XXXX"), ("AA", "99999"), ("AA", "99999-9999"),
    ]
    private static let longestStart = 4
    private static let states: Set<String> = ["NSW", "VIC", "QLD", "SA", "WA", "TAS", "ACT", "NT"]
    private static let mostWords = 8

    func codeAfterTown(_ place: Int) -> ClosedRange<Int>? {
      if let found = codeAfterHouse(place) ?? codeAfterParts(place) ?? codeAtEnd(place) ?? codeAfterSuburb(place) {
        return found
      }
      guard let first = token(place), let second = token(place + 1), !first.hasComma, !first.endsLine,
        first.text.count <= Self.longestStart, second.text.contains(where: \.isASCIIDigit)
      else {
        return nil
      }
      var code = second
      if code.text.hasSuffix(".") { code.text.removeLast() }
      let isPair = Self.pairs.contains { first.has(form: $0.0) && code.has(form: $0.1) }
      guard isPair || Self.states.contains(first.text) && code.isDigits(4) else { return nil }
      // The street is before the comma or line before the town.
      guard let town = (max(0, place - 5)..<place).last(where: { tokens[$0].hasComma || tokens[$0].endsLine }),
        !tokens[town].text.isEmpty
      else { return nil }
      // In "Springfield, IL 62704", the town is before the comma.
      let ends =
        town == place - 1 ? (max(0, place - 6)..<town).last { tokens[$0].hasComma || tokens[$0].endsLine } : town
      guard var end = ends else { return nil }
      // PO Box 7719
      if tokens[end].isHouse, Self.box.contains(token(end - 1)?.small ?? ""),
        Self.office.contains(token(end - 2)?.small ?? ""), token(end - 3)?.isHouse != true
      {
        return end - 2...place + 1
      }
      // 2710 S 188th St, Suite 400
      if tokens[end].isHouse, token(end - 1).map({ PostalAddress.units.contains($0.small) }) == true { end -= 2 }
      guard token(end)?.isHouse == false, let house = houseBefore(end) ?? (isPair ? nameBefore(end) : nil) else {
        return nil
      }
      return house...place + 1
    }

    private static let (office, box): (Set<String>, Set<String>) = (["po", "p.o.", "post", "gpo"], ["box"])

    // Quay Street, Galway H91 WY28
    private func nameBefore(_ end: Int) -> Int? {
      guard language == "en", isStreet(end), tokens[end].isName else { return nil }
      let names = (max(0, end - Self.mostWordsOfName)..<end).reversed().prefix {
        tokens[$0].isName && !tokens[$0].hasComma && !tokens[$0].endsLine
      }
      guard let first = names.last, first == 0 || tokens[first - 1].endsLine || tokens[first - 1].hasComma else {
        return nil
      }
      return first
    }

    // Rua das Flores, 1299, ap. 62, Centro, Curitiba - PR, CEP 80040-455
    private func codeAtEnd(_ place: Int) -> ClosedRange<Int>? {
      guard language == "pt", var code = token(place) else { return nil }
      if code.text.hasSuffix(".") { code.text.removeLast() }
      guard code.has(form: "99999-999") else { return nil }
      var (start, lines, at): (Int?, Int, Int) = (nil, 0, place - 1)
      while let word = token(at), place - at < Self.mostParts, !word.text.isEmpty, !word.text.hasSuffix(":") {
        if word.endsLine { lines += 1 }
        guard lines <= Self.mostLines, !word.has(form: "99999-999") else { break }
        if isStreet(at), word.isName, ((at + 2)..<place).contains(where: { tokens[$0].isHouse }) { start = at }
        at -= 1
      }
      return start.map { $0...place }
    }

    private static let slavic: Set<String> = ["uk", "ru", "be"]

    // вул. Соборності, 41, Полтава, 36014
    private func codeAfterHouse(_ place: Int) -> ClosedRange<Int>? {
      guard Self.slavic.contains(language), let town = token(place), let code = token(place + 1), town.isName,
        town.hasComma, !town.endsLine, code.isDigits(5) || code.isDigits(6), token(place - 1)?.hasComma == true,
        let street = streetStart(endingAt: place - 1), (street..<place).contains(where: isStreet)
      else { return nil }
      return street...place + 1
    }

    private static let (mostParts, mostLines) = (16, 2)

    // Plot No. 47, MIDC Phase II, Chakan, Dist. Pune 410501
    private func codeAfterParts(_ place: Int) -> ClosedRange<Int>? {
      guard language == "en", let town = token(place), let code = token(place + 1), town.isName,
        !town.text.contains(where: \.isNumber), !code.text.hasPrefix("0"),
        code.isDigits(6)
          || code.text.count == 7 && code.text.hasSuffix(".") && code.text.dropLast().allSatisfy(\.isASCIIDigit),
        token(place - 1)?.hasComma == true || token(place - 2)?.hasComma == true
      else { return nil }
      var (start, lines, parts, at): (Int?, Int, Int, Int) = (nil, 0, 0, place - 1)
      while let word = token(at), place - at < Self.mostParts, !word.text.isEmpty, !word.text.hasSuffix(":"),
        !isLabel(word)
      {
        if word.endsLine { lines += 1 }
        guard lines < Self.mostLines else { break }
        let begins =
          token(at - 1).map { $0.text.isEmpty || $0.endsLine || $0.hasComma || $0.text.hasSuffix(":") } ?? true
        guard word.isName || word.text.contains(where: \.isNumber) || word.text.count <= Self.longestParticle else {
          break
        }
        if word.hasComma { parts += 1 }
        // "Flat 302", "Plot No. 47"
        let isNumbered = [at + 1, at + 2].contains { token($0)?.isHouseOrFlat == true && $0 < place }
        // "18, Guindy Estate" in a line of its own
        let isFirst = lines > 0 && word.hasComma && token(at - 1)?.endsLine != false
        if begins,
          PostalAddress.places.contains(word.small) ? isNumbered : word.isHouseOrFlat && parts > (isFirst ? 1 : 2)
        {
          start = at
        }
        at -= 1
      }
      return start.map { $0...place + 1 }
    }

    private static let (withShortCodes, longestTown) = (Set(["NZ", "ZA"]), 3)

    // 42 Kowhai Road, Titirangi, Auckland 0604
    private func codeAfterSuburb(_ place: Int) -> ClosedRange<Int>? {
      guard language == "en", !Self.withShortCodes.isDisjoint(with: regions), let town = token(place),
        let code = token(place + 1), town.isName, !town.hasComma, code.isDigits(4),
        let end = (max(0, place - Self.longestTown)..<place).last(where: { tokens[$0].hasComma || tokens[$0].endsLine }
        ),
        (end + 1...place).allSatisfy({ tokens[$0].isName }), let house = houseBefore(end),
        (house..<place).contains(where: isStreet)
      else { return nil }
      return house...place + 1
    }

    // 188th St
    private static let ordinals: Set<Substring> = ["st", "nd", "rd", "th"]

    private func houseBefore(_ end: Int) -> Int? {
      var place = end
      var hasLineEnd = false
      while let word = token(place), end - place < Self.mostWords, !word.text.isEmpty {
        let isLong = word.isDigits(5) && token(place - 1)?.endsLine != false
        if place < end, word.isHouse || isLong || word.isHouseOrFlat && word.text.contains("/") {
          let unit = place - (word.hasComma || word.text.contains("/") ? 1 : 2)
          let hasUnit = token(unit).map { PostalAddress.units.contains($0.small) } == true
          return hasUnit ? unit : place
        }
        let isPart =
          word.isName || word.text.count <= Self.longestParticle || isStreet(place) || word.text.contains("'")
        let isOrdinal = Self.ordinals.contains(word.small.trimmingPrefix(while: \.isASCIIDigit))
        guard isPart, isOrdinal || !word.text.contains(where: \.isNumber), !isMark(word),
          place == end || !word.endsLine || !hasLineEnd
        else { return nil }
        hasLineEnd = hasLineEnd || place < end && word.endsLine
        place -= 1
      }
      return nil
    }
  }
}
