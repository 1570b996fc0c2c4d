// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import DocScanStore

/// The inbox of this user's last service for an output folder, in the user's state folder. The output folder has the service's state as well, but that
/// file may be somebody else's, and would decide into which folder documents are put.
enum KnownInbox {
  private static let longestPath = 1 << 16

  private static func name(for output: String) -> String {
    "inbox-" + String(ContentDigest.sha256(canonicalPath(output).utf8).prefix(32))
  }

  /// Notes the inbox of a service. Without a state folder, users name their inbox themselves.
  static func note(_ inbox: String, of output: String) {
    _ = StateFolder.opened()?.write(Array(inbox.utf8), to: name(for: output), mode: 0o600)
  }

  static func inbox(of output: String) -> String? {
    StateFolder.opened().flatMap { StateFolder.secret(name(for: output), in: $0, most: longestPath) }
      .flatMap { String(validating: $0, as: UTF8.self) }
  }
}
