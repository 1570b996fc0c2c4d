// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanLibrary
internal import DocScanStore
internal import FoundationEssentials
internal import Glibc

/// The website's hidden folder with `app`, `data`, and `documents`. The library may come from another user, so links in it are never followed.
struct SiteFolder {
  let root: Folder

  /// Opens or creates the folder in a library. Throws if a link is in the way or the folder can't be created.
  init(library: Folder) throws(BatchError) {
    let hidden = try HiddenFolder.made(in: library)
    guard let root = hidden.makeFolder("view") else { throw Self.failure("made", "\(hidden.path)/view") }
    self.root = root
  }

  func exists(_ name: String) -> Bool { root.exists(name) }

  static func failure(_ what: String, _ path: String) -> BatchError {
    guard [ELOOP, ENOTDIR].contains(errno) else {
      return .output("\(path) cannot be \(what): \(unsafe String(cString: strerror(errno))).")
    }
    return .output(
      "\(path) cannot be \(what): a link or a file is in the way. Remove .docscan/view; docscan creates it again."
    )
  }

  func cards(_ chunk: Int) -> String { "data/cards-\(PagePictures.digits(chunk + 1))" }

  /// Returns the folder of a document's data. Document folders never begin with a dot, so it can't collide with another document.
  private func folder(of place: String) -> String { "documents/\(place)/.pages" }

  func write(_ data: DocumentData) throws(BatchError) {
    let folder = folder(of: data.place)
    // Removes the data of pages that the document no longer has.
    try remove(folder)
    for page in data.document.record.pages {
      guard let read = data.document.page(page, mentioning: "schema") else { continue }
      let json = PageData(
        page: read, record: data.document.record, showsSource: data.pictures?.showsSource(page) ?? false
      ).json
      try write(json, to: "\(folder)/\(PagePictures.digits(page.number))")
    }
    try write(data.json, to: "\(folder)/document")
  }

  func remove(document place: String) throws(BatchError) {
    try remove(folder(of: place))
    // The folder can contain other documents' folders, which must stay.
    var folder = "documents/\(place)"
    while folder != "documents", isEmpty(folder) {
      try remove(folder)
      folder = pathNames(folder).dropLast().joined(separator: "/")
    }
  }

  private func isEmpty(_ folder: String) -> Bool { root.folder(folder)?.names()?.isEmpty ?? false }

  /// Writes data as a script unless it is unchanged. `name` is the path without extension. Returns whether the file was written.
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

  @discardableResult
  func write(_ data: Data, to name: String) throws(BatchError) -> Bool {
    let bytes = [UInt8](data)
    if root.contents(name) == bytes { return false }
    let above = name.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(name[..<$0]) } ?? ""
    guard above.isEmpty || root.makeFolder(above) != nil, root.write(bytes, to: name) else {
      throw Self.failure("written", "\(root.path)/\(name)")
    }
    return true
  }

  func remove(_ name: String) throws(BatchError) {
    guard root.removeTree(name) else { throw Self.failure("removed", "\(root.path)/\(name)") }
  }

  /// Returns the date by which users find a document: that of the receipt or invoice, or else of the photo, or else of the record.
  func date(of document: StoredDocument, place: String, facts: DocumentFacts) -> DocumentData.Day {
    if let date = facts.date { return .init(date, facts.kind == "receipt" ? .receipt : .document) }
    if let captured = document.record.captured { return .init(String(captured.first.text.prefix(10)), .photo) }
    let name = fileName(place)
    do {
      let facts = try FileManager.default.attributesOfItem(atPath: "\(document.folder)/\(name).json")
      guard let date = facts[.modificationDate] as? Date else { return .init("", .scan) }
      return .init(String(date.formatted(.iso8601).prefix(10)), .scan)
    } catch {
      return .init("", .scan)
    }
  }
}
