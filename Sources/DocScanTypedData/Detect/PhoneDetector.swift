// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPhoneNumber
package import DocScanCore
internal import DocScanWords

/// Detects telephone numbers by libphonenumber's plans. Without a country code, a number needs a keyword or the country's grouping.
package enum PhoneDetector: Detector {
  package static let kinds = [Detection.Kind.phone]

  private static let names = SearchWords("phone.label")
  // "Nr. 0418-04-0685" is another number.
  private static let notNames = SearchWords("phone.notLabel")
  private static let extensions = SearchWords("phone.extension")

  package static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] {
    let hasExtension = text.has(extensions, in: 0..<text.count, areWhole: true)
    var found: [Detected] = []
    var at = 0
    while at < text.count {
      guard isStart(at, text),
        let hit = number(at, text, context.regions, isNamed: isNamed(at, text))
          ?? (hasExtension ? extended(at, text, context.regions) : nil)
      else {
        at += 1
        continue
      }
      found.append(hit)
      at = hit.range.upperBound
    }
    return found
  }

  private static let (nearLabel, farLabel) = (28, 44)
  private static let fewestDigits = 7

  // Returns whether a label such as "call" is before a number, with at most a name between them: "call our treasurer Palle Bruun on".
  private static func isNamed(_ at: Int, _ text: SearchText) -> Bool {
    isInitial(at, text) || text.has(names, before: at, within: nearLabel)
      || text.has(names, before: at, within: farLabel, areWhole: true)
        && !(at - farLabel..<at).contains { text[$0].isDigit || ["\n", ".", ";"].contains(text[$0]) }
  }

  private static let initials: Set<Unicode.Scalar> = ["T", "F", "M", "P"]

  // Returns whether the letter of a letterhead is before a number: "T 053 555 01 44".
  private static func isInitial(_ at: Int, _ text: SearchText) -> Bool {
    text[at - 1] == " " && initials.contains(text[at - 2]) && [" ", "\n", "\0"].contains(text[at - 3])
  }

  // Returns a number before an extension: "3447.1100, ramal 15".
  private static func extended(_ at: Int, _ text: SearchText, _ regions: [String]) -> Detected? {
    guard let hit = number(at, text, regions, isNamed: true) else { return nil }
    let end = hit.range.upperBound
    let word = [",", "("].contains(text[end]) ? end + 1 : end
    let start = text.skippingSpace(word)
    return text.end(of: extensions, at: start, before: text.count, areWhole: true) == nil ? nil : hit
  }

  /// Returns the first telephone number in a text, or `nil` if there is none. The number needs no keyword, and may directly follow letters.
  package static func announced(in text: SearchText, region: String) -> Detected? {
    (0..<text.count).lazy.filter { isStart($0, text) || text[$0].isDigit && text[$0 - 1].isLetter }
      .compactMap { number($0, text, [region], isNamed: true) }.first
  }

  private static func isStart(_ at: Int, _ text: SearchText) -> Bool {
    let before = text[at - 1]
    guard !before.isAlphanumeric,
      ![".", ",", "-", "/", "=", "_", "#", "@"].contains(before) || !text[at - 2].isAlphanumeric
    else { return false }
    if text[at] == "+" || text[at] == "(" {
      return text[at + 1].isDigit || (text[at + 1] == "+" || text[at + 1] == " ") && text[at + 2].isDigit
    }
    return text[at].isDigit || (["O", "o"].contains(text[at]) && text[at + 1].isDigit)
  }

  /// The digits of a number in groups, with the marks between them.
  private struct Groups {
    var digits = ""
    var written = ""
    /// For each group, the index in the text after the group, and the number of characters and digits up to that index.
    var ends: [(end: Int, written: Int, digits: Int)] = []
    var lengths: [Int] = []
    var marks: Set<Unicode.Scalar> = []
    var isCorrected = false
  }

  private static func groups(_ start: Int, _ text: SearchText, isNamed: Bool) -> Groups {
    var groups = Groups()
    var at = start
    var group = 0
    func isLike(_ place: Int) -> Bool {
      text[place].isDigit
        || (isNamed && ["O", "o", "l", "I", "S", "B", "|"].contains(text[place])
          && (text[place + 1].isDigit || text[place - 1].isDigit))
    }
    while groups.digits.count < 18, at - start < 36 {
      let scalar = text[at]
      if isLike(at) {
        let digit = scalar.isDigit ? scalar : Misreading.digit(for: scalar) ?? scalar
        groups.isCorrected = groups.isCorrected || !scalar.isDigit
        groups.digits.unicodeScalars.append(digit)
        groups.written.unicodeScalars.append(digit)
        group += 1
        at += 1
        if !isLike(at) {
          groups.lengths.append(group)
          groups.ends.append((at, groups.written.unicodeScalars.count, groups.digits.count))
          group = 0
        }
        continue
      }
      let isFirst = at == start && (scalar == "+" || scalar == "(")
      guard isFirst || [" ", "-", ".", "/", "(", ")", "\n", "+"].contains(scalar),
        scalar != "+" || groups.digits.isEmpty
      else { break }
      // A few marks can separate groups, including one line feed.
      if !isFirst {
        var gap = at
        let most = isNamed ? 5 : 4
        while gap - at < most, [" ", "-", ".", "/", "(", ")", "\n"].contains(text[gap]) { gap += 1 }
        guard gap - at < most, isLike(gap), (at..<gap).count(where: { text[$0] == "\n" }) < 2,
          !groups.marks.isDisjoint(with: ["(", "+"]) || !(at..<gap).contains(where: text.isColumnGap),
          // A bracket after several groups begins something else: "+353 1 555 0147 (7 am to 10 pm)".
          groups.digits.count < fewestDigits || !(at..<gap).contains(where: { text[$0] == "(" })
        else { break }
      }
      if !isFirst, scalar != " " { groups.marks.insert(scalar) }
      if isFirst { groups.marks.insert(scalar) }
      groups.written.unicodeScalars.append(scalar == "\n" ? " " : scalar)
      at += 1
    }
    return groups
  }

  private static func number(_ start: Int, _ text: SearchText, _ regions: [String], isNamed: Bool) -> Detected? {
    let groups = groups(start, text, isNamed: isNamed)
    guard groups.digits.count >= fewestDigits else { return nil }
    let isInternational =
      groups.written.hasPrefix("+") || groups.written.hasPrefix("(+")
      || (groups.digits.hasPrefix("00") && (groups.lengths.first ?? 0) > 1)
    // Tries the longest run of groups first, because the last groups may belong to another number.
    for end in groups.ends.reversed() where end.digits >= fewestDigits && end.digits <= 15 {
      guard !text[end.end].isAlphanumeric || text[end.end].value > 0x2E80,
        ![".", ",", "-", "/", ":"].contains(text[end.end]) || !text[end.end + 1].isAlphanumeric
          // A sentence can end without a space.
          || isInternational && text[end.end] == "." && text[end.end + 1].isASCIILetter
          // A slash can separate two numbers.
          || isNamed && text[end.end] == "/",
        text[end.end] != "@"
      else { continue }
      let written = String(String.UnicodeScalarView(groups.written.unicodeScalars.prefix(end.written)))
      let lengths = Array(groups.lengths.prefix(groups.ends.firstIndex { $0.end == end.end }.map { $0 + 1 } ?? 0))
      for region in regions {
        guard let found = parse(written, region) else { continue }
        // In "0078-4419-2 31.20", two other numbers are next to each other.
        if isInternational, !isNamed, !written.contains("+"), groups.marks.isSuperset(of: ["-", "."]) { continue }
        if !isInternational {
          guard
            isNamed
              ? isPlausible(lengths)
              : written.hasPrefix("(0")
                || found.isGrouped && isUsual(lengths, written, groups, region, text, start..<end.end)
          else { continue }
        }
        return Detected(
          kind: .phone, range: start..<end.end, value: found.value,
          proof: isInternational || isNamed ? .grammar : .named, isCorrected: groups.isCorrected)
      }
    }
    return nil
  }

  private static func isPlausible(_ lengths: [Int]) -> Bool {
    (lengths.count > 1 || (lengths.first ?? 0) < 12) && lengths.count < 8 && lengths.count { $0 == 1 } < 4
  }

  /// Returns whether the form alone identifies a telephone number, because its marks and groups don't occur in amounts, dates, or codes.
  private static func isUsual(
    _ lengths: [Int], _ written: String, _ groups: Groups, _ region: String, _ text: SearchText, _ range: Range<Int>
  ) -> Bool {
    guard lengths.count > 1, !text.has(notNames, before: range.lowerBound, within: 5, areWhole: true) else {
      return false
    }
    if written.hasPrefix("(") { return true }
    // A trunk prefix and three groups, or North America's three groups.
    let isTrunk =
      written.hasPrefix("0") && (lengths.count > 2 || groups.marks.contains("/") || groups.marks.contains("-"))
    // 555-010-0123, 1-800-555-0123
    let isAmerican =
      ["US", "CA"].contains(region) && !groups.marks.isEmpty
      && (lengths == [3, 3, 4] || lengths == [1, 3, 3, 4] && written.hasPrefix("1"))
    if isTrunk || isAmerican { return !isDate(lengths) }
    // China's mobile numbers: 138 9674 1410.
    if region == "CN", lengths == [3, 4, 4], written.hasPrefix("1") { return true }
    // A British number after the code of its area or network: 01632 960155.
    if region == "GB", lengths == [5, 6], written.hasPrefix("0") { return true }
    // Greece's numbers have no trunk prefix: 210 555 0140.
    if region == "GR", lengths == [3, 3, 4], ["2", "69"].contains(where: written.hasPrefix) { return true }
    // Groups of three also occur in amounts, so the number must be alone or next to an email address.
    let line = text.line(at: range.lowerBound)
    let isAlone = text.string(line).unicodeScalars.count(where: \.isDigit) == groups.digits.count
    guard groups.digits.count >= 9, lengths.count > 2 else { return false }
    let near = max(0, range.lowerBound - nearAddress)..<min(text.count, range.upperBound + nearAddress)
    // An "@" between spaces announces a price.
    let hasAddress = near.contains {
      text[$0] == "@" && text[$0 - 1].isAlphanumeric && text[$0 + 1].isAlphanumeric || text.reads(site, $0)
    }
    return hasAddress || isAlone && line.count <= range.count + 3
  }

  private static let site = Array("www.".unicodeScalars)
  /// The maximum number of characters between a telephone number and an email address that belongs to it.
  private static let nearAddress = 24

  private static func isDate(_ lengths: [Int]) -> Bool { lengths == [2, 2, 4] || lengths == [4, 2, 2] }

  package static func knows(_ region: String) -> Bool { unsafe phone_number_knows(region) == 1 }

  private static func parse(_ written: String, _ region: String) -> (value: String, isGrouped: Bool)? {
    var found = PhoneNumberFound()
    // libphonenumber drops the "(0)" after a country code, because it isn't dialed.
    guard unsafe phone_number_parse(written.replacing("\n", with: " "), region, &found) == 1 else { return nil }
    let value = unsafe withUnsafeBytes(of: found.e164) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return (value, found.is_grouped == 1)
  }
}
