// SPDX-License-Identifier: GPL-3.0-or-later

/// A parser to fuzz: it may reject inputs, but must not trap, hang, or allocate without reason.
enum FuzzTarget: String, CaseIterable {
  /// A pipeline file.
  case pipeline
  /// A worker's answers, and the reactions of the parent and its writers.
  case replies
  /// A parent's requests to a worker.
  case requests
  /// Page ranges such as `1-3,7`.
  case pages
  /// The files of a finished document that `docscan verify` reads.
  case records
  /// Headers of pictures.
  case pictures
  /// Content streams of PDFs.
  case content
  /// Names of inputs, from which names of folders are made.
  case names
  /// Texts and their translations.
  case translations
  /// Text of receipts.
  case receipts
  /// Texts of pages and barcodes, in which data is detected.
  case texts

  /// The target of this process, which libFuzzer calls through a C function.
  nonisolated(unsafe) static var chosen = pipeline

  /// Passes the bytes to the parser.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .pipeline: PipelineTarget.run(bytes)
    case .replies: MessageTarget.runReplies(bytes)
    case .requests: MessageTarget.runRequests(bytes)
    case .pages: NameTarget.runPages(bytes)
    case .records: RecordTarget.run(bytes)
    case .pictures: PictureTarget.run(bytes)
    case .content: ContentTarget.run(bytes)
    case .names: NameTarget.runNames(bytes)
    case .translations: NameTarget.runTranslations(bytes)
    case .receipts: ReceiptTarget.run(bytes)
    case .texts: TextTarget.run(bytes)
    }
  }

  /// Valid inputs.
  var seeds: [[UInt8]] {
    get throws {
      switch self {
      case .pipeline: PipelineTarget.seeds
      case .replies: try MessageTarget.replies()
      case .requests: try MessageTarget.requests()
      case .pages: ["1-3,7", "5-", "all", "1,1,1", "9223372036854775807-"].map { Array($0.utf8) }
      case .records: try RecordTarget.seeds()
      case .pictures: try PictureTarget.seeds()
      case .content: ContentTarget.seeds
      case .receipts: ReceiptTarget.seeds
      case .texts: TextTarget.seeds
      case .names: ["a/b/scan.pdf\nscan.pdf\n.hidden\n\u{202E}fdp.exe", "..\n...\n/\n a"].map { Array($0.utf8) }
      case .translations:
        ["el 5 de mayo, +34 91 555, a@b.es\nthe 5th of May\n5", "1.234,50 €\n€1,234.50\nhttps://a.es/"].map {
          Array($0.utf8)
        }
      }
    }
  }
}

/// Passes an input to the chosen target. libFuzzer calls this function.
@_cdecl("LLVMFuzzerTestOneInput")
public func feed(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
  unsafe FuzzTarget.chosen.run([UInt8](UnsafeBufferPointer(start: data, count: size)))
  return 0
}
