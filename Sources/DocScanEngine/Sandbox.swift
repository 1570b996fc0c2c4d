// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import DocScanCore
internal import DocScanNative
internal import FoundationEssentials
internal import Glibc

/// Gives up, for good, everything that reading documents does not take.
enum Sandbox {
  /// What libraries read while they work: fonts, character tables, and parts of themselves that they load late.
  private static let systemFolders = [
    "/usr/lib", "/lib", "/lib64", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/usr/share/fonts",
    "/usr/local/share/fonts", "/usr/share/fontconfig", "/etc/fonts", "/var/cache/fontconfig", "/usr/share/poppler",
    "/etc/localtime", "/usr/share/zoneinfo",
  ]
  /// The same below the home folder.
  private static let homeFolders = [
    ".fonts", ".local/share/fonts", ".config/fontconfig", ".fonts.conf", ".fonts.conf.d", ".cache/fontconfig",
  ]

  /// Confines this process as far as the kernel offers it; `scratch` is the folder in which it may leave files.
  static func enter(scratch: String?) -> Confinement {
    confine(files: { restrictFiles(scratch: scratch) }, calls: sandbox_filter_calls)
  }

  /// Leaves this process everything but the network and writing to files outside of a folder.
  static func enterAsEngine(folder: String) -> Confinement {
    confine(files: { unsafe sandbox_restrict_writing(folder) }, calls: sandbox_refuse_network)
  }

  /// Leaves this process the network, the devices of scanners, and what SANE reads.
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
      // A pack may be a link to a file elsewhere.
      paths += [packs.folder] + packs.files
    } catch {
      // Without language packs there is nothing to read, and recognition has said so before.
      return paths
    }
    return paths
  }

  private static func reason() -> String { unsafe String(cString: strerror(errno)) }
}
