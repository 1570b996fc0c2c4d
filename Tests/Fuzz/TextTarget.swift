// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanTypedData
internal import DocScanUnderstanding

/// Text as recognition may return it: typed data, languages, and payloads of barcodes.
enum TextTarget {
  /// The maximum length of an input in bytes: a fault that a long text shows also appears in a short one.
  private static let longest = 1024

  static func run(_ bytes: [UInt8]) {
    let text = String(decoding: bytes.prefix(longest), as: UTF8.self)
    let blocks = text.split(separator: "\u{0C}").map { part in
      let lines = part.split(separator: "\n").map { content in
        let words = content.split(separator: " ").map {
          Word(text: String($0), confidence: 0.5, box: Box(x: 1, y: 2, width: 3, height: 4))
        }
        return Line(
          text: String(content), confidence: 0.5, box: Box(x: 1, y: 2, width: 3, height: 4), baseline: [], words: words)
      }
      return Block(kind: .text, box: Box(x: 0, y: 0, width: 9, height: 9), lines: lines)
    }
    var page = MessageTarget.samplePage
    page.blocks = blocks
    page.text = text
    let count = page.words.count
    for found in TypedData(masks: false).find(on: page) {
      precondition(!found.value.isEmpty && (0...1).contains(found.confidence))
      precondition(
        found.words.allSatisfy { (0..<count).contains($0) } && found.text.utf8.count <= Detection.longestText)
    }
    let language = PageLanguage(of: page)
    precondition((0...1).contains(language.confidence) && language.blocks.allSatisfy { $0.block < blocks.count })
    let quad = Array(repeating: Point(x: 0, y: 0), count: 4)
    for format in Barcode.Format.allCases {
      guard let payload = Barcode.Payload(of: Barcode(format: format, text: text, quad: quad)) else { continue }
      precondition(payload.fields.count <= Barcode.Payload.mostFields)
      precondition(payload.fields.allSatisfy { $0.value.utf8.count <= Barcode.Payload.longestValue })
    }
  }

  static let seeds = [
    "Call (212) 555-0142 before 5 March 2024, 2:30 pm, or write to a.b@museum.co.uk: $1,234.50 and 12 €\n1Z5TA8486501991894",
    "IBAN ES75 2238 7212 4561 0885 7034\nCard 5212 5024 5566 0389 VAT DE136695976 ISBN 978-1-60558-392-1 flight LH 786",
    "令和6年3月5日 午後2時30分 ¥1,234 電話 03-5321-1111\n\u{0C}2024년 3월 5일 3,870원 단기 4357년", "WIFI:T:WPA;S:a\\;b;P:c;;",
    "https://www.harbour-library.org/plan/350?a=b%20c", "]C1010952123454321310ABC\u{1D}17240305",
    "BEGIN:VCARD\nN:Harbour;Jane\nTEL:+12125550142\nEND:VCARD",
    "BCD\n002\n1\nSCT\nBFSWDE33BER\nWikimedia\nDE33100205000001194700\nEUR12.50",
  ].map { Array($0.utf8) }
}
