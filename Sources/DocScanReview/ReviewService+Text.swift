// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanLibrary
package import DocScanStore
internal import FoundationEssentials

/// Decisions about text, and about fields of pages.
extension ReviewService {
  /// Records a text for adjacent words in a line, by indices in reading order, from 0. Throws if they are no longer `old`, as the reviewer saw.
  @discardableResult
  package func decide(
    document name: String, page number: Int, words numbers: ClosedRange<Int>, reading old: String, _ text: String,
    by person: String
  ) throws(BatchError) -> Edit {
    let (document, page) = try page(number, of: name)
    let words = page.words
    guard numbers.upperBound < words.count, joinedText(Array(words[numbers])) == old else {
      throw .usage("\(name), page \(number): \"\(old)\" is not there any more. Load the page again.")
    }
    let new = try Self.text(text)
    return try keep(in: document) { id, at in
      Edit(id: id, words: Array(words[numbers]), on: page, new: new, by: person, at: at)
    }
  }

  /// Records a line that wasn't recognized. With `isSource`, the box is in pixels of the page as loaded, otherwise in pixels of its image.
  @discardableResult
  package func add(
    document name: String, page number: Int, line box: Box, isSource: Bool = false, _ text: String, by person: String
  ) throws(BatchError) -> Edit {
    let (document, page) = try page(number, of: name)
    let box = isSource ? Box(around: box.corners.map(page.map.image)) : box
    let new = try Self.text(text)
    guard !new.isEmpty else { throw .usage("Type the text of the line.") }
    guard page.status == .recognized else {
      throw .usage("\(name), page \(number): only pages that were read can be corrected.")
    }
    guard let image = page.image, box.width >= 2, box.height >= 2, box.middleX >= 0, box.middleY >= 0,
      box.middleX <= Double(image.width), box.middleY <= Double(image.height)
    else { throw .usage("The box of the line is not on the page.") }
    let before = page.edits?.entries.count ?? 0
    let edit = Edit(id: "new", line: box, on: page, new: new, by: person, at: "")
    let standing = document.edits.standing(on: page.page, sha256: page.document.sha256)
    guard let entries = page.withoutEdits.applying(standing + [edit]).edits?.entries, entries.count > before else {
      throw .usage("\(name), page \(number): the box is too small for a line.")
    }
    return try keep(in: document) { id, at in Edit(id: id, line: box, on: page, new: new, by: person, at: at) }
  }

  /// Records a field of a page's receipt or invoice, the page's language, or the document's kind. An empty value removes a field.
  @discardableResult
  package func decide(
    document name: String, page number: Int, _ field: DecidedField, _ value: String, by person: String
  ) throws(BatchError) -> Edit {
    let (document, page) = try page(number, of: name)
    guard let value = field.normalized(value) else {
      throw .usage("\"\(value)\" is not a valid \(field.rawValue). Write \(field.example).")
    }
    guard [.recognized, .copied].contains(page.status) else {
      throw .usage("\(name), page \(number): only pages that were read can be corrected.")
    }
    // An e-invoice has fields even without the stage.
    let isOfInvoice = document.record.invoice?.covers(field, onPage: number) ?? false
    let stages = document.record.pipeline.stages ?? []
    guard field == .kind || isOfInvoice || stages.contains(where: { $0.name == field.stage }) else {
      throw .usage(
        "\(name) was made without the stage \"\(field.stage)\", so its pages have no \(field.rawValue). Run it with a "
          + "pipeline that has the stage\(field == .language ? "" : ", such as the preset receipts").")
    }
    if [.sameAs, .differentFrom].contains(field), !value.isEmpty { try requireOther(value, than: "\(name):\(number)") }
    return try keep(in: document) { id, at in
      var edit = Edit(id: id, field, value, on: page, of: document.record.invoice, by: person, at: at)
      if field == .kind { edit.old = DocumentFacts(document).kind ?? "" }
      return edit
    }
  }

  /// Throws an error unless the value refers to another page of this library.
  private func requireOther(_ place: String, than own: String) throws(BatchError) {
    guard place != own, let colon = place.lastIndex(of: ":"), let number = Int(place[place.index(after: colon)...])
    else {
      throw .usage("\(own): name the other receipt, as a document and a page such as shop:1.")
    }
    _ = try page(number, of: String(place[..<colon]))
  }

  package static func text(_ text: String) throws(BatchError) -> String {
    let new = text.split(whereSeparator: { $0.isWhitespace || $0.isNewline }).joined(separator: " ")
    guard new.count <= longestText, !new.unicodeScalars.contains(where: \.isNotWritten) else {
      throw .usage("This is not a valid text: at most \(longestText) characters, and none of them invisible.")
    }
    return new
  }

  package func keep(
    in document: StoredDocument, _ made: (String, String) -> Edit
  ) throws(BatchError) -> Edit {
    let at = Decision.now
    var edit = made("", at)
    try EditFile.change(of: document) { list in
      edit.id = list.nextID
      list.add(.text(edit))
    }
    return edit
  }
}
