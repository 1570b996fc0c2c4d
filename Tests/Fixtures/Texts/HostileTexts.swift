// SPDX-License-Identifier: GPL-3.0-or-later

/// Texts with meaning to programs that read files: quotes, separators, markup, and commands, with invisible characters or
/// those that Swift combines with them into one character.
public enum HostileTexts {
  /// Characters with a meaning in some format.
  public static let marks = [
    "\"", "'", "`", "<", ">", "&", ";", ",", "\t", "|", "\\", "=", "+", "-", "@", "\n", "\r\n", "\r", "(", ")", "*",
    "!",
    "#", "/", "$(id)", "]]>", "--", "{}", "%", "\u{1B}[31m",
  ]
  /// Invisible characters, and those that Swift combines with a preceding mark into one character.
  public static let behind = ["", "", "\u{301}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\u{202E}", "\u{FFFE}"]
  /// Invisible characters, and those that Swift combines with a following mark into one character.
  public static let before = ["", "", "", "\u{600}", "\u{D4E}", "\u{110BD}"]
  private static let words = ["SHOP", "1+1", "cmd|' /C calc'!A0", "4.50", "가게", "x:q", "é", " ", "  ", "u"]

  /// Returns a few words with marks between them.
  public static func mixed(_ numbers: inout SeededGenerator) -> String {
    func pick(_ list: [String]) -> String { list[Int(numbers.next() % UInt64(list.count))] }
    return (0..<(1 + numbers.next() % 6)).map { _ in pick(words) + pick(before) + pick(marks) + pick(behind) }.joined()
      + pick(words)
  }

  /// Every mark with everything around it, at the beginning of a word and after it.
  public static var each: [String] {
    marks.flatMap { mark in
      behind.flatMap { behind in before.flatMap { before in ["", "SHOP"].map { $0 + before + mark + behind + "1+1" } } }
    }
  }
}
