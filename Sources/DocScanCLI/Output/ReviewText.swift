// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles

/// The table of the pages to review first.
enum ReviewText {
  static func text(of review: Review) -> String {
    let pages = counted(review.pageCount, "page")
    guard !review.pages.isEmpty else { return "Review     no pages to check in \(pages)\n" }
    let rows = [["Document", "Page", "Errors", "Grade", "Why"]] + review.pages.map(row)
    let widths = (0..<4).map { column in rows.map { columns(of: $0[column]) }.max() ?? 0 }
    let lines = rows.map { row in
      zip(row, widths).map { padded($0, to: $1) + "  " }.joined() + row[4] + "\n"
    }
    return "Review     \(review.pages.count) of \(pages), the worst first\n" + lines.joined()
  }

  private static func row(_ page: Review.Page) -> [String] {
    [
      visibleText(page.document), page.page.map(String.init) ?? "all",
      page.characterErrorRate.map { decimal($0 * 100, places: 1) + "%" } ?? "failed", page.grade?.rawValue ?? "-",
      visibleText(page.reasons.joined(separator: "; ")),
    ]
  }
}
