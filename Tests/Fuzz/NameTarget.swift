// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
import DocScanHTTP
import DocScanStore
import DocScanTranslation

@testable internal import DocScanBatch

/// Short texts from the command line, from folders and from servers.
enum NameTarget {
  static func runPages(_ bytes: [UInt8]) {
    guard let selection = PageSelection(String(decoding: bytes, as: UTF8.self)) else { return }
    precondition(PageSelection(stored: selection.description) == selection, "it reads another choice than it writes")
    _ = (1...100).filter(selection.contains)
  }

  /// Handles a text, its translation, data that was detected in it, and a server's address, one per line.
  static func runTranslations(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes.prefix(4096), as: UTF8.self).split(separator: "\n").map(String.init)
    guard let text = lines.first else { return }
    let values = KeptValues(text, known: Array(lines.dropFirst(2)))
    precondition(values.pieces.map(\.text).joined() == text, "something of the text is lost")
    precondition(values.survive(in: text), "a text does not have its own values")
    _ = lines.dropFirst().first.map(values.survive)
    do {
      let address = try ServerAddress(lines[lines.count - 1], path: "translate.address")
      precondition(address.text.hasPrefix("https://") || address.isLocal, "text would leave the computer unprotected")
    } catch {
      return
    }
  }

  /// Checks that no name leads out of the output folder or controls a terminal. Each line is the path of an input.
  static func runNames(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes.prefix(4096), as: UTF8.self).split(separator: "\n").map(String.init)
    for name in lines.map(sanitized) {
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      precondition(!parts.isEmpty && parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") && $0.utf8.count <= 255 })
      precondition(name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
      precondition(!name.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
    }
  }
}
