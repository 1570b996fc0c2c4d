// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanLibrary
internal import DocScanReview
internal import DocScanStore
internal import Glibc

/// A dialog on a terminal that shows doubtful words one by one and reads a decision for each.
struct ReviewDialog {
  let service: ReviewService
  let list: ReviewList
  let person: String
  let console: Console
  private var errors: Double
  private var decided: Set<ReviewItem> = []
  private let started = ContinuousClock.now

  init(service: ReviewService, list: ReviewList, person: String, console: Console) {
    (self.service, self.list, self.person, self.console) = (service, list, person, console)
    errors = list.expectedErrors
  }

  private enum Answer {
    case decide(String, everywhere: Bool)
    case skip, undo, end
    case unknown(String)
  }

  /// Asks for each word until all are decided or the input ends.
  mutating func run() throws(CommandError) {
    if !list.items.isEmpty { try console.writeOutput(Self.keys) }
    var index = 0
    while index < list.items.count {
      let item = list.items[index]
      guard !decided.contains(item) else {
        index += 1
        continue
      }
      try console.writeOutput(question(item, index))
      guard let line = readLine() else { break }
      switch answer(line, item) {
      case .end: index = list.items.count
      case .skip: index += 1
      case .unknown(let message): console.writeError(message + "\n")
      case .undo:
        let taken = try batchResult(service.undo())
        try console.writeOutput(
          taken.isEmpty ? "There is nothing to undo.\n" : taken.map { DeskText.undone($0) + "\n" }.joined())
        guard let undone = taken.first, case .text(let edit) = undone.decision,
          let place = list.items.firstIndex(where: {
            $0.document == undone.document && $0.text == edit.old && decided.contains($0)
          })
        else { break }
        decided.remove(list.items[place])
        errors += 1 - list.items[place].confidence
        index = place
      case .decide(let text, let everywhere):
        try decide(item, text, everywhere: everywhere)
        index += 1
      }
    }
    try console.writeOutput(left)
  }

  private static let keys =
    "Enter: the word is right. 1 to 9: that alternative. Text: the correct text. -: not text. s: skip. u: undo. q: quit.\n"

  private mutating func decide(_ item: ReviewItem, _ text: String, everywhere: Bool) throws(CommandError) {
    let items = everywhere ? list.items.filter { $0.text == item.text && !decided.contains($0) } : [item]
    for item in items {
      do throws(BatchError) {
        try service.decide(item, text, by: person)
      } catch {
        console.writeError(visibleText(error.description) + "\n")
        continue
      }
      decided.insert(item)
      errors -= 1 - item.confidence
    }
    if items.count > 1 { try console.writeOutput("Applied in \(counted(items.count, "place")).\n") }
  }

  private func question(_ item: ReviewItem, _ index: Int) -> String {
    let others = item.candidates.prefix(9).enumerated().map { "  \($0 + 1) \(visibleText($1))" }.joined()
    let alike = item.alike > 1 ? ", \(item.alike) read like this" : ""
    return """

      \(index + 1)/\(list.items.count)  \(visibleText(item.document)), page \(item.page)\(DeskText.cell(of: item))\(alike)
      \(visibleText(DeskText.line(of: item)))
      \(DeskText.percent(item.confidence)) likely to be right: \(visibleText(item.text))\(others)
      > 
      """
  }

  private func answer(_ line: String, _ item: ReviewItem) -> Answer {
    let isEverywhere = line.hasPrefix("*")
    let text = isEverywhere ? String(line.dropFirst()) : line
    switch text {
    case "" where item.confidence < 0.5:
      return .unknown(
        "\"\(visibleText(item.text))\" is probably wrong. Choose a number, type the text, or type = if the word is right."
      )
    case "", "=": return .decide(item.text, everywhere: isEverywhere)
    case "-": return .decide("", everywhere: isEverywhere)
    case "s": return .skip
    case "u": return .undo
    case "q": return .end
    case _ where text.hasPrefix("="): return .decide(String(text.dropFirst()), everywhere: isEverywhere)
    case _:
      guard let number = Int(text), text.count == 1 else { return .decide(text, everywhere: isEverywhere) }
      guard item.candidates.indices.contains(number - 1) else {
        return .unknown("Alternative \(number) doesn't exist. If the text is \"\(number)\", type =\(number)")
      }
      return .decide(item.candidates[number - 1], everywhere: isEverywhere)
    }
  }

  private var left: String {
    guard !decided.isEmpty else { return "\nNothing was corrected.\n" }
    let before = Int(list.expectedErrors.rounded())
    let spent = ContinuousClock.now - started
    let minutes =
      Double(spent.components.seconds) / 60 / Double(decided.count) * Double(list.items.count - decided.count)
    let after = Int(max(0, errors).rounded())
    let done =
      before == after
      ? "\(counted(decided.count, "word")) reviewed." : "Probably wrong words: \(before) → \(after)."
    let words = list.items.count - decided.count
    guard words > 0 else { return "\n\(done)\n" }
    let pace = counted(max(1, Int(minutes.rounded())), "minute")
    return "\n\(done) \(counted(words, "word")) left in this list: about \(pace) at your pace.\n"
  }
}

func userName() -> String {
  if let entry = unsafe getpwuid(geteuid()), let name = unsafe entry.pointee.pw_name {
    return unsafe String(cString: name)
  }
  return String(geteuid())
}
