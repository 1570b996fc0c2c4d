// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanFiles
internal import DocScanLibrary

/// The text output of `docscan search`.
enum SearchText {
  /// Returns two lines for each page: its location, and the text around the matches.
  static func text(of result: SearchResult, isTerminal: Bool) -> String {
    guard !result.hits.isEmpty else { return "Nothing found.\n" }
    let hits = result.hits.map { hit in
      let likelihood = hit.likelihood < 1 ? "  (\(Int((hit.likelihood * 100).rounded()))% likely)" : ""
      let place = "\(visibleText(hit.document)), page \(hit.page)\(likelihood)"
      return "\(place)\n    \(marked(hit.snippet, isTerminal: isTerminal))\n"
    }
    let count = result.areMore ? "more than \(result.pages) pages" : counted(result.pages, "page")
    let shown = result.hits.count < result.pages ? "; the first \(result.hits.count) are shown, --limit shows more" : ""
    return hits.joined() + "\n\(count.prefix(1).uppercased() + count.dropFirst())\(shown).\n"
  }

  private static func marked(_ snippet: SearchHit.Snippet, isTerminal: Bool) -> String {
    let scalars = Array(snippet.text.unicodeScalars)
    var (text, place) = ("", 0)
    func piece(_ range: Range<Int>) -> String {
      String(String.UnicodeScalarView(scalars[range.clamped(to: scalars.indices)]))
    }
    for mark in snippet.marks {
      let end = mark[0] + mark[1]
      text +=
        piece(place..<max(place, mark[0])) + (isTerminal ? "\u{1B}[1m" : "[") + piece(mark[0]..<end)
        + (isTerminal ? "\u{1B}[0m" : "]")
      place = end
    }
    return text + piece(min(place, scalars.count)..<scalars.count)
  }
}
