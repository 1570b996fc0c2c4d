// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import FoundationEssentials
internal import Glibc

/// A temporary folder for an external program. Deinitializing the value removes the folder.
struct TemporaryFolder: ~Copyable {
  private let path: String

  init() throws(BatchError) {
    let place = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(place)/docscan-XXXXXX".utf8CString)
    guard let made = unsafe mkdtemp(&template) else {
      throw .output(
        "No temporary folder can be made in \(place): \(unsafe String(cString: strerror(errno))).")
    }
    path = unsafe String(cString: made)
  }

  deinit { _ = unsafe linux_remove_tree(path) }

  func write(_ name: String, _ text: String) throws(BatchError) {
    do {
      try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
    } catch {
      throw .output("\(path)/\(name) cannot be written: \(error).")
    }
  }

  func read(_ name: String) throws(BatchError) -> Data {
    guard let data = FileManager.default.contents(atPath: "\(path)/\(name)"), !data.isEmpty else {
      throw .missingPart("The program made no picture.")
    }
    return data
  }

  /// Runs a program in the folder and waits for it. `missing` is the error message if the program isn't installed.
  func run(_ command: [String], missing: String) throws(BatchError) {
    // `env` changes to the folder, and finds the program through PATH.
    let arguments = ["env", "--chdir=\(path)"] + command
    var ends: [Int32] = [-1, -1, -1, -1]
    let words = unsafe arguments.map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    let child = unsafe linux_spawn_engine(words + [nil], nil, &ends)
    guard child > 0 else {
      throw .missingPart(
        "\(command[0]) cannot be started: \(unsafe String(cString: strerror(errno))).")
    }
    close(ends[0])
    var said: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    // The program writes little, mostly to the error stream. The output must be read, too, so that the program doesn't block.
    for end in [ends[2], ends[1]] {
      while true {
        let count = unsafe Glibc.read(end, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        said += chunk.prefix(count)
      }
      close(end)
    }
    var (signal, status): (Int32, Int32) = (0, 0)
    _ = unsafe linux_reap_blocking(child, &signal, &status)
    close(ends[3])
    // The exit status of `env` for a missing program.
    if status == 127 { throw .missingPart(missing) }
    guard signal == 0, status == 0 else {
      let text = String(decoding: said.prefix(500), as: UTF8.self)
      throw .missingPart("\(command[0]) failed: \(text)")
    }
  }
}
