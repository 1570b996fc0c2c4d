// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import FoundationEssentials

/// The receipts in a library's index.
struct LedgerStore {
  private let index: LibraryIndex

  init(library: Folder) throws(BatchError) { index = try LibraryIndex(library: library) }

  func update(rebuild: Bool) throws(BatchError) { try index.update(rebuild: rebuild, allFolders: true) }

  // MARK: Files next to the results

  func write(_ data: Data, to path: String) throws(BatchError) { try index.ownFiles.write(data, to: path) }

  /// Returns all receipts with the letters of their pages, sorted by date. Receipts without a date are last.
  func entries() throws(BatchError) -> [(entry: LedgerEntry, letters: String)] {
    let rows = try index.run(
      "SELECT entry, letters FROM receipt ORDER BY date IS NULL, date, time IS NULL, time, document, page")
    return rows.compactMap { row in
      guard let json = row[0].bytes, let letters = row[1].text else { return nil }
      do {
        return (try JSONDecoder().decode(LedgerEntry.self, from: Data(json)), letters)
      } catch {
        return nil
      }
    }
  }

  func gaps() throws(BatchError) -> [LedgerGap] {
    let rows = try index.run("SELECT gap FROM gap ORDER BY document, position")
    return rows.compactMap { row in
      do {
        return try row[0].bytes.map { try JSONDecoder().decode(LedgerGap.self, from: Data($0)) }
      } catch {
        return nil
      }
    }
  }
}
