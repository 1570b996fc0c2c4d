// SPDX-License-Identifier: GPL-3.0-or-later

/// A request to read a picture of one line with a recognizer that a user has added.
package struct ReadLineRequest: JobRequest {
  package static let name = "readLine"
  private static let mostWords = 1000

  /// The words of the line with the network's own confidences.
  package struct Reply: JobReply {
    package struct Word: Codable, Sendable {
      package var text: String
      package var confidence: Double

      package init(text: String, confidence: Double) { (self.text, self.confidence) = (text, confidence) }
    }

    package var words: [Word]

    package init(words: [Word]) { self.words = words }

    package var bounded: Self {
      Self(
        words: words.prefix(mostWords).map {
          Word(text: boundedMessage($0.text), confidence: min(max($0.confidence, 0), 1))
        })
    }
  }

  package var file: String
  package var recognizer: String

  package init(file: String, recognizer: String) { (self.file, self.recognizer) = (file, recognizer) }

  package var fileNames: [String] { [file] }
}
