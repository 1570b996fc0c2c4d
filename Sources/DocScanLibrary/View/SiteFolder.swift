// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import FoundationEssentials

/// The hidden folder of the website, all of which is docscan's: `app`, `data`, `documents`.
struct SiteFolder {
  let path: String

  init(path: String) { self.path = path }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }

  /// The chunk with a document's cards, without its ending.
  func cards(_ chunk: Int) -> String { "data/cards-\(PagePictures.digits(chunk + 1))" }

  /// The folder of a document's data. No document's own folder begins with a dot, so it is no other document's.
  private func folder(of place: String) -> String { "documents/\(place)/.pages" }

  /// Writes a document's pages, and the list of them.
  func write(_ data: DocumentData) throws(BatchError) {
    let folder = folder(of: data.place)
    // Pages that the document no longer has must not stay.
    try remove(folder)
    for page in data.document.record.pages {
      guard let read = data.document.page(page, mentioning: "schema") else { continue }
      let json = PageData(page: read, showsSource: data.pictures?.showsSource(page) ?? false).json
      try write(json, to: "\(folder)/\(PagePictures.digits(page.number))")
    }
    try write(data.json, to: "\(folder)/document")
  }

  func remove(document place: String) throws(BatchError) {
    try remove(folder(of: place))
    // Folders of other documents may be beside it.
    var folder = "documents/\(place)"
    while folder != "documents", isEmpty(folder) {
      try remove(folder)
      folder = pathNames(folder).dropLast().joined(separator: "/")
    }
  }

  private func isEmpty(_ folder: String) -> Bool {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)").isEmpty
    } catch {
      return false
    }
  }

  /// Writes a script with data, if it is not what is there; gives whether it was not. The script is named without its ending.
  @discardableResult
  func write(_ value: JSONValue, to name: String) throws(BatchError) -> Bool {
    let script: Data
    do {
      script = try DataScript.of(name, value)
    } catch {
      throw .output("\(name) cannot be written: \(error).")
    }
    return try write(script, to: "\(name).js")
  }

  /// Writes a file, if it is not what is there; gives whether it was not.
  @discardableResult
  func write(_ data: Data, to name: String) throws(BatchError) -> Bool {
    let file = URL(filePath: "\(path)/\(name)")
    if FileManager.default.contents(atPath: file.path) == data { return false }
    do {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file, options: .atomic)
    } catch {
      throw .output("\(file.path) cannot be written: \(error).")
    }
    return true
  }

  /// Removes a file or folder, if it is there.
  func remove(_ name: String) throws(BatchError) {
    guard exists(name) else { return }
    do {
      try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    } catch {
      throw .output("\(path)/\(name) cannot be removed: \(error).")
    }
  }

  /// The day that people look for a document under: when it was photographed, or else when its record was written.
  func date(of document: LibraryDocument, place: String) -> String {
    if let captured = document.record.captured { return String(captured.first.text.prefix(10)) }
    let name = fileName(place)
    do {
      let facts = try FileManager.default.attributesOfItem(atPath: "\(document.folder)/\(name).json")
      guard let date = facts[.modificationDate] as? Date else { return "" }
      return String(date.formatted(.iso8601).prefix(10))
    } catch {
      return ""
    }
  }
}
