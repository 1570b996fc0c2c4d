// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import DocScanCore
internal import DocScanVision
internal import FoundationEssentials
internal import Glibc

/// Permanently drops all rights that reading documents doesn't need.
enum Sandbox {
  /// Files that libraries read at run time: fonts, character tables, and modules that are loaded late.
  private static let systemFolders = [
    "/usr/lib", "/lib", "/lib64", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/usr/share/fonts",
    "/usr/local/share/fonts", "/usr/share/fontconfig", "/etc/fonts", "/var/cache/fontconfig", "/usr/share/poppler",
    "/etc/localtime", "/usr/share/zoneinfo",
  ]
  private static let homeFolders = [
    ".fonts", ".local/share/fonts", ".config/fontconfig", ".fonts.conf", ".fonts.conf.d", ".cache/fontconfig",
  ]

  /// Confines this process as far as the kernel supports it. The process may write only to `scratch`.
  static func enter(scratch: String?) -> Confinement {
    confine(files: { restrictFiles(scratch: scratch) }, calls: sandbox_filter_calls)
  }

  /// Denies this process the network, and writing outside a folder.
  static func enterAsEngine(folder: String) -> Confinement {
    confine(files: { unsafe sandbox_restrict_writing(folder) }, calls: sandbox_refuse_network)
  }

  /// Restricts this process to the network, the devices of scanners, and SANE's files.
  static func enterAsScanner(readable: [String], devices: [String]) -> Confinement {
    confine(
      files: {
        unsafe withPaths(readable) { readable in
          unsafe withPaths(devices) { devices in
            unsafe sandbox_restrict_to_devices(readable, readable.count, devices, devices.count)
          }
        }
      }, calls: sandbox_refuse_programs)
  }

  private static func withPaths(_ paths: [String], _ body: ([UnsafePointer<CChar>?]) -> Int32) -> Int32 {
    let pointers = unsafe paths.map { unsafe UnsafePointer(strdup($0)) }
    defer { unsafe pointers.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
    return unsafe body(pointers)
  }

  private static func confine(files: () -> Int32, calls: () -> Int32) -> Confinement {
    var confinement = Confinement()
    guard sandbox_forbid_new_privileges() == 0 else {
      return Confinement(missing: ["privileges cannot be given up (\(reason()))"])
    }
    let version = files()
    if version > 0 {
      confinement.landlock = Int(version)
    } else {
      confinement.missing.append("Landlock, which restricts access to files, is not available (\(reason()))")
    }
    confinement.seccomp = calls() == 0
    if !confinement.seccomp {
      confinement.missing.append("seccomp, which restricts system calls, is not available (\(reason()))")
    }
    return confinement
  }

  private static func restrictFiles(scratch: String?) -> Int32 {
    unsafe withPaths(readable) { unsafe sandbox_restrict_files($0, $0.count, scratch) }
  }

  private static var readable: [String] {
    var paths = systemFolders
    if let home = ProcessInfo.processInfo.environment["HOME"], home.hasPrefix("/") {
      paths += homeFolders.map { "\(home)/\($0)" }
    }
    do {
      let packs = try LanguagePacks()
      // A pack may be a link to another folder.
      paths += [packs.folder] + packs.files
    } catch {
      // Without packs, there is nothing to read, and recognition has already reported that.
      return paths
    }
    return paths
  }

  private static func reason() -> String { unsafe String(cString: strerror(errno)) }
}
