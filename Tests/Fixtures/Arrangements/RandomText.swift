// SPDX-License-Identifier: GPL-3.0-or-later

/// Meaningless sentences, names, and amounts that consist of common English words.
struct RandomText {
  private static let words = """
    able about above across afternoon again against almost along already also always among animal answer apple \
    arrive autumn baker balance basket beautiful because before behind believe below bench between bicycle \
    bottle bottom branch bread bridge bright bring brother build butter candle captain carpet carry castle \
    center chair change children church circle city clean climb clock cloud coffee color common copper corner \
    cotton country cousin cover cross danger dark daughter deep desert different dinner distance doctor double \
    drawer early earth eight engine enough evening every example family farmer father feather figure finger \
    flower follow foreign forest forget fourth friend garden gather gentle glass golden grandmother green ground \
    hammer happen harbour harvest heavy herbs hidden holiday honest horse hospital hundred imagine inside island \
    journey kettle kitchen ladder language large laughter leather lemon letter library listen little machine \
    manner market master matter measure meadow middle minute mirror modern money morning mother mountain narrow \
    nature needle neighbour never nothing number ocean office often orange order other outside paper parent \
    people pepper perhaps picture plain planet pleasant pocket potato present pretty problem promise proper \
    purple quarter question quick quiet railway rather ready reason record remember repair report return ribbon \
    river rough round salt school season second secret sentence seven shadow sharp shelter shoulder silver \
    simple sister sleep slowly small smooth soldier something spring square station stone storm story straight \
    street strong sudden sugar summer supper surface table teacher thirty thousand thread through ticket \
    together tomorrow toward travel trouble twelve under until useful valley velvet village visit voice wagon \
    water weather welcome whisper white window winter without wonder wooden writing yellow yesterday young
    """.split(separator: " ").map(String.init)
  private static let names = [
    "Adams", "Baxter", "Collins", "Dawson", "Ellison", "Fletcher", "Grayson", "Harper", "Irving", "Jenkins", "Kendall",
    "Lawson", "Mercer", "Norton", "Osborne", "Parker", "Quentin", "Russell", "Sawyer", "Thornton", "Underwood",
    "Vaughn",
    "Whitaker", "Yates",
  ]
  private static let streets = [
    "Mill Lane", "Station Road", "Harbour Street", "Church Hill", "Garden Avenue", "Bridge Way",
  ]
  private static let towns = [
    "Ashford", "Brookfield", "Clayton", "Dunmore", "Eastleigh", "Fairview", "Glenwood", "Hartley",
  ]

  private var random: SeededGenerator

  init(_ random: inout SeededGenerator) { self.random = SeededGenerator(seed: random.next()) }

  /// Returns a whole number in a range.
  mutating func whole(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// Returns a number in a range.
  mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }

  /// Returns whether a random event with this probability occurs.
  mutating func chance(_ probability: Double) -> Bool { number(0...1) < probability }

  /// Returns one of several elements.
  mutating func one<T>(of some: [T]) -> T { some[whole(0...(some.count - 1))] }

  /// Returns words without punctuation.
  mutating func words(_ count: ClosedRange<Int>) -> String {
    (0..<whole(count)).map { _ in one(of: Self.words) }.joined(separator: " ")
  }

  /// Words, the first with a capital letter.
  mutating func title(_ count: ClosedRange<Int>) -> String {
    let text = words(count)
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// Returns a sentence with its full stop.
  mutating func sentence(_ count: ClosedRange<Int> = 6...16) -> String { title(count) + "." }

  /// Returns consecutive sentences.
  mutating func paragraph(_ count: ClosedRange<Int> = 2...6) -> String {
    (0..<whole(count)).map { _ in sentence() }.joined(separator: " ")
  }

  /// Returns an amount with two decimals.
  mutating func amount() -> String {
    let cents = whole(0...99)
    return "\(whole(1...999)).\(cents < 10 ? "0" : "")\(cents)"
  }

  /// Returns a person's name.
  mutating func name() -> String { title(1...1) + " " + one(of: Self.names) }

  /// Returns the lines of an address.
  mutating func address() -> [String] {
    [name(), "\(whole(2...199)) \(one(of: Self.streets))", "\(whole(10_000...99_999)) \(one(of: Self.towns))"]
  }
}
