// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanWriters

/// The translation of pages, paragraph by paragraph. It detects languages, preserves values, and explains untranslated paragraphs.
package struct PageTranslation {
  private let stage: TranslateStage
  private let provider: any TranslationProvider
  private let cache: TranslationCache
  private let ended: String?
  package var refusals = 0
  package private(set) var notes: [String] = []

  package init(
    _ stage: TranslateStage, _ provider: any TranslationProvider, _ cache: TranslationCache, ended: String?
  ) {
    (self.stage, self.provider, self.cache, self.ended) = (stage, provider, cache, ended)
  }

  /// Returns the page's text in all requested languages, or `nil` for a page without text.
  package mutating func translations(of page: RecognizedPage, while goesOn: () -> Bool) throws(TranslationEnd)
    -> [Translation]?
  {
    let paragraphs = page.textParagraphs
    guard !paragraphs.isEmpty else { return nil }
    var languages: [String?] = []
    for paragraph in paragraphs { languages.append(try language(of: paragraph, page, goesOn)) }
    let known = (page.detections ?? []).filter { [.date, .time, .address].contains($0.type) == false }.map(\.text)
    return try stage.to.map { (target) throws(TranslationEnd) in
      try translation(of: paragraphs, languages, known, to: target, goesOn)
    }
  }

  /// Returns the BCP 47 tag of a paragraph's language, or `nil` if it's unknown.
  private func language(
    of paragraph: TextParagraph, _ page: RecognizedPage, _ goesOn: () -> Bool
  ) throws(TranslationEnd) -> String? {
    if let from = stage.from { return from }
    if let found = page.textLanguage {
      let tag = found.blocks.first { $0.block == paragraph.block }?.tag ?? found.tag
      if tag != "und" { return tag }
    }
    if let read = page.language(of: page.blocks[paragraph.block])?.description, !read.hasPrefix("und") { return read }
    guard ended == nil, paragraph.text.contains(where: \.isLetter) else { return nil }
    return try provider.language(of: paragraph.text, while: goesOn)
  }

  private mutating func translation(
    of paragraphs: [TextParagraph], _ languages: [String?], _ known: [String], to target: String, _ goesOn: () -> Bool
  ) throws(TranslationEnd) -> Translation {
    var results = paragraphs.map {
      Translation.Paragraph(block: $0.block, lines: $0.lines, source: $0.text, text: $0.text)
    }
    var due: [(pair: LanguagePair, indices: [Int])] = []
    for (index, language) in zip(results.indices, languages) {
      guard results[index].source.contains(where: \.isLetter) else {
        results[index].left = .noWords
        continue
      }
      guard let language else {
        results[index].left = .unknownLanguage
        continue
      }
      guard !Translator.isSame(language, target) else {
        results[index].left = .sameLanguage
        continue
      }
      guard let pair = try pair(from: language, to: target, goesOn) else {
        results[index].left = .noPair
        note(provider.advice(from: language, to: target))
        continue
      }
      if let group = due.firstIndex(where: { $0.pair == pair }) {
        due[group].indices.append(index)
      } else {
        due.append((pair, [index]))
      }
    }
    for (pair, indices) in due {
      let values = indices.map { KeptValues(results[$0].source, known: known) }
      let answers = try answers(to: indices.map { results[$0].source }, pair, goesOn)
      for (index, (value, answer)) in zip(indices, zip(values, answers)) {
        try settle(&results[index], value, answer, pair, goesOn)
      }
    }
    let main = Self.main(languages, paragraphs)
    for (index, language) in zip(results.indices, languages) where language != main { results[index].from = language }
    return Translation(
      to: target, from: main ?? "und", provider: type(of: provider).name, paragraphs: results)
  }

  /// Accepts a translation that preserves all values. Otherwise, translates the texts between these values separately. Notes untranslated paragraphs.
  private mutating func settle(
    _ paragraph: inout Translation.Paragraph, _ values: KeptValues, _ answer: TranslationAnswer, _ pair: LanguagePair,
    _ goesOn: () -> Bool
  ) throws(TranslationEnd) {
    switch answer {
    case .refused(let reason):
      paragraph.left = .refused
      note("A paragraph stays untranslated: \(reason).")
    case .text(let text) where values.survive(in: text): paragraph.text = text
    case .text:
      let between = values.pieces.filter { !$0.isKept && $0.text.contains(where: \.isLetter) }.map(\.text)
      var parts = try answers(to: between.map(\.trimmed), pair, goesOn)[...]
      var whole = ""
      for piece in values.pieces {
        guard !piece.isKept, piece.text.contains(where: \.isLetter) else {
          whole += piece.text
          continue
        }
        guard case .text(let text)? = parts.popFirst() else {
          paragraph.left = .values
          return note("A paragraph stays untranslated: its numbers or other data would have changed.")
        }
        whole += piece.text.prefix(while: \.isWhitespace) + Self.continued(text, piece.text, in: pair.target)
        whole += String(piece.text.reversed().prefix(while: \.isWhitespace))
      }
      paragraph.text = whole
    }
  }

  /// Returns the translation of a fragment, adapted to its position in a sentence, because providers capitalize the first word.
  private static func continued(_ text: String, _ source: String, in language: String) -> String {
    let start = source.first { !$0.isWhitespace }
    // German nouns are always capitalized.
    guard start?.isLowercase == true, let first = text.first, first.isUppercase, !language.hasPrefix("de"),
      text.dropFirst().first?.isUppercase != true
    else { return text }
    return first.lowercased() + text.dropFirst()
  }

  private func pair(from source: String, to target: String, _ goesOn: () -> Bool) throws(TranslationEnd)
    -> LanguagePair?
  {
    if let ended, !type(of: provider).knowsPairs { throw .ended(ended) }
    return try provider.pair(from: source, to: target, while: goesOn)
  }

  private mutating func answers(
    to texts: [String], _ pair: LanguagePair, _ goesOn: () -> Bool
  ) throws(TranslationEnd) -> [TranslationAnswer] {
    var answers = try texts.map { (text) throws(TranslationEnd) in
      try remembered(text, pair).map(TranslationAnswer.text)
    }
    var due: [String] = []
    for (text, answer) in zip(texts, answers) where answer == nil && !due.contains(text) { due.append(text) }
    guard !due.isEmpty else { return answers.compactMap(\.self) }
    if let ended { throw .ended(ended) }
    // Sends texts one at a time if each has a cost, so that answers are kept even if a later request fails.
    for portion in type(of: provider).takesSeveral ? [due] : due.map({ [$0] }) {
      let made = try provider.translate(portion, pair, while: goesOn)
      for (text, answer) in zip(portion, made) {
        try take(answer, to: text, pair)
        for index in texts.indices where texts[index] == text { answers[index] = answer }
      }
    }
    return answers.map { $0 ?? .refused("there is no answer") }
  }

  /// Caches an answer. Throws after too many consecutive unusable ones.
  private mutating func take(_ answer: TranslationAnswer, to text: String, _ pair: LanguagePair) throws(TranslationEnd)
  {
    switch answer {
    case .text(let result):
      refusals = 0
      do throws(OutputError) {
        try cache.remember(result, of: text, pair, by: provider.identity)
      } catch {
        throw .output(error)
      }
    case .refused(let reason):
      refusals += 1
      guard refusals < Translator.mostRefusals else {
        throw .ended("The last \(refusals) texts could not be translated: \(reason).")
      }
    }
  }

  private func remembered(_ text: String, _ pair: LanguagePair) throws(TranslationEnd) -> String? {
    do throws(OutputError) {
      return try cache.result(of: text, pair, by: provider.identity)
    } catch {
      throw .output(error)
    }
  }

  private static func main(_ languages: [String?], _ paragraphs: [TextParagraph]) -> String? {
    var letters: [String: Int] = [:]
    for case (let language?, let paragraph) in zip(languages, paragraphs) {
      letters[language, default: 0] += paragraph.text.count(where: \.isLetter)
    }
    return letters.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  private mutating func note(_ text: String) { if !notes.contains(text) { notes.append(text) } }
}
