// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// All bytes of a file that is read as a whole.
struct PictureBytes {
  /// The file's name, for messages.
  let name: String
  let bytes: [UInt8]
  let limits: LimitSettings
}

extension PictureBytes {
  /// Reads a file, which may take half of the memory that a worker has.
  init(_ file: InputFile, limits: LimitSettings) throws(PageFailure) {
    guard file.byteCount <= limits.megabytesPerWorker << 19 else {
      throw .loading(
        .limit, file.name,
        "the picture's file has \(file.byteCount >> 20) MiB, more than half of limits.megabytesPerWorker.")
    }
    name = file.name
    bytes = try file.read(limit: file.byteCount)
    self.limits = limits
  }
}
