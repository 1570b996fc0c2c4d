// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import FoundationEssentials
internal import Glibc

/// The keys of a provider, from the environment or from a file that only its owner can read. The keys never appear in messages, files, or journals,
/// and child processes don't receive them.
package struct ProviderKeys {
  /// The prefix of environment variables that aren't passed to child processes, see `linux_spawn_worker`.
  package static let prefix = "DOCSCAN_SECRET_"

  private static let longestFile = 64 << 10

  /// The keys in the order of the requested names, or empty if any is missing.
  package let values: [String]

  /// Reads the keys from a file with one key per line, or from environment variables with `prefix` and these names.
  package init(_ names: [String], file: String?) throws(PipelineError) {
    if let file {
      values = try Self.lines(of: file)
      guard values.count == names.count else {
        throw .missingPart(
          message: "The key file \(file) has \(values.count) lines; expected \(names.count): one for each key.")
      }
    } else {
      let environment = ProcessInfo.processInfo.environment
      let found = names.compactMap { environment[Self.prefix + $0] }.filter { !$0.isEmpty }
      values = found.count == names.count ? found : []
    }
    // Keys become part of HTTP headers, so other characters could inject headers.
    guard values.allSatisfy({ $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }) else {
      throw .missingPart(
        message: "A key for \(names.joined(separator: " or ")) has characters that no key has, such as a space.")
    }
  }

  private static func lines(of path: String) throws(PipelineError) -> [String] {
    func wrong(_ reason: String) -> PipelineError { .missingPart(message: "The key file \(path) \(reason)") }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { throw wrong("cannot be opened: \(errorText()).") }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw wrong("is not a file.")
    }
    guard status.st_mode & 0o177 == 0, status.st_uid == geteuid() else {
      throw wrong("can be read by others. Make it yours alone: chmod 600 \(path)")
    }
    if let objection = TrustedPath.objection(to: path) { throw wrong("can be replaced by others. \(objection)") }
    var bytes = [UInt8](repeating: 0, count: longestFile)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(whereSeparator: \.isNewline).map {
      String($0).trimmed
    }.filter { !$0.isEmpty }
  }
}
