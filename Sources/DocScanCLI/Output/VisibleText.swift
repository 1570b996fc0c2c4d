// SPDX-License-Identifier: GPL-3.0-or-later

/// Text for a terminal: characters that would act on it, or change the order of what is shown, become `\u{…}`.
///
/// Everything that comes from a document, a file name or a command line passes through here before it is shown.
func visibleText(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isUnsafeForTerminal) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if isUnsafeForTerminal(scalar) {
      result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// JSON for a terminal: the encoder leaves DEL, the C1 controls and direction changes in strings; here they are escaped.
func visibleJSON(_ json: String) -> String {
  func stays(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || !isUnsafeForTerminal(scalar) }
  guard !json.unicodeScalars.allSatisfy(stays) else { return json }
  var result = ""
  for scalar in json.unicodeScalars {
    if stays(scalar) {
      result.unicodeScalars.append(scalar)
    } else {
      // None of them lies beyond the first 65,536 code points.
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }
  return result
}

/// Controls, separators of lines, and characters that reorder the text around them.
private func isUnsafeForTerminal(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
  case _: false
  }
}
