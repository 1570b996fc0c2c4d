// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanFiles

/// The service manager that started the process, such as systemd, if any.
enum ServiceManager {
  /// Sends a message to the service manager, such as `READY=1`. Errors are ignored, because the process may run without one.
  static func tell(_ message: String) {
    let line = Escape.line(message)
    unsafe line.withCString { _ = unsafe linux_notify_service($0) }
  }
}
