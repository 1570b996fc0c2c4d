// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import DocScanLayout

/// The content of a page as title, paragraphs, lists, tables, and barcodes, like Vision's observation of this name.
public struct DocumentObservation: Codable, Hashable, Sendable {
  /// The content of the whole page.
  public let document: Container
  /// The mean confidence of the words, weighted by their length, from 0 to 1.
  public let confidence: Double

  init(_ page: RecognizedPage, in size: RasterSize) {
    document = Container(page, in: size)
    confidence = page.confidence ?? 0
  }

  /// The content of a page, a table cell, or a list item.
  public struct Container: Codable, Hashable, Sendable {
    /// The title, which is the first heading, or `nil` if there is none.
    public let title: Text?
    /// All text in reading order, including the text of tables and lists.
    public let text: Text
    /// The paragraphs outside tables and lists, from top to bottom.
    public let paragraphs: [Text]
    /// The lists, from top to bottom.
    public let lists: [List]
    /// The tables, from top to bottom. Always empty in a table cell.
    public let tables: [Table]
    /// The barcodes on the page. Always empty in a table cell or list item.
    public let barcodes: [BarcodeObservation]
    /// The rectangle around the content, as fractions of the picture with the origin at its lower left. Vision has a polygon instead.
    public let boundingBox: NormalizedRect

    /// Groups the blocks and tables of a page into paragraphs, lists, and tables. Two or more consecutive paragraphs with a bullet or number form a
    /// list.
    init(_ page: RecognizedPage, in size: RasterSize) {
      let data = Self.data(page, in: size)
      var (paragraphs, tables): ([Text], [Table]) = ([], [])
      var list: [Text] = []
      var lists: [List] = []
      var title: Text?
      func endList() {
        if list.count > 1 { lists.append(List(list)) } else { paragraphs += list }
        list = []
      }
      for part in page.parts {
        switch part {
        case .table(let table):
          endList()
          tables.append(Table(table, data: data, in: size))
        case .block(let block):
          for lines in block.paragraphLines {
            let text = Text(lines, data: data, in: size)
            if List.marker(of: lines) != nil {
              list.append(text)
              continue
            }
            endList()
            paragraphs.append(text)
            if title == nil, block.kind == .heading { title = text }
          }
        }
      }
      endList()
      self.title = title
      (self.paragraphs, self.lists, self.tables) = (paragraphs, lists, tables)
      text = Text(page.blocks.flatMap(\.lines), data: data, in: size, paragraphs: pageText(page.blocks))
      barcodes = (page.barcodes ?? []).compactMap { BarcodeObservation($0, in: size) }
      boundingBox = text.boundingBox
    }

    /// Wraps the text of a table cell or list item as a single paragraph.
    init(_ text: Text, boundingBox: NormalizedRect) {
      (self.text, self.boundingBox) = (text, boundingBox)
      (title, paragraphs, lists, tables, barcodes) = (nil, text.lines.isEmpty ? [] : [text], [], [], [])
    }

    private static func data(_ page: RecognizedPage, in size: RasterSize) -> [DataDetectorMatch] {
      (page.detections ?? []).map { DataDetectorMatch($0, in: size) }
    }
  }
}

extension DocumentObservation.Container {
  /// A passage of text with its lines.
  public struct Text: Codable, Hashable, Sendable {
    /// The text as a string. For a page, each line ends with a line feed; for a paragraph, lines are joined by spaces.
    public let transcript: String
    /// The lines that contain at least one word.
    public let lines: [RecognizedTextObservation]
    /// The typed data in the text, such as dates and amounts.
    public let detectedData: [DataDetectorMatch]
    /// The rectangle around the text, as fractions of the picture with the origin at its lower left.
    public let boundingBox: NormalizedRect

