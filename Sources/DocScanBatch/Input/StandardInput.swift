// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanWriters
internal import Glibc

/// Standard input as a document: its bytes are saved to a file, which the workers can open.
enum StandardInput {
  /// Saves all of it; the path's last part is the document's name.
  ///
  /// An interruption ends the copy early; the run then stops before it opens anything.
  static func save(to output: OutputFolder, unless interruption: Interruption) throws(BatchError) -> String {
    let path = try output.makeScratch("input") + "/stdin"
    do {
      try FileCopy.copy(
        STDIN_FILENO, named: "standard input", to: path, while: { interruption.allowsReading(STDIN_FILENO) })
    } catch {
      throw BatchError(error)
    }
    return path
  }
}
