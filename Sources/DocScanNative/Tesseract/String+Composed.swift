// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler

extension String {
  /// The text in Unicode's normal form C.
  public var composed: String {
    guard !utf8.allSatisfy({ $0 < 128 }), let result = unsafe g_utf8_normalize(self, -1, G_NORMALIZE_NFC) else {
      return self
    }
    defer { unsafe g_free(result) }
    return unsafe String(cString: result)
  }
}
