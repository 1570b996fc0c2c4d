// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// What a page consists of: its title, paragraphs, lists, tables and barcodes, as Vision's observation of this name has it.
public struct DocumentObservation: Hashable, Sendable {
  /// What the page holds.
  public let document: Container
  /// 0 to 1: the mean of its words, weighted by their length.
  public let confidence: Double

  init(_ page: RecognizedPage, in size: RasterSize) {
    document = Container(page, in: size)
    confidence = page.confidence ?? 0
  }

  /// A part of a page, or all of it, with what it holds.
  public struct Container: Hashable, Sendable {
    /// Its title; nil if there is none.
    public let title: Text?
    /// All of its text in reading order, that of tables and lists as well.
    public let text: Text
    /// Its paragraphs outside of tables and lists.
    public let paragraphs: [Text]
    /// Its lists.
    public let lists: [List]
    /// Its tables, from top to bottom; none within a cell.
    public let tables: [Table]
    /// Its barcodes.
    public let barcodes: [BarcodeObservation]
    /// Around all of it: 0 to 1 of the picture, with the origin at its lower left. Vision has a polygon.
    public let boundingBox: NormalizedRect

    /// A page.
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

    /// A cell or an item.
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
  /// A piece of text with its lines.
  public struct Text: Hashable, Sendable {
    /// All of it; lines of a page end with a line feed, those of a paragraph are joined by a space.
    public let transcript: String
    /// Its lines.
    public let lines: [RecognizedTextObservation]
    /// The typed data in it, such as dates and amounts.
    public let detectedData: [DataDetectorMatch]
    /// Around it: 0 to 1 of the picture, with the origin at its lower left.
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

  /// Items, each of which begins with a mark or a number.
  public struct List: Hashable, Sendable {
    /// One item.
    public struct Item: Hashable, Sendable {
      /// Its mark, such as "•" or "2.".
      public let markerString: String
      /// What it says behind its mark.
      public let itemString: String
      /// All of it.
      public let content: DocumentObservation.Container
    }

    /// The items, from top to bottom.
    public let items: [Item]
    /// Around all of it.
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

    /// The mark that a paragraph begins with; nil for other paragraphs.
    static func marker(of lines: [Line]) -> String? {
      guard let words = lines.first?.words, words.count > 1 || lines.count > 1, let first = words.first?.text else {
        return nil
      }
      let isMark = ["•", "‣", "◦", "▪", "●", "○", "–", "-", "*", "·"].contains(first)
      return isMark || first.wholeMatch(of: /\(?([0-9]{1,3}|[a-zA-Z])[.)]/) != nil ? first : nil
    }
  }

  /// Typed data in a text.
  public struct DataDetectorMatch: Hashable, Sendable {
    /// What kind of data it is.
    public let type: Detection.Kind
    /// The text on the page.
    public let transcript: String
    /// The normalized value, such as "2024-03-01".
    public let value: String
    /// The ISO 4217 code of an amount; nil for all else, and where the page does not say.
    public let currencyCode: String?
    /// 0 to 1.
    public let confidence: Double
    /// Around it.
    public let boundingBox: NormalizedRect

    init(_ detection: Detection, in size: RasterSize) {
      (type, transcript, value) = (detection.type, detection.text, detection.value)
      (currencyCode, confidence) = (detection.currency, detection.confidence)
      boundingBox = NormalizedRect(detection.box, in: size)
    }
  }
}

extension Block {
  /// The lines, parted where a paragraph is known to begin; never empty ones.
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
