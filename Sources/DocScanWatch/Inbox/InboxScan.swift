// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import Glibc

/// A snapshot of the inbox by names and file status, without opening files.
struct InboxScan {
  /// A file, or a folder of pages, which is taken and moved as a whole.
  struct Item: Hashable, Sendable {
    var path: String
    var isFolder: Bool
    /// The files that may be pages or documents, in natural order.
    var files: [File]
    var isMarked = false
  }

  struct File: Hashable, Sendable {
    var path: String
    var version: FileIdentity
  }

  private(set) var items: [Item] = []
  /// The items that are never opened, with reasons, by path relative to the inbox.
  private(set) var refused: [PathKey: String] = [:]
  static let unfinishedReason = "Its name looks unfinished. Rename it if the file is complete."

  private(set) var unfinished: [String] = []
  /// The folders that may receive files, relative to the inbox. An empty path is the inbox itself.
  private(set) var folders: [String] = []
  private(set) var failure: String?

  let root: Folder?
  private let places: WatchPlaces
  private let group: InputSettings.Grouping
  private let formats: InputFormats

  /// Scans the inbox. Reuses the open folder of an earlier scan if it's still the same folder.
  init(_ places: WatchPlaces, group: InputSettings.Grouping, formats: InputFormats, after earlier: Folder? = nil) {
    let found = Folder(root: places.inbox)
    let isSame = found.flatMap { found in earlier.map { found.isSame(as: $0) } } ?? false
    self.init(isSame ? earlier : found, places, group: group, formats: formats)
  }

  init(_ root: Folder?, _ places: WatchPlaces, group: InputSettings.Grouping, formats: InputFormats) {
    (self.root, self.places, self.group, self.formats) = (root, places, group, formats)
    if root == nil { failure = errorText() }
    walk("", into: nil)
  }

  func again(_ item: Item) -> Item? {
    guard item.isFolder else {
      return root?.identity(item.path).map {
        Item(path: item.path, isFolder: false, files: [File(path: item.path, version: $0)])
      }
    }
    var fresh = self
    fresh.items = [Item(path: item.path, isFolder: true, files: [])]
    fresh.walk(item.path, into: 0)
    return fresh.items[0].files.isEmpty ? nil : fresh.items[0]
  }

  /// Returns the entries in natural order, and printable forms of names that aren't UTF-8, or `nil` if the folder can't be read.
  private func entries(of folder: String) -> (named: [(name: String, status: stat)], unnamed: [String])? {
    guard let place = root?.folder(folder), let (names, unnamed) = place.entries() else { return nil }
    return (
      names.sorted(by: isNaturallyOrdered).compactMap { name in place.status(name).map { (name, $0) } }, unnamed
    )
  }

  /// Scans a folder recursively. `unit` is the index of the item that contains the folder, or `nil`.
  private mutating func walk(_ folder: String, into unit: Int?) {
    guard root != nil else { return }
    guard let (entries, unnamed) = entries(of: folder) else {
      if folder.isEmpty {
        failure = errorText()
      } else {
        refused[PathKey(folder)] = "The folder cannot be read: \(errorText())."
      }
      return
    }
    folders.append(folder)
    for name in unnamed where !InboxName.isHidden(name) {
      refused[PathKey(folder.isEmpty ? name : folder + "/" + name)] = "Its name is not UTF-8. Rename it."
    }
    var files: [File] = []
    var inner: [String] = []
    for (name, entry) in entries where !InboxName.isHidden(name) {
      let relative = folder.isEmpty ? name : folder + "/" + name
      switch entry.kind {
      case S_IFDIR where InboxName.isSystemFolder(name) || places.isOwn(places.inbox + "/" + relative): break
      case S_IFDIR: inner.append(relative)
      case S_IFREG where InboxName.isUnfinished(name): unfinished.append(relative)
      case S_IFREG: files.append(File(path: relative, version: FileIdentity(entry)))
      case S_IFLNK: refused[PathKey(relative)] = "It is a link. Put the file itself into the inbox."
      case _: refused[PathKey(relative)] = "It is not a regular file."
      }
    }
    var unit = unit
    // Pages that docscan received form one document, even if `group` makes each file a document.
    let isReceived = entries.contains { $0.name == ReceivedPages.fileName && $0.status.kind == S_IFREG }
    let isMarked = isReceived || entries.contains { $0.name == InboxName.marker }
    if unit == nil, group == .folder || isReceived, !folder.isEmpty,
      files.contains(where: { formats.fitName(of: $0.path) })
    {
      items.append(Item(path: folder, isFolder: true, files: [], isMarked: isMarked))
      unit = items.count - 1
    } else if let unit, PathKey(items[unit].path) == PathKey(folder) {
      items[unit].isMarked = isMarked
    }
    if let unit {
      items[unit].files += files
    } else {
      items += files.map { Item(path: $0.path, isFolder: false, files: [$0]) }
    }
    for folder in inner { walk(folder, into: unit) }
  }
}
