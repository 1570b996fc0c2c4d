// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import FoundationEssentials
internal import Glibc

/// What lies in the inbox at one moment, by names and states: no file is opened.
struct InboxScan {
  /// A file, or a folder of pages: what is taken, and put away, as a whole.
  struct Item: Hashable, Sendable {
    /// Relative to the inbox.
    var path: String
    var isFolder: Bool
    /// The files that may be documents, in natural order.
    var files: [File]
    /// Whether somebody has marked the folder as complete.
    var isMarked = false
  }

  /// A regular file.
  struct File: Hashable, Sendable {
    /// Relative to the inbox.
    var path: String
    var version: FileIdentity
  }

  private(set) var items: [Item] = []
  /// What is never opened, and why, by paths relative to the inbox.
  private(set) var refused: [String: String] = [:]
  static let unfinishedReason = "Its name looks unfinished. Rename it if the file is complete."

  /// Files with names of unfinished ones.
  private(set) var unfinished: [String] = []
  /// The folders that may get files, relative to the inbox; the inbox itself is empty.
  private(set) var folders: [String] = []
  /// Why the inbox could not be read; nil when it could.
  private(set) var failure: String?

  private let places: WatchPlaces
  private let group: InputSettings.Grouping
  private let formats: InputFormats

  init(_ places: WatchPlaces, group: InputSettings.Grouping, formats: InputFormats) {
    (self.places, self.group, self.formats) = (places, group, formats)
    walk("", into: nil)
  }

  /// One entry again; nil when it is not there any more.
  func again(_ item: Item) -> Item? {
    guard item.isFolder else {
      return FileIdentity(path: places.inbox + "/" + item.path).map {
        Item(path: item.path, isFolder: false, files: [File(path: item.path, version: $0)])
      }
    }
    var fresh = self
    fresh.items = [Item(path: item.path, isFolder: true, files: [])]
    fresh.walk(item.path, into: 0)
    return fresh.items[0].files.isEmpty ? nil : fresh.items[0]
  }

  /// Looks through a folder; `unit` is the item that it belongs to.
  private mutating func walk(_ folder: String, into unit: Int?) {
    let path = folder.isEmpty ? places.inbox : places.inbox + "/" + folder
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path).sorted(by: isNaturallyOrdered)
    } catch {
      if folder.isEmpty {
        failure = errorText()
      } else {
        refused[folder] = "The folder cannot be read: \(errorText())."
      }
      return
    }
    folders.append(folder)
    for name in InputScanner.entries(of: path)?.unnamed ?? [] where !InboxName.isHidden(name) {
      refused[folder.isEmpty ? name : folder + "/" + name] = "Its name is not UTF-8. Rename it."
    }
    var files: [File] = []
    var inner: [String] = []
    for name in names where !InboxName.isHidden(name) {
      let relative = folder.isEmpty ? name : folder + "/" + name
      // It is gone already.
      guard let entry = fileStatus(places.inbox + "/" + relative) else { continue }
      switch entry.kind {
      case S_IFDIR where InboxName.isSystemFolder(name) || places.isOwn(path + "/" + name): break
      case S_IFDIR: inner.append(relative)
      case S_IFREG where InboxName.isUnfinished(name): unfinished.append(relative)
      case S_IFREG: files.append(File(path: relative, version: FileIdentity(entry)))
      case S_IFLNK: refused[relative] = "It is a link. Put the file itself into the inbox."
      case _: refused[relative] = "It is not a regular file."
      }
    }
    var unit = unit
    if unit == nil, group == .folder, !folder.isEmpty, files.contains(where: { formats.fitName(of: $0.path) }) {
      items.append(
        Item(path: folder, isFolder: true, files: [], isMarked: names.contains(InboxName.marker)))
      unit = items.count - 1
    } else if let unit, items[unit].path == folder {
      items[unit].isMarked = names.contains(InboxName.marker)
    }
    if let unit {
      items[unit].files += files
    } else {
      items += files.map { Item(path: $0.path, isFolder: false, files: [$0]) }
    }
    for folder in inner { walk(folder, into: unit) }
  }
}
