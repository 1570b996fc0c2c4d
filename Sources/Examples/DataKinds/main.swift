// SPDX-License-Identifier: GPL-3.0-or-later

import DocScan
import FoundationEssentials
import Glibc

// Lists all text on a page, or data of the given kinds, which a phone's scanner would highlight.
//
//   DataKinds [--quality fast|balanced|accurate] [--language TAG]… [KIND…] FILE

let kinds: [String: DataScanner.RecognizedDataType] = [
  "text": .text(), "barcode": .barcode(), "url": .text(textContentType: .URL),
  "money": .text(textContentType: .currency), "date": .text(textContentType: .dateTimeDuration),
  "email": .text(textContentType: .emailAddress), "flight": .text(textContentType: .flightNumber),
  "address": .text(textContentType: .fullStreetAddress), "parcel": .text(textContentType: .shipmentTrackingNumber),
  "phone": .text(textContentType: .telephoneNumber),
]
let qualities: [String: DataScanner.QualityLevel] = ["fast": .fast, "balanced": .balanced, "accurate": .accurate]

var quality = DataScanner.QualityLevel.balanced
var (languages, types, file) = ([String](), Set<DataScanner.RecognizedDataType>(), String?.none)
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  if argument == "--quality", let level = arguments.popFirst().flatMap({ qualities[$0] }) {
    quality = level
  } else if argument == "--language", let tag = arguments.popFirst() {
    languages.append(tag)
  } else if let kind = kinds[argument] {
    types.insert(kind)
  } else {
    file = argument
  }
}
guard let file, await DataScanner.isAvailable() else {
  print("Usage: DataKinds [--quality LEVEL] [--language TAG] [\(kinds.keys.sorted().joined(separator: "|"))]… FILE")
  print("Languages: \(try await DataScanner.supportedTextRecognitionLanguages().joined(separator: ", "))")
  exit(2)
}
do {
  let scanner = DataScanner(
    recognizedDataTypes: types.isEmpty ? [.text()] : types, qualityLevel: quality, languages: languages)
  for page in try await DocumentScan(contentsOf: [URL(filePath: file)]).pages {
    for item in try await scanner.perform(on: page) {
      switch item {
      case .text(let text):
        let kind = kinds.first { $0.value == .text(textContentType: text.textContentType) }?.key ?? "text"
        print(kind, text.value, text.value == text.transcript ? "" : "(\(text.transcript))", separator: "\t")
      case .barcode(let code): print("barcode", code.payloadStringValue, code.observation.symbology, separator: "\t")
      }
    }
  }
} catch {
  print("\(file) cannot be read: \(error)")
  exit(1)
}
