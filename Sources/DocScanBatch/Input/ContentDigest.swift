// SPDX-License-Identifier: GPL-3.0-or-later

internal import CNettle
internal import DocScanCore
internal import FoundationEssentials
internal import Glibc

/// SHA-256 of documents, as hexadecimal digits. Bytes are only counted in, never interpreted.
enum ContentDigest {
  /// The digest of some bytes.
  static func sha256(_ bytes: some Sequence<UInt8>) -> String {
    var state = sha256_ctx()
    unsafe nettle_sha256_init(&state)
    let all = [UInt8](bytes)
    unsafe nettle_sha256_update(&state, all.count, all)
    return unsafe finished(&state)
  }

  /// The digests of a document's files, as they were when its turn came.
  static func digest(files: [SourceFile]) throws(PageFailure) -> InputDigest {
    InputDigest(
      files: try files.map { (file) throws(PageFailure) in
        let open = try file.open()
        do throws(ReadError) {
          return try sha256(open.descriptor, named: file.path)
        } catch {
          throw PageFailure(kind: .unreadable, stage: "load", message: error.message)
        }
      })
  }

  /// The digests of a document's files.
  static func digest(files paths: [String]) throws(ReadError) -> InputDigest {
    var files: [String] = []
    for path in paths { files.append(try sha256(file: path)) }
    return InputDigest(files: files)
  }

  /// A file could not be read.
  struct ReadError: Error {
    let message: String
  }

  /// The digest of a file.
  static func sha256(file path: String) throws(ReadError) -> String {
    // A pipe that took the file's place must not be waited for.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw ReadError(message: "\(path) cannot be opened: \(errorText()).") }
    defer { close(descriptor) }
    return try sha256(descriptor, named: path)
  }

  private static func sha256(_ descriptor: Int32, named path: String) throws(ReadError) -> String {
    var state = sha256_ctx()
    unsafe nettle_sha256_init(&state)
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let count = unsafe read(descriptor, &chunk, chunk.count)
      if count == 0 { return unsafe finished(&state) }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw ReadError(message: "\(path) cannot be read: \(errorText()).")
      }
      unsafe nettle_sha256_update(&state, count, chunk)
    }
  }

  private static func finished(_ state: UnsafeMutablePointer<sha256_ctx>) -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    unsafe nettle_sha256_digest(state, digest.count, &digest)
    let digits = Array("0123456789abcdef")
    return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}

/// The last system error in words.
func errorText() -> String { unsafe String(cString: strerror(errno)) }
