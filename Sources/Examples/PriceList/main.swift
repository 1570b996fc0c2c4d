// SPDX-License-Identifier: GPL-3.0-or-later

import DocScan
import FoundationEssentials
import Glibc

// A photographed price list becomes a spreadsheet: each table is a sheet, and cells to check are colored.
//
//   PriceList LIST.xlsx PHOTO…

let files = CommandLine.arguments.dropFirst()
guard let workbook = files.first, files.count > 1 else {
  print("Usage: PriceList LIST.xlsx PHOTO…")
  exit(2)
}
do {
  let scan = try await DocumentScan(contentsOf: files.dropFirst().map { URL(filePath: $0) })
  var tables: [DocumentObservation.Container.Table] = []
  for await page in scan.perform(RecognizeDocumentsRequest()) {
    tables += try page.result.get().flatMap(\.document.tables)
  }
  for table in tables {
    for row in table.rows {
      print(
        row.map { cell in
          let text = cell.content.text.transcript
          return cell.confidence < 0.9 && !text.isEmpty ? text + " ?" : text
        }.joined(separator: "\t"))
    }
  }
  guard !tables.isEmpty else {
    print("There is no table.")
    exit(1)
  }
  try DocumentObservation.Container.Table.writeWorkbook(tables, to: URL(filePath: workbook))
  print("\(workbook): \(tables.count)")
} catch {
  print("\(files.dropFirst().joined(separator: ", ")) cannot be read: \(error)")
  exit(1)
}
