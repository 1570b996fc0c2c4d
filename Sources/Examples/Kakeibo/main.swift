// SPDX-License-Identifier: GPL-3.0-or-later

import DocScan
import FoundationEssentials
import Glibc
import RegexBuilder

// レシートを読み取って記録する家計簿: reads Japanese receipts, keeps a book of them, and draws a chart.
//
//   Kakeibo BOOK.csv [PHOTO…]      # writes BOOK.csv and BOOK.svg

struct Entry: Hashable {
  /// The date as in "2024-03-05", or empty if none was found.
  var date: String
  /// The total in yen.
  var total: Int
  var file: String

  var row: String { "\(date),\(total),\"\(file.replacing("\"", with: "\"\""))\"" }

  /// Finds the entry in a receipt's text. Returns `nil` if the text has no total.
  init?(_ text: String, file: String) {
    guard let total = Self.total(in: text) else { return nil }
    (self.total, self.file) = (total, file)
    date = Self.date(in: text) ?? ""
  }

  /// Parses a row of the book. Returns `nil` for the header.
  init?(row: String) {
    let cells = row.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
    guard cells.count == 3, let total = Int(cells[1]) else { return nil }
    (date, self.total) = (String(cells[0]), total)
    file = String(cells[2].dropFirst().dropLast()).replacing("\"\"", with: "\"")
  }

  /// Returns the amount after the word for the total, or `nil` if there is none. Stretched letters and the yen sign are sometimes misread.
  private static func total(in text: String) -> Int? {
    let amount = Regex {
      /(?:合[ ]?[計言訂]|お会計|クレジット)[^\d\n¥￥\\]*[¥￥\\]?[ ]?/
      Capture {
        OneOrMore {
          ChoiceOf {
            .digit; /[,，.][ ]?(?=\d{3})/
          }
        }
      }
    }
    return text.firstMatch(of: amount).flatMap { Int($0.1.filter(\.isNumber)) }
  }

  /// Returns the first date in the text, such as 2024年3月5日 or 2024/03/05, in ISO 8601 format.
  private static func date(in text: String) -> String? {
    guard let match = text.firstMatch(of: /(20\d\d)[ ]?[年\/\-.][ ]?(\d{1,2})[ ]?[月\/\-.][ ]?(\d{1,2})/) else {
      return nil
    }
    let parts = [match.1, match.2, match.3].map { $0.count < 2 ? "0" + $0 : String($0) }
    return parts.joined(separator: "-")
  }
}

/// Returns the lines of a page from top to bottom. Text at the same height is one line.
func rows(_ lines: [RecognizedTextObservation]) -> String {
  var rows: [[RecognizedTextObservation]] = []
  for line in lines.sorted(by: { $0.boundingBox.y > $1.boundingBox.y }) {
    let middle = line.boundingBox.y + line.boundingBox.height / 2
    if let last = rows.last?.first?.boundingBox, (last.y...last.y + last.height).contains(middle) {
      rows[rows.count - 1].append(line)
    } else {
      rows.append([line])
    }
  }
  return rows.map { row in
    row.sorted { $0.boundingBox.x < $1.boundingBox.x }.map(\.transcript).joined(separator: " ")
  }.joined(separator: "\n")
}

func chart(_ sums: [(day: String, yen: Int)]) -> String {
  let most = max(1, sums.map(\.yen).max() ?? 1)
  var drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(60 * sums.count) 340\" font-size=\"12\">\n"
  for (index, sum) in sums.enumerated() {
    let (x, height) = (60 * index, 300 * sum.yen / most)
    drawing += "<rect x=\"\(x + 8)\" y=\"\(320 - height)\" width=\"44\" height=\"\(height)\" fill=\"slategray\"/>"
    drawing += "<text x=\"\(x + 30)\" y=\"\(315 - height)\" text-anchor=\"middle\">¥\(sum.yen)</text>"
    drawing += "<text x=\"\(x + 30)\" y=\"335\" text-anchor=\"middle\">\(sum.day)</text>\n"
  }
  return drawing + "</svg>\n"
}

var photos = Array(CommandLine.arguments.dropFirst())
guard let book = photos.first else {
  print("家計簿のファイルとレシートの写真を指定してください。")
  exit(2)
}
do {
  photos.removeFirst()
  var entries: [Entry] = []
  if FileManager.default.fileExists(atPath: book) {
    entries = try String(contentsOfFile: book, encoding: .utf8).split(whereSeparator: \.isNewline).compactMap {
      Entry(row: String($0))
    }
  }

  var request = RecognizeTextRequest()
  request.recognitionLanguages = ["ja", "en"]
  for photo in photos where !entries.contains(where: { $0.file == photo }) {
    let scan = try await DocumentScan(contentsOf: [URL(filePath: photo)])
    for await page in scan.perform(request) {
      guard let entry = Entry(rows(try page.result.get()), file: photo) else {
        print("\(photo): 合計が見つかりません。")
        continue
      }
      entries.append(entry)
    }
  }
  entries.sort { ($0.date, $0.file) < ($1.date, $1.file) }
  for entry in entries {
    print(entry.date.isEmpty ? "日付なし" : entry.date, "¥\(entry.total)", entry.file, separator: "\t")
  }
  print("合計", "¥\(entries.reduce(0) { $0 + $1.total })", "\(entries.count)枚", separator: "\t")

  let days = Dictionary(grouping: entries.filter { !$0.date.isEmpty }, by: \.date).sorted { $0.key < $1.key }
  let sums = days.map { (day: String($0.key.suffix(5)), yen: $0.value.reduce(0) { $0 + $1.total }) }
  try (["日付,合計,写真"] + entries.map(\.row) + [""]).joined(separator: "\n").write(
    toFile: book, atomically: true, encoding: .utf8)
  let drawing = (book.hasSuffix(".csv") ? String(book.dropLast(4)) : book) + ".svg"
  try chart(sums).write(toFile: drawing, atomically: true, encoding: .utf8)
} catch {
  print("記録できませんでした: \(error)")
  exit(1)
}
