// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore

/// The service manager that has started the process, such as systemd, if one has.
enum ServiceManager {
  /// Tells it something, such as `READY=1`; a manager that does not listen does not matter.
  static func tell(_ message: String) {
    let line = Escape.line(message)
    unsafe line.withCString { _ = unsafe linux_notify_service($0) }
  }
}
