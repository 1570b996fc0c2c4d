// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import CPoppler
internal import CTIFF

/// Keeps the libraries that parse documents from writing to standard error, and counts what poppler complains about.
enum Libraries {
  /// Once is enough; a static value is made on its first use.
  private static let silence: Void = {
    setMsgSeverity(l_int32(L_SEVERITY_NONE))
    ctiff_be_silent()
    unsafe g_log_set_default_handler({ _, _, _, _ in }, nil)
    unsafe g_log_set_writer_func({ _, _, _, _ in G_LOG_WRITER_HANDLED }, nil, nil)
  }()

  static func quiet() { silence }
}
