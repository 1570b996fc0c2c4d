// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import FoundationEssentials
internal import Glibc

/// A reader for a file with one JSON value per line. The file is closed between reads, so that thousands can be in use.
final class LineFile<Value: Decodable> {
  private let folder: Folder
  private let name: String
  private let chunk: Int
  private var buffer: ArraySlice<UInt8> = []
  private var offset = 0
  private var isAtEnd = false

  private var path: String { "\(folder.path)/\(name)" }

  init(_ name: String, in folder: Folder, chunk: Int = 64 << 10) {
    (self.folder, self.name, self.chunk) = (folder, name, chunk)
  }

  /// Returns the next value, or `nil` at the end. Throws if the file is missing or damaged.
  func next() throws(BatchError) -> Value? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffer[..<end]
        buffer = buffer[(end + 1)...]
        return try value(line)
      }
      guard !isAtEnd else {
        guard buffer.isEmpty else { throw .usage("\(path) is cut off.") }
        return nil
      }
      try fill()
    }
  }

  private func fill() throws(BatchError) {
    guard let file = folder.file(name), file.identity != nil, let bytes = file.read(at: offset, count: chunk) else {
      throw .usage("\(path) cannot be read: \(errorText()).")
    }
    offset += bytes.count
    isAtEnd = bytes.count < chunk
    buffer = Array(buffer)[...] + bytes
  }

  private func value(_ line: ArraySlice<UInt8>) throws(BatchError) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(line))
    } catch {
      throw .usage("\(path) is damaged: \(error)")
    }
  }
}