    init(_ lines: [Line], data: [DataDetectorMatch], in size: RasterSize, paragraphs: String? = nil) {
      let lines = lines.filter { !$0.words.isEmpty }
      transcript = paragraphs ?? joinedText(lines.flatMap(\.words))
      self.lines = lines.map { RecognizedTextObservation($0, in: size, region: .fullImage) }
      let box = lines.dropFirst().reduce(lines.first?.box) { $0?.union($1.box) }
      let boundingBox = box.map { NormalizedRect($0, in: size) } ?? NormalizedRect(x: 0, y: 0, width: 0, height: 0)
      self.boundingBox = boundingBox
      detectedData = data.filter { boundingBox.contains($0.boundingBox.middle) }
    }
  }

  /// A list whose items each begin with a bullet or a number.
  public struct List: Codable, Hashable, Sendable {
    /// An item of a list.
    public struct Item: Codable, Hashable, Sendable {
      /// The bullet or number of the item, such as "•" or "2.".
      public let markerString: String
      /// The text after the bullet or number.
      public let itemString: String
      /// The content of the item, including its bullet or number.
      public let content: DocumentObservation.Container
    }

    /// The items, from top to bottom.
    public let items: [Item]
    /// The rectangle around the list, as fractions of the picture with the origin at its lower left.
    public let boundingBox: NormalizedRect

    init(_ texts: [Text]) {
      items = texts.map { text in
        let parts = text.transcript.split(separator: " ", maxSplits: 1)
        return Item(
          markerString: parts.first.map(String.init) ?? "", itemString: parts.count > 1 ? String(parts[1]) : "",
          content: DocumentObservation.Container(text, boundingBox: text.boundingBox))
      }
      let boxes = texts.map(\.boundingBox)
      boundingBox = boxes.dropFirst().reduce(boxes[0]) { $0.union($1) }
    }

    /// Returns the bullet or number that starts a paragraph, or `nil` if the paragraph isn't a list item.
    static func marker(of lines: [Line]) -> String? {
      guard let words = lines.first?.words, words.count > 1 || lines.count > 1, let first = words.first?.text else {
        return nil
      }
      let isMark = ["•", "‣", "◦", "▪", "●", "○", "–", "-", "*", "·"].contains(first)
      return isMark || first.wholeMatch(of: /\(?([0-9]{1,3}|[a-zA-Z])[.)]/) != nil ? first : nil
    }
  }

  /// Typed data in a text, such as a date or an amount.
  public struct DataDetectorMatch: Codable, Hashable, Sendable {
    /// The kind of data.
    public let type: Detection.Kind
    /// The text as it appears on the page.
    public let transcript: String
    /// The normalized value, such as "2024-03-01" for a date.
    public let value: String
    /// The ISO 4217 code of an amount, or `nil` for other data and for amounts whose currency the page doesn't show.
    public let currencyCode: String?
    /// The confidence, from 0 to 1.
    public let confidence: Double
    /// The rectangle around the text, as fractions of the picture with the origin at its lower left.
    public let boundingBox: NormalizedRect

    init(_ detection: Detection, in size: RasterSize) {
      (type, transcript, value) = (detection.type, detection.text, detection.value)
      (currencyCode, confidence) = (detection.currency, detection.confidence)
      boundingBox = NormalizedRect(detection.box, in: size)
    }
  }
}

extension Block {
  /// The non-empty paragraphs of the block, split at lines that are marked as the start of a paragraph.
  fileprivate var paragraphLines: [[Line]] {
    lines.reduce(into: []) { paragraphs, line in
      if paragraphs.isEmpty || line.startsParagraph == true {
        paragraphs.append([line])
      } else {
        paragraphs[paragraphs.count - 1].append(line)
      }
    }
  }
}

extension NormalizedRect {
  fileprivate var middle: NormalizedPoint { NormalizedPoint(x: x + width / 2, y: y + height / 2) }

  fileprivate func union(_ other: NormalizedRect) -> NormalizedRect {
    let (left, bottom) = (min(x, other.x), min(y, other.y))
    return NormalizedRect(
      x: left, y: bottom, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - bottom)
  }
}
