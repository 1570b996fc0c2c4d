// SPDX-License-Identifier: GPL-3.0-or-later

/// The digits of a number in groups, with the marks between them: 1.234,50 has the groups 1, 234, and 50.
package struct DigitGroups: Hashable, Sendable {
  /// The digits between marks. Only the first group can be empty, as in .50.
  private let groups: [String]
  /// The marks between the groups, each of which is a dot, comma, apostrophe, or space.
  private let marks: [Unicode.Scalar]

  private static let allMarks: Set<Unicode.Scalar> = [".", ",", "'", " "]

  package init(_ groups: [String], _ marks: [Unicode.Scalar]) { (self.groups, self.marks) = (groups, marks) }

  /// Parses plain characters. Returns `nil` if the text contains anything except digits and marks, has adjacent marks, begins with a mark other than
  /// a dot or comma, or doesn't end with a digit.
  package init?(_ text: some Collection<Unicode.Scalar>) {
    var groups = [String.UnicodeScalarView()]
    var marks: [Unicode.Scalar] = []
    for scalar in text {
      if scalar.isDigit {
        groups[groups.count - 1].append(scalar)
      } else if Self.allMarks.contains(scalar) {
        marks.append(scalar)
        groups.append(String.UnicodeScalarView())
      } else {
        return nil
      }
    }
    guard groups.dropFirst().allSatisfy({ !$0.isEmpty }), groups.count > 1 || !groups[0].isEmpty,
      !groups[0].isEmpty || [".", ","].contains(marks[0])
    else { return nil }
    self.init(groups.map { String($0) }, marks)
  }

  package var hasCents: Bool { groups.count > 1 && groups.last?.utf8.count == 2 && [".", ","].contains(marks.last) }

  package var count: Int { groups.reduce(0) { $0 + $1.utf8.count } }

  /// Returns whether digit groups of these lengths are separated at thousands, as in 1,234,567, or at lakhs and crores, as in 12,34,567 in India.
  package static func areThousands(_ counts: some Collection<Int>) -> Bool {
    guard counts.count > 1, let first = counts.first else { return counts.count == 1 }
    let rest = counts.dropFirst()
    if (1...3).contains(first), rest.allSatisfy({ $0 == 3 }) { return true }
    return rest.count > 1 && (1...2).contains(first) && rest.dropLast().allSatisfy { $0 == 2 } && Array(rest).last == 3
  }

  package func value(decimal mark: Unicode.Scalar) -> String? {
    var (whole, marks) = (groups[...], marks[...])
    var decimals = ""
    if marks.last == mark, let last = whole.popLast() {
      marks.removeLast()
      decimals = "." + last
    }
    guard Set(marks).count < 2, !marks.contains(mark) else { return nil }
    guard marks.isEmpty || Self.areThousands(whole.map(\.utf8.count)) && whole.first?.hasPrefix("0") == false else {
      return nil
    }
    let digits = whole.joined()
    return (digits.isEmpty ? "0" : digits) + decimals
  }

  /// The only possible decimal mark, or `nil` if the number is ambiguous or has no decimals.
  package var decimalMark: Unicode.Scalar? {
    let (dot, comma) = (value(decimal: "."), value(decimal: ","))
    return dot != nil && comma == nil ? "." : dot == nil && comma != nil ? "," : nil
  }

  package typealias Reading = (value: String, alternative: String?)

  /// Returns the number with a decimal point, and an alternative if the number is ambiguous, or `nil` if the groups aren't a number. 1.234 and 1,234
  /// are ambiguous: the default decimal mark `usual` can also separate thousands, while the other mark only does that. `known` is the decimal mark of
  /// nearby numbers, or `nil` if they don't show it.
  package func reading(known: Unicode.Scalar?, usual: Unicode.Scalar) -> Reading? {
    let (dot, comma) = (value(decimal: "."), value(decimal: ","))
    guard let dot, let comma, dot != comma else { return (dot ?? comma).map { ($0, nil) } }
    let isDot = (known ?? usual) == "."
    let isCertain = known != nil || marks.last != usual
    return (isDot ? dot : comma, isCertain ? nil : isDot ? comma : dot)
  }
}

extension Sequence<DigitGroups> {
  /// The decimal mark of numbers in the same column or text, or `nil` if none of them shows it or they disagree.
  package var decimalMark: Unicode.Scalar? {
    let marks = compactMap(\.decimalMark)
    let dots = marks.count { $0 == "." }
    let commas = marks.count - dots
    // One misread number among many doesn't count.
    return dots > 4 * commas ? "." : commas > 4 * dots ? "," : nil
  }
}
