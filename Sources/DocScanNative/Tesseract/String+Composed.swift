// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler

extension String {
  /// The text in Unicode's normal form C.
  package var composed: String { normalized(G_NORMALIZE_NFC) }

  /// The text in Unicode's normal form D.
  package var decomposed: String { normalized(G_NORMALIZE_NFD) }

  private func normalized(_ form: GNormalizeMode) -> String {
    guard !utf8.allSatisfy({ $0 < 0x80 }), let result = unsafe g_utf8_normalize(self, -1, form) else { return self }
    defer { unsafe g_free(result) }
    return unsafe String(cString: result)
  }
}
