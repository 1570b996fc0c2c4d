// SPDX-License-Identifier: GPL-3.0-or-later

/// The program's messages in the user's language, Korean or English.
enum Words: String {
  case usage, language, unknownLanguage, sameLanguage, failed, copied

  private static let english: [Words: String] = [
    .usage: "Usage: ReadAndTranslate [--to LANGUAGE] [--copy FILE] PHOTO",
    .language: "Detected language", .unknownLanguage: "There is too little text to tell its language.",
    .sameLanguage: "The text is in that language already.", .failed: "It cannot be translated",
    .copied: "The translation is in",
  ]
  private static let korean: [Words: String] = [
    .usage: "사용법: ReadAndTranslate [--to 언어] [--copy 파일] 사진",
    .language: "감지된 언어", .unknownLanguage: "글자가 적어서 언어를 알 수 없습니다.",
    .sameLanguage: "이미 그 언어로 되어 있습니다.", .failed: "번역할 수 없습니다",
    .copied: "번역 결과를 저장했습니다",
  ]
  private static let languages: [String: [String: String]] = [
    "en": [
      "de": "German", "en": "English", "es": "Spanish", "fr": "French", "it": "Italian", "ja": "Japanese",
      "ko": "Korean",
    ],
    "ko": ["de": "독일어", "en": "영어", "es": "스페인어", "fr": "프랑스어", "it": "이탈리아어", "ja": "일본어", "ko": "한국어"],
  ]

  /// Returns the message for a locale such as "ko_KR.UTF-8": in Korean for Korean locales, otherwise in English.
  func text(in locale: String) -> String {
    (locale.hasPrefix("ko") ? Self.korean : Self.english)[self] ?? rawValue
  }

  /// Returns a language's name in the language of a locale, or its code if the name isn't known.
  static func name(of code: String, in locale: String) -> String {
    languages[locale.hasPrefix("ko") ? "ko" : "en"]?[code] ?? code
  }
}
