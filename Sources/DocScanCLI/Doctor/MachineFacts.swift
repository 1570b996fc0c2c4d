// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import FoundationEssentials
internal import Glibc

/// The relevant properties of the computer.
struct MachineFacts: Encodable, Hashable, Sendable {
  var processors: Int
  /// The memory in bytes, or the control group's limit if it is lower. `nil` if unknown.
  var memory: Double?
  /// The memory available to programs, in bytes, or `nil` if unknown.
  var availableMemory: Double?
  /// The kernel's release, such as `6.1.0-18-amd64`.
  var kernel: String
  /// The version of Landlock that the kernel supports, or `nil` if it doesn't.
  var landlock: Int?
  var seccomp: Bool

  static func probe() -> MachineFacts {
    let memory = memoryInformation(text(of: "/proc/meminfo"))
    let limit = text(of: "/sys/fs/cgroup/memory.max").flatMap { Double($0.filter { !$0.isWhitespace }) }
    return MachineFacts(
      processors: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))),
      memory: [memory["MemTotal"], limit].compactMap(\.self).min(),
      availableMemory: [memory["MemAvailable"], limit].compactMap(\.self).min(),
      kernel: text(of: "/proc/sys/kernel/osrelease").map { $0.filter { !$0.isWhitespace } } ?? "unknown",
      landlock: [Int(linux_landlock_version())].first { $0 > 0 },
      seccomp: text(of: "/proc/sys/kernel/seccomp/actions_avail")?.contains("errno") ?? false)
  }

  /// Returns the values of `/proc/meminfo`, in bytes.
  static func memoryInformation(_ text: String?) -> [String: Double] {
    var result: [String: Double] = [:]
    for line in (text ?? "").split(separator: "\n") {
      let parts = line.split(whereSeparator: { $0 == ":" || $0 == " " })
      if parts.count == 3, parts[2] == "kB", let value = Double(parts[1]) { result[String(parts[0])] = value * 1024 }
    }
    return result
  }

  private static func text(of path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
