// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: programs can translate in order, in parallel, and cancel at any time.

import DocScan
import DocScanCore
import DocScanStore
import Testing

@Suite("Translations in programs")
struct TranslationSessionTests {
  @Test("Returns translations in the order of texts")
  func order() async throws {
    let session = TranslationSession(from: "es", to: "en")
    let texts = ["Buenos días", "La biblioteca está cerrada", "Aviso a los vecinos"]
    let answers = try await session.translations(from: texts)
    #expect(answers.map(\.sourceText) == texts)
    #expect(answers[1].targetText == "The library is closed" && answers[2].targetText == "Notice to the neighbours")
    #expect(answers.allSatisfy { $0.sourceLanguage == "es" && $0.targetLanguage == "en" })
    #expect(try await session.translate(texts[1]) == answers[1])
    #expect(try await session.translations(from: []).isEmpty)
    #expect(
      try await session.translations(from: ["", texts[1], " "]).map(\.targetText) == ["", "The library is closed", " "])
  }

  @Test("Explains a missing or invalid language pair")
  func unknownPair() async throws {
    let session = TranslationSession(from: "ca", to: "es")
    let error = await #expect(throws: BatchError.self) { try await session.translate("Bon dia") }
    #expect("\(try #require(error))".contains("apt-get install apertium-spa-cat"))
    let japanese = TranslationSession(from: "ja", to: "en")
    await #expect(throws: BatchError.self) { try await japanese.translate("図書館") }
    let nonsense = TranslationSession(from: "es", to: "no language")
    await #expect(throws: BatchError.self) { try await nonsense.translate("Buenos días") }
  }

  @Test("Ends a cancelled translation")
  func cancelled() async throws {
    let texts = (0..<5000).map { "La biblioteca número \($0) está cerrada." }
    let task = Task { try await TranslationSession(from: "es", to: "en").translations(from: texts) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("Translates in many sessions at the same time")
  func many() async throws {
    let answers = try await withThrowingTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          try await TranslationSession(from: "es", to: "en").translate("La casa \(number) está cerrada").targetText
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(answers == Set((0..<8).map { "The house \($0) is closed" }))
  }
}
