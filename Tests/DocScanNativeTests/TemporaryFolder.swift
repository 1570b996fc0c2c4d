// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Runs a test with a folder of its own, which is removed afterwards.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("docscan-native-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer {
    do { try FileManager.default.removeItem(at: folder) } catch { print("\(folder.path) is left: \(error)") }
  }
  return try body(folder)
}

/// The sample documents beside the package, where a developer has them.
enum SampleData {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "../../../shared/data"
  ).standardizedFileURL

  static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

  static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}
