// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanLibrary
internal import DocScanStore
internal import FoundationEssentials
internal import Glibc

/// The hidden folder of the website, all of which is docscan's: `app`, `data`, `documents`.
///
/// The library may come from somebody else, so no link in it is followed, whether something is read, written or removed.
struct SiteFolder {
  /// Open for as long as the website is being written.
  let root: Folder

  /// Opens the folder of a library, or makes it; fails where it leads elsewhere.
  init(library: Folder) throws(BatchError) {
    let hidden = try HiddenFolder.made(in: library)
    guard let root = hidden.makeFolder("view") else { throw Self.failure("made", "\(hidden.path)/view") }
    self.root = root
  }

  func exists(_ name: String) -> Bool { root.exists(name) }

  /// Why something cannot be done, from `errno`.
  static func failure(_ what: String, _ path: String) -> BatchError {
    guard [ELOOP, ENOTDIR].contains(errno) else {
      return .output("\(path) cannot be \(what): \(unsafe String(cString: strerror(errno))).")
    }
    return .output(
      "\(path) cannot be \(what): a link, or something that is not a folder, is on the way. Remove .docscan/view; docscan makes it again."
    )
  }

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

  private func isEmpty(_ folder: String) -> Bool { root.folder(folder)?.names()?.isEmpty ?? false }

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
    let bytes = [UInt8](data)
    if root.contents(name) == bytes { return false }
    let above = name.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(name[..<$0]) } ?? ""
    guard above.isEmpty || root.makeFolder(above) != nil, root.write(bytes, to: name) else {
      throw Self.failure("written", "\(root.path)/\(name)")
    }
    return true
  }

  /// Removes a file or folder, if it is there.
  func remove(_ name: String) throws(BatchError) {
    guard root.removeTree(name) else { throw Self.failure("removed", "\(root.path)/\(name)") }
  }

  /// The day that people look for a document under: that of the receipt or invoice, or when it was
  /// photographed, or else when its record was written.
  func date(of document: StoredDocument, place: String) -> DocumentData.Day {
    if let page = document.record.pages.first,
      let date = document.page(page, mentioning: Receipt.description.key)?.receipt?.date,
      date.confidence >= LedgerEntry.sure
    {
      return .init(String(date.value.prefix(10)), .receipt)
    }
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
