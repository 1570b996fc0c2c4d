// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore

extension InputFormats {
  /// What the installed worker reads, for telling words of the command line apart.
  static var installed: InputFormats {
    do {
      return try Installation.formats()
    } catch {
      // Without a worker nothing is read; whatever starts it says so.
      return InputFormats([])
    }
  }
}
