// SPDX-License-Identifier: GPL-3.0-or-later

/// Texts that mean something to programs which read files: quotes, separators, markup and commands, with what Swift takes for one
/// character with them, or what is not seen.
public enum HostileTexts {
  /// What some format gives a meaning to.
  public static let marks = [
    "\"", "'", "`", "<", ">", "&", ";", ",", "\t", "|", "\\", "=", "+", "-", "@", "\n", "\r\n", "\r", "(", ")", "*",
    "!",
    "#", "/", "$(id)", "]]>", "--", "{}", "%", "\u{1B}[31m",
  ]
  /// What makes one character of a mark and what is before it, to Swift, or is not seen.
  public static let behind = ["", "", "\u{301}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\u{202E}", "\u{FFFE}"]
  /// The same in front of a mark.
  public static let before = ["", "", "", "\u{600}", "\u{D4E}", "\u{110BD}"]
  private static let words = ["SHOP", "1+1", "cmd|' /C calc'!A0", "4.50", "가게", "x:q", "é", " ", "  ", "u"]

  /// A few words with marks between them.
  public static func mixed(_ numbers: inout SeededGenerator) -> String {
    func pick(_ list: [String]) -> String { list[Int(numbers.next() % UInt64(list.count))] }
    return (0..<(1 + numbers.next() % 6)).map { _ in pick(words) + pick(before) + pick(marks) + pick(behind) }.joined()
      + pick(words)
  }

  /// Every mark with everything around it, at the beginning and behind a word.
  public static var each: [String] {
    marks.flatMap { mark in
      behind.flatMap { behind in before.flatMap { before in ["", "SHOP"].map { $0 + before + mark + behind + "1+1" } } }
    }
  }
}
