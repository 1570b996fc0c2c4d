// SPDX-License-Identifier: GPL-3.0-or-later

/// The text in an array of characters that a C structure holds, up to its end.
func text<Characters>(of characters: Characters) -> String {
  unsafe withUnsafeBytes(of: characters) { bytes in unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
}
