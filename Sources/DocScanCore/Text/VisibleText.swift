// SPDX-License-Identifier: GPL-3.0-or-later

/// Text for a terminal: characters that would act on it, or change the order of what is shown, become `\u{…}`.
///
/// Everything that comes from a document, a file name or a command line passes through here before it is shown.
package func visibleText(_ text: String) -> String {
  text.replacing(where: \.actsOnTerminal) { "\\u{" + String($0.value, radix: 16, uppercase: true) + "}" }
}

/// JSON for a terminal: the encoder leaves DEL, the C1 controls and direction changes in strings; here they are escaped.
package func visibleJSON(_ json: String) -> String {
  json.replacing(where: { $0 != "\n" && $0.actsOnTerminal }) { scalar in
    // None of them lies beyond the first 65,536 code points.
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
