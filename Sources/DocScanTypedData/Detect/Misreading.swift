// SPDX-License-Identifier: GPL-3.0-or-later

/// Letters and digits that look alike and are misread as each other.
package enum Misreading {
  package static func digit(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "O", "o", "D", "Q", "U": "0"
    case "I", "l", "i", "|", "!", "J", "]", "[": "1"
    case "Z", "z": "2"
    case "A": "4"
    case "S", "s", "$": "5"
    case "G", "b": "6"
    case "T": "7"
    case "B": "8"
    case "g", "q": "9"
    case _: nil
    }
  }

  /// The digits for letters that are likely to be misread in any number. Other letters are only replaced in places that must contain a number.
  package static let usualDigits: [Character: Character] = "OoQDlI|iZSsBG".unicodeScalars.reduce(into: [:]) {
    $0[Character($1)] = digit(for: $1).map { Character($0) }
  }

  package static func letters(for scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    switch scalar {
    case "0": ["O", "D", "Q"]
    case "1", "|", "!", "l": ["I", "L", "J"]
    case "2": ["Z"]
    case "4": ["A"]
    case "5": ["S"]
    case "6": ["G", "B"]
    case "7": ["T"]
    case "8": ["B"]
    case _: ("a"..."z").contains(scalar) ? [scalar.capital] : []
    }
  }
}
