// SPDX-License-Identifier: GPL-3.0-or-later

/// What it costs to take one letter for another, by how alike they look.
enum LetterConfusion {
  /// A letter of another shape.
  static let other = 1.0
  /// A letter that is often misread as this one.
  static let alike = 0.35
  /// A letter that was lost or added.
  static let lost = 0.8
  /// The same for a thin one.
  static let thinLost = 0.5

  /// Letters that readers take for each other.
  private static let groups = [
    "O0DQCU", "I1LTJ", "S58", "B83R", "Z27", "G6C", "EFC", "MNHW", "NHU", "A4", "PFR", "UVY", "CEO", "TIFY", "KX", "RK",
    "合台含会", "計言訂討汁什", "计汁针讨", "额领", "稅税说悦", "実美", "实买", "应庆", "釣钓約", "領頒", "找我戈", "现规", "金全",
    "합함항한", "계게개세", "총충종", "금급글긍", "액맥백", "부무", "가기", "세새", "받반", "결걸", "제재", "소조",
  ]

  private static let alikePairs: [Unicode.Scalar: Set<Unicode.Scalar>] = groups.reduce(into: [:]) { pairs, group in
    for letter in group.unicodeScalars { pairs[letter, default: []].formUnion(group.unicodeScalars) }
  }

  private static let thin = Set("I1LJ".unicodeScalars)

  /// The cost of reading `read` where `written` stands.
  static func cost(_ written: Unicode.Scalar, _ read: Unicode.Scalar) -> Double {
    written == read ? 0 : alikePairs[written]?.contains(read) == true ? alike : other
  }

  /// The cost of a letter that is there on one side only.
  static func cost(ofLost letter: Unicode.Scalar) -> Double { thin.contains(letter) ? thinLost : lost }
}
