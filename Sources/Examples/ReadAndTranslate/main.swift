// SPDX-License-Identifier: GPL-3.0-or-later

import DocScan
import FoundationEssentials
import Glibc

// Reads a photograph, detects the language of its text, and translates it locally. Messages are in English or Korean.
//
//   ReadAndTranslate [--to LANGUAGE] [--copy FILE] PHOTO      # LANG=ko_KR.UTF-8 for Korean

let environment = ProcessInfo.processInfo.environment
let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "en"

/// Prints a message, which a phone would show as an alert, and exits.
@MainActor func alert(_ words: Words, _ reason: String? = nil) -> Never {
  print(words.text(in: locale) + (reason.map { ": \($0)" } ?? ""))
  exit(1)
}

var arguments = Array(CommandLine.arguments.dropFirst())
/// Removes an option and its value from the arguments, and returns the value.
@MainActor func take(_ option: String) -> String? {
  guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else { return nil }
  defer { arguments.removeSubrange(index...index + 1) }
  return arguments[index + 1]
}
let target = take("--to") ?? "en"
let copy = take("--copy")
guard arguments.count == 1 else { alert(.usage) }

do {
  let page = try await DocumentScan(contentsOf: arguments.map { URL(filePath: $0) }).pages[0]
  let language = try await IdentifyLanguageRequest().perform(on: page)
  guard let language, language.confidence > 0.5 else { alert(.unknownLanguage) }
  print("\(Words.language.text(in: locale)): \(Words.name(of: language.languageCode, in: locale))")
  guard language.languageCode != target else { alert(.sameLanguage) }

  var request = RecognizeTextRequest()
  request.recognitionLanguages = [language.languageCode]
  let lines = try await request.perform(on: page).map(\.transcript)
  let session = TranslationSession(from: language.languageCode, to: target)
  let answers = try await session.translations(from: lines)
  for answer in answers { print(answer.sourceText, answer.targetText, separator: "\n  ") }
  if let copy {
    try answers.map { $0.targetText + "\n" }.joined().write(toFile: copy, atomically: true, encoding: .utf8)
    print("\(Words.copied.text(in: locale)): \(copy)")
  }
} catch {
  alert(.failed, "\(error)")
}
