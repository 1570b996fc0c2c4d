// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore

/// A file or folder of the inbox whose documents are being processed.
final class InboxItem {
  /// The result for a document of the item.
  struct Result {
    var outcome: DocumentOutcome
    /// Whether another original with the same content was finished earlier.
    var isDuplicate: Bool
  }

  let item: InboxScan.Item
  /// The number of pending documents.
  var open: Int
  var results: [Result] = []
  /// The inbox path of the e-invoice's XML that was read with the item, and moves with it.
  var invoice: String?
  /// Whether the item changed during processing, so that its results are obsolete.
  var isStale = false
  var isStuck = false

  /// Whether another process had the item open for writing when it was taken. Some programs never close their files.
  let hadWriter: Bool

  let inbox: Folder

  init(_ item: InboxScan.Item, documents: Int, inbox: Folder) {
    (self.item, self.inbox) = (item, inbox)
    hadWriter = item.files.contains { InboxFile($0.path, in: inbox)?.hasWriter ?? false }
    open = documents
  }
}

extension InboxScan.Item {
  /// Returns the documents of an item, with their preferred names. The images of a folder form one document; each PDF is another one.
  func documents(in inbox: Folder, _ formats: InputFormats) -> [(wish: String, files: [InboxScan.File])] {
    guard isFolder else { return [(stem(path), files)] }
    var folders: [PathKey] = []
    var images: [PathKey: [InboxScan.File]] = [:]
    var others: [(wish: String, files: [InboxScan.File])] = []
    for file in files {
      let format = formats.format(of: file.path, in: inbox)
      guard format != nil || formats.fitName(of: file.path) else { continue }
      if format?.isDocument == true {
        others.append((stem(file.path), [file]))
      } else {
        let folder = PathKey(String(file.path[..<(file.path.lastIndex(of: "/") ?? file.path.startIndex)]))
        if images[folder] == nil { folders.append(folder) }
        images[folder, default: []].append(file)
      }
    }
    return folders.map { ($0.path, images[$0] ?? []) } + others
  }
}

extension InboxScan {
  static func version(of files: [File]) -> String {
    ContentDigest.sha256(files.map { $0.path + " " + $0.version.text + "\n" }.joined().utf8)
  }
}

private func stem(_ path: String) -> String {
  let name = fileName(path)
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path }
  return String(path.dropLast(name.distance(from: dot, to: name.endIndex)))
}
