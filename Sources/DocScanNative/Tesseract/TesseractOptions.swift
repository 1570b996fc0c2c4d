// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import CTesseract
internal import Glibc

extension Tesseract {
  /// How an engine reads, beside its languages.
  package struct Options: Sendable {
    /// Words that its dictionaries lack; of use only with these.
    package var customWords: [String]
    /// Whether its dictionaries decide between letters that look alike.
    package var usesDictionary: Bool
    /// How many texts each word gets to choose from; 0 for none but its own.
    package var candidates: Int

    /// Options; what is not named is Tesseract's default.
    package init(customWords: [String] = [], usesDictionary: Bool = true, candidates: Int = 0) {
      (self.customWords, self.usesDictionary) = (customWords, usesDictionary)
      self.candidates = candidates
    }

    /// Loads language packs with these options; false when that failed.
    func initialize(_ handle: OpaquePointer, languages: String, dataFolder: String) -> Bool {
      let list = wordList()
      defer { if let list { close(list) } }
      var variables: [(name: String, value: String)] = []
      // The name that Tesseract opens: the list has no other.
      if let list { variables.append(("user_words_file", "/proc/self/fd/\(list)")) }
      // Settings for single dictionaries do not reach neural networks in Tesseract 5.3; this one takes all of them away.
      if !usesDictionary { variables.append(("lstm_use_matrix", "0")) }
      if candidates > 0 {
        variables.append(("lstm_choice_mode", "2"))
        variables.append(("lstm_rating_coefficient", "1"))
      }
      var names = unsafe variables.map { unsafe strdup($0.name) }
      var values = unsafe variables.map { unsafe strdup($0.value) }
      defer { unsafe (names + values).forEach { unsafe free($0) } }
      return unsafe TessBaseAPIInit4(
        handle, dataFolder, languages, OEM_DEFAULT, nil, 0, &names, &values, variables.count, 0) == 0
    }

    /// The custom words as a file without a name, one on each line; nil where there are none or no file can be made.
    ///
    /// Without it, they still take the place of what looks like them.
    private func wordList() -> Int32? {
      // Tesseract reads lines of at most 500 bytes.
      let words = customWords.filter { !$0.isEmpty && $0.utf8.count < 400 }
      guard usesDictionary, !words.isEmpty else { return nil }
      let bytes = Array(words.map { $0 + "\n" }.joined().utf8)
      let file = unsafe bytes.withUnsafeBytes { unsafe linux_memory_file($0.baseAddress, $0.count) }
      return file < 0 ? nil : file
    }
  }
}
