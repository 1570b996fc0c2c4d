// SPDX-License-Identifier: GPL-3.0-or-later
// Support: numbers with check digits.

/// A scheme for numbers, with the slips that it can't catch.
struct Numbering {
  var name: String
  /// `#` stands for any digit and `?` for any capital letter; other characters stand for themselves.
  var form: String
  /// Positions that the check digits don't cover.
  var unchecked: Set<Int> = []
  /// Returns whether the check accepts a change of one character.
  var passes: @Sendable (Slip) -> Bool = { _ in false }
  /// Returns whether the check accepts a swap of two neighbors.
  var passesSwapped: @Sendable (Slip) -> Bool = { _ in false }
  var check: @Sendable ([Unicode.Scalar]) -> Bool

  /// Returns valid numbers, found by trial: a scheme's own generator would repeat its own mistakes.
  func rightNumbers(_ count: Int, seed: UInt64) -> [[Unicode.Scalar]] {
    var random = SeededNumbers(state: seed)
    var found: [[Unicode.Scalar]] = []
    for _ in 0..<100_000 where found.count < count {
      let number = form.unicodeScalars.map { place in
        choices(place).randomElement(using: &random) ?? place
      }
      if check(number) { found.append(number) }
    }
    return found
  }

  /// Returns the characters that this character of the form allows.
  private func choices(_ place: Unicode.Scalar) -> [Unicode.Scalar] {
    switch place {
    case "#": Array("0123456789".unicodeScalars)
    case "?": Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars)
    case _: [place]
    }
  }

  /// Returns all changes of one character to another one of its kind.
  func changes(of number: [Unicode.Scalar]) -> [Slip] {
    zip(form.unicodeScalars, number.indices).flatMap { kind, place in
      choices(kind).filter { $0 != number[place] }.map { other in
        var wrong = number
        wrong[place] = other
        return Slip(right: number, wrong: wrong, place: place)
      }
    }
  }

  /// Returns all swaps of two different neighbors.
  func swaps(of number: [Unicode.Scalar]) -> [Slip] {
    let free = Array(form.unicodeScalars).map { $0 == "#" || $0 == "?" }
    return number.indices.dropLast().filter { free[$0] && free[$0 + 1] && number[$0] != number[$0 + 1] }.map { place in
      var wrong = number
      wrong.swapAt(place, place + 1)
      return Slip(right: number, wrong: wrong, place: place)
    }
  }

  /// Returns slips that unexpectedly pass or unexpectedly fail; empty if all behave as expected.
  func surprises(in numbers: [[Unicode.Scalar]]) -> [String] {
    numbers.flatMap { number in
      changes(of: number).filter { check($0.wrong) != (unchecked.contains($0.place) || passes($0)) }
        + swaps(of: number).filter {
          check($0.wrong) != (unchecked.isSuperset(of: [$0.place, $0.place + 1]) || passesSwapped($0))
        }
    }
    .map { slip in [slip.right, slip.wrong].map { String(String.UnicodeScalarView($0)) }.joined(separator: " > ") }
  }
}
