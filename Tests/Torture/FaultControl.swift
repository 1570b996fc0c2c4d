// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFixtures
internal import FoundationEssentials

/// The file with the LD_PRELOAD library's counts: `FaultControl` in FaultInjection.h.
struct FaultControl {
  private static let headerSize = 24
  private static let size = headerSize + 1 << 20

  private let path: String
  /// The variables that load the library into a command's processes.
  let environment: [String: String]

  /// Makes a new file; without a moment, calls are only listed. `folder` is watched.
  init(in workspace: TemporaryFolder, watching folder: String, moment: Moment? = nil) throws {
    path = try workspace.write(Data(count: Self.size), to: "control")
    environment = [
      "LD_PRELOAD": try FaultLibrary.path(), "DOCSCAN_FAULT_ROOT": folder,
      "DOCSCAN_FAULT_CONTROL": path, "DOCSCAN_FAULT": moment.map { "\($0)" } ?? "",
    ]
  }

  /// Returns the number of calls, the number of failed ones, and the calls.
  func read() throws -> (calls: Int, hits: Int, list: [FaultCall]) {
    let bytes = try Data(contentsOf: URL(filePath: path))
    func number(_ index: Int) -> Int {
      bytes[(8 * index)..<(8 * index + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let text = bytes[Self.headerSize..<min(bytes.count, Self.headerSize + number(2))]
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    return (number(0), number(1), lines.compactMap { FaultCall(line: $0) })
  }
}
