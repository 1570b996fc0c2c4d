// SPDX-License-Identifier: GPL-3.0-or-later

/// A whole number of a few digits in a text.
package struct TextNumber {
  package var value: Int
  package var start: Int
  package var end: Int
  package var count: Int
  package var isCorrected = false

  /// Creates a number that isn't written in digits, such as 元 for the first year of an era.
  package init(value: Int, start: Int, end: Int) { (self.value, self.start, self.end, count) = (value, start, end, 0) }

  /// Reads up to `most` digits. Returns `nil` if there are none, or if there are more and `goesOn` is `false`. One character may be a misread digit.
  package init?(_ text: SearchText, _ start: Int, atMost most: Int, goesOn: Bool = false) {
    var at = start
    var value = 0
    var digits = 0
    while at - start <= most - (goesOn ? 1 : 0) {
      if let digit = text[at].digit {
        value = value * 10 + digit
        digits += 1
      } else if let digit = Misreading.digit(for: text[at])?.digit, ["O", "o", "l", "I", "S", "B"].contains(text[at]),
        text[at + 1].isDigit || (at > start && !text[at + 1].isLetter)
      {
        value = value * 10 + digit
        isCorrected = true
      } else {
        break
      }
      at += 1
    }
    guard digits > 0, at - start <= most, at - start - digits <= 1, digits > 1 || !isCorrected else { return nil }
    (self.value, self.start, end, count) = (value, start, at, at - start)
  }

  /// Reads a number in Han digits, such as "二〇二四", "十二", or "三十一". Returns `nil` if there is none.
  package init?(han text: SearchText, _ start: Int) {
    let digits: [Unicode.Scalar] = ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"]
    var at = start
    var value = 0
    var last: Int?
    while at - start < 4 {
      if let digit = digits.firstIndex(of: text[at] == "零" || text[at] == "○" ? "〇" : text[at]) {
        value = value * (last == 10 ? 1 : 10) + digit
        last = digit
      } else if text[at] == "十" {
        value = max(value, 1) * 10
        last = 10
      } else {
        break
      }
      at += 1
    }
    guard at > start else { return nil }
    (self.value, self.start, end, count) = (value, start, at, at - start)
  }
}

extension SearchText {
  package func skippingSpace(_ place: Int) -> Int { self[place] == " " || self[place] == "\n" ? place + 1 : place }

  package func reads(_ characters: [Unicode.Scalar], _ place: Int) -> Bool {
    for (offset, scalar) in characters.enumerated() where self[place + offset].small != scalar { return false }
    return true
  }

  /// Returns the index after one of the words and the space after it, or `nil` if none of the words is at the place. A word that ends with an
  /// apostrophe needs no space.
  package func skippingWord(_ words: [String], _ place: Int) -> Int? {
    for word in words {
      let letters = Array(word.unicodeScalars)
      guard reads(letters, place) else { continue }
      let end = place + letters.count
      if self[end] == " " || self[end] == "\n" { return end + 1 }
      if letters.last == "'" { return end }
    }
    return nil
  }

  /// Returns the letters from a place on, at most `most`, in lowercase.
  package func word(_ place: Int, atMost most: Int = 16) -> [Unicode.Scalar] {
    var at = place
    while at - place < most, self[at].isLetter { at += 1 }
    return scalars[min(place, count)..<min(at, count)].map(\.small)
  }
}
