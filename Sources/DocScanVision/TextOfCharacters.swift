// SPDX-License-Identifier: GPL-3.0-or-later

package func text<Characters>(of characters: Characters) -> String {
  unsafe withUnsafeBytes(of: characters) { bytes in unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
}
