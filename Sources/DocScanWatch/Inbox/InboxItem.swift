// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanStore

/// A file or folder of the inbox whose documents are being processed.
final class InboxItem {
  /// What became of a document of it.
  struct Result {
    var outcome: DocumentOutcome
    /// Whether another original has the same content and was done before.
    var isDuplicate: Bool
  }

  let item: InboxScan.Item
  /// How many of its documents are not done.
  var open: Int
  var results: [Result] = []
  /// The XML of an e-invoice that was read with it, by its path in the inbox; it goes where the item goes.
  var invoice: String?
  /// Whether it was changed meanwhile, so that what was made of it is of no use.
  var isStale = false
  /// Whether it is done and could not be put away so far.
  var isStuck = false

  /// Whether a program had it open for writing when it was taken, as one that never closes its files.
  let hadWriter: Bool

  /// The inbox that it was found in.
  let inbox: Folder

  init(_ item: InboxScan.Item, documents: Int, inbox: Folder) {
    (self.item, self.inbox) = (item, inbox)
    hadWriter = item.files.contains { InboxFile($0.path, in: inbox)?.hasWriter ?? false }
    open = documents
  }
}

extension InboxScan.Item {
  /// The documents in it, with the names that they would like: the images of a folder are one, each PDF is one.
  func documents(in inbox: Folder, _ formats: InputFormats) -> [(wish: String, files: [InboxScan.File])] {
    guard isFolder else { return [(stem(path), files)] }
    var folders: [String] = []
    var images: [String: [InboxScan.File]] = [:]
    var others: [(wish: String, files: [InboxScan.File])] = []
    for file in files {
      let format = formats.format(of: file.path, in: inbox)
      guard format != nil || formats.fitName(of: file.path) else { continue }
      if format?.isDocument == true {
        others.append((stem(file.path), [file]))
      } else {
        let folder = String(file.path[..<(file.path.lastIndex(of: "/") ?? file.path.startIndex)])
        if images[folder] == nil { folders.append(folder) }
        images[folder, default: []].append(file)
      }
    }
    return folders.map { ($0, images[$0] ?? []) } + others
  }
}

extension InboxScan {
  /// The versions of several files as one short text.
  static func version(of files: [File]) -> String {
    ContentDigest.sha256(files.map { $0.path + " " + $0.version.text + "\n" }.joined().utf8)
  }
}

/// A path without the ending of its last part.
private func stem(_ path: String) -> String {
  let name = fileName(path)
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path }
  return String(path.dropLast(name.distance(from: dot, to: name.endIndex)))
}
