// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import FoundationEssentials

/// Extracts the JSON from the website's data scripts. The script itself is never sent, so nothing in the folder can run.
enum ServedData {
  private static let limit = 64 << 20

  /// Returns the JSON in a script that passes data under a name. Returns `nil` if the file isn't such a script or its JSON is invalid.
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
