// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWire
internal import Glibc

/// Replaces this process with an external engine, without network and with one writable folder.
struct EngineLauncher {
  let launch: EngineLaunch

  /// Starts the engine. Returns only if that fails, with the reason.
  func run() -> String {
    prepareEnvironment()
    let confinement = Sandbox.enterAsEngine(folder: launch.folder)
    guard launch.sandbox != .require || confinement.missing.isEmpty else {
      return "The pipeline requires a confined engine (limits.sandbox), but this kernel can't confine it completely: "
        + "\(confinement.missing.joined(separator: "; "))."
    }
    let words = unsafe launch.command.map { unsafe strdup($0) }
    _ = unsafe execvp(launch.command[0], words + [nil])
    let reason = unsafe String(cString: strerror(errno))
    return "The engine's program \(launch.command[0]) cannot be started: \(reason). Install it, or correct \"engine\" "
      + "in the recognize stage."
  }

  private func prepareEnvironment() {
    // The user's own Python packages must still be found.
    if let home = unsafe getenv("HOME") { unsafe setenv("PYTHONUSERBASE", String(cString: home) + "/.local", 0) }
    for name in ["HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] {
      unsafe setenv(name, launch.folder, 1)
    }
    // Python would write next to its packages.
    unsafe setenv("PYTHONDONTWRITEBYTECODE", "1", 1)
    unsafe unsetenv("XDG_RUNTIME_DIR")
  }
}
