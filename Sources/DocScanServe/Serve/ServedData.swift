// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import FoundationEssentials

/// The website's data as JSON: what lies in the folder as a script is taken apart and checked, so nothing of the folder runs.
enum ServedData {
  /// The largest script that is read.
  private static let limit = 64 << 20

  /// The data that a script gives under a name; nil if it is anything but that.
  static func json(_ file: borrowing ServedFile, named name: String) -> HTTPAnswer? {
    guard file.size <= limit, let bytes = file.bytes() else { return nil }
    do {
      let (beginning, end) = try DataScript.frame(of: name)
      guard bytes.starts(with: beginning), bytes.count >= beginning.count + end.count, bytes.suffix(end.count) == end
      else { return nil }
      let json = bytes.dropFirst(beginning.count).dropLast(end.count)
      _ = try JSONFile.parse(Data(json))
      return HTTPAnswer(200, .bytes(Array(json)), type: "application/json")
    } catch {
      return nil
    }
  }
}
