// SPDX-License-Identifier: GPL-3.0-or-later

/// Keeps the inputs that are searched for separators, and those that were divided.
final class DivisionQueue {
  private var surveys: [Survey] = []
  /// Parts that are still to be opened.
  private var waiting: [InputDocument] = []
  /// The inputs that are not in place yet, by the names of their parts.
  private var divided: [String: DividedInput] = [:]

  /// Whether nothing is left to be opened.
  var isEmpty: Bool { surveys.isEmpty && waiting.isEmpty }

  /// How many parts could be opened now.
  var ready: Int { waiting.count }

  /// How many requests could be handed out now.
  var availableJobs: Int { surveys.reduce(0) { $0 + $1.availableRequests } }

  /// Has an input searched.
  func begin(_ survey: Survey) { surveys.append(survey) }

  /// Ends the look over an input.
  func end(_ survey: Survey) { surveys.removeAll { $0 === survey } }

  /// The next thing to do; nil when there is nothing now.
  func nextJob() -> Job? {
    for survey in surveys {
      if let pages = survey.take() { return .survey(survey, pages) }
    }
    return nil
  }

  /// Takes an input that was divided.
  func add(_ input: DividedInput) {
    for part in input.parts { divided[part.name] = input }
    waiting += input.parts
  }

  /// The next part to open.
  func nextPart() -> (part: InputDocument, of: DividedInput)? {
    while !waiting.isEmpty {
      let part = waiting.removeFirst()
      if let input = divided[part.name] { return (part, input) }
    }
    return nil
  }

  /// The input that a document is a part of; nil for one that is not a part.
  func input(of part: InputDocument) -> DividedInput? { part.part == nil ? nil : divided[part.name] }

  /// Has a part opened once more.
  func again(_ part: InputDocument) { waiting.append(part) }

  /// Forgets an input that is in place.
  func finish(_ input: DividedInput) {
    for part in input.parts { divided[part.name] = nil }
  }
}
