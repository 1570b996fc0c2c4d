// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// Becomes an engine: another program, which finds itself without network and with one folder to write to.
struct EngineLauncher {
  let launch: EngineLaunch

  /// Starts the engine in place of this program; comes back only where that is not possible, and says why.
  func run() -> String {
    prepareEnvironment()
    let confinement = Sandbox.enterAsEngine(folder: launch.folder)
    guard launch.sandbox != .require || confinement.missing.isEmpty else {
      return "The pipeline requires a confined engine (limits.sandbox), and this kernel does not offer all of it: "
        + "\(confinement.missing.joined(separator: "; "))."
    }
    let words = unsafe launch.command.map { unsafe strdup($0) }
    _ = unsafe execvp(launch.command[0], words + [nil])
    let reason = unsafe String(cString: strerror(errno))
    return "The engine's program \(launch.command[0]) cannot be started: \(reason). Install it, or correct \"engine\" "
      + "in the recognize stage."
  }

  /// Programs leave caches and notes below these places: they are in the engine's folder, and gone with it.
  private func prepareEnvironment() {
    // Packages that a person installed for Python stay where they are.
    if let home = unsafe getenv("HOME") { unsafe setenv("PYTHONUSERBASE", String(cString: home) + "/.local", 0) }
    for name in ["HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] {
      unsafe setenv(name, launch.folder, 1)
    }
    // Python would write beside its packages.
    unsafe setenv("PYTHONDONTWRITEBYTECODE", "1", 1)
    unsafe unsetenv("XDG_RUNTIME_DIR")
  }
}
