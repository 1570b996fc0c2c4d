// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanReview

/// A dialog on a terminal that shows the documents without a name one by one, with a suggestion, and reads a decision for each.
struct NameDialog {
  let service: ReviewService
  let list: UnnamedDocuments
  let person: String
  let console: Console

  private static let keys = "Enter: the suggestion. Text: another name; / begins a folder. s: skip. q: quit.\n"

  /// Asks for each document until all are decided or the input ends. Returns the number of new names.
  func run() throws(CommandError) -> Int {
    guard !list.documents.isEmpty else {
      try console.writeOutput("Every document that a template should name has a name.\n")
      return 0
    }
    try console.writeOutput(Self.keys)
    var (index, named) = (0, 0)
    while index < list.documents.count {
      let document = list.documents[index]
      try console.writeOutput(question(document, index))
      guard let line = readLine(), line != "q" else { break }
      let typed = line.hasPrefix("=") ? String(line.dropFirst()) : line
      guard line != "s", let wish = line.isEmpty ? document.suggestion : typed else {
        index += 1
        continue
      }
      var note = ""
      do throws(BatchError) {
        let edit = try service.rename(document: document.document, to: wish, by: person)
        note = "Will be renamed \(DeskText.newName(edit, service)).\n"
        named += 1
        index += 1
      } catch {
        console.writeError(visibleText(error.description) + "\n")
      }
      try console.writeOutput(note)
    }
    let left = list.documents.count - named
    try console.writeOutput(
      "\n\(counted(named, "document")) named, \(left) left\(list.areMore ? " in this list, and more behind it" : "").\n"
    )
    return named
  }

  private func question(_ document: UnnamedDocument, _ index: Int) -> String {
    """

    \(index + 1)/\(list.documents.count)  \(visibleText(document.document)), from \(visibleText(document.source.joined(separator: ", ")))
    \(visibleText(document.reason))
    \(document.suggestion.map { "Suggestion: \(visibleText($0))" } ?? "No suggestion: Enter skips it.")
    > 
    """
  }
}
