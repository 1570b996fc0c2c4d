// SPDX-License-Identifier: GPL-3.0-or-later

/// What a worker process has given up for good, before it sees the first byte of a document.
public struct Confinement: Codable, Hashable, Sendable {
  /// The version of Landlock that holds it to its files; nil when none does.
  public var landlock: Int?
  /// Whether system calls that it does not need are refused by seccomp.
  public var seccomp: Bool
  /// What the kernel does not offer or refused, each a part of a sentence.
  public var missing: [String]

  /// What confines a worker; nothing by default.
  package init(landlock: Int? = nil, seccomp: Bool = false, missing: [String] = []) {
    (self.landlock, self.seccomp, self.missing) = (landlock, seccomp, missing)
  }

  /// What holds the worker, such as `Landlock version 7, seccomp`.
  package var summary: String {
    let parts = [landlock.map { "Landlock version \($0)" }, seccomp ? "seccomp" : nil].compactMap(\.self)
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}
