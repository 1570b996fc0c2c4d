// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import Glibc

/// What a server shows of a library: the website's data, and the files and pictures of documents.
///
/// Nothing else in the folder is there for it: not the journal, the indexes, the reports, what other programs put there. No
/// link is followed.
final class ServedFolder {
  /// A file with what browsers are told of it.
  struct Found {
    let file: ServedFile
    let type: String
    /// Whether a browser saves it and does not show it.
    let isDownload: Bool
  }

  /// The kinds of the website's pictures. Its data are scripts in the folder, of which `data` gives what they say.
  private static let siteTypes = ["svg": "image/svg+xml", "jpg": "image/jpeg", "png": "image/png"]
  /// What a browser shows of a document's files. Nothing of that runs.
  private static let documentTypes = [
    "pdf": "application/pdf", "txt": "text/plain; charset=utf-8", "json": "application/json", "jpg": "image/jpeg",
    "png": "image/png",
  ]
  private static let pictureFolders = ["web", "images"]

  private let folder: Int32
  private let isDocument: (String) -> Bool

  /// `isDocument` says whether a path is that of a document; nil if the folder cannot be opened.
  init?(library: Folder, isDocument: @escaping (String) -> Bool) {
    folder = unsafe openat(library.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    self.isDocument = isDocument
    if folder < 0 { return nil }
  }

  deinit { close(folder) }

  /// The file of a path, if it is one of those that are shown.
  func find(_ path: [String]) -> Found? {
    guard let name = path.last else { return nil }
    let ending = name.split(separator: ".").count > 1 ? name.split(separator: ".").last.map(String.init) ?? "" : ""
    if path.starts(with: [".docscan", "view"]) {
      guard isOfSite(Array(path.dropFirst(2))), let type = Self.siteTypes[ending] else { return nil }
      return opened(path, type: type, isDownload: false)
    }
    guard isOfDocument(path) else { return nil }
    let type = Self.documentTypes[ending]
    return opened(path, type: type ?? "application/octet-stream", isDownload: type == nil)
  }

  /// What the website's data of a name say, as JSON; nil if it has none of that name.
  func data(_ path: [String]) -> HTTPAnswer? {
    guard path.starts(with: [".docscan", "view"]), isOfSite(Array(path.dropFirst(2))), let last = path.last,
      last.hasSuffix(".json")
    else { return nil }
    let name = path.dropLast() + [String(last.dropLast(5))]
    let script = name.joined(separator: "/") + ".js"
    return unsafe ServedFile(linux_open_below(folder, script)).flatMap {
      ServedData.json($0, named: name.dropFirst(2).joined(separator: "/"))
    }
  }

  private func isHidden(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: ".") }

  private func isOfSite(_ path: [String]) -> Bool {
    guard let first = path.first, path.count > 1 else { return false }
    switch first {
    case "data", "pictures": return !path.contains { isHidden($0) }
    case "documents": return !path.contains { isHidden($0) && $0 != ".pages" }
    case _: return false
    }
  }

  /// Whether a path is that of a file of a document, or of one of its pictures.
  private func isOfDocument(_ path: [String]) -> Bool {
    guard !path.contains(where: { isHidden($0) }) else { return false }
    if isDocument(path.dropLast().joined(separator: "/")) { return true }
    // Pictures are one or two folders below it.
    return path.indices.suffix(3).dropLast().contains { index in
      index > 0 && Self.pictureFolders.contains(path[index]) && isDocument(path[..<index].joined(separator: "/"))
    }
  }

  private func opened(_ path: [String], type: String, isDownload: Bool) -> Found? {
    unsafe ServedFile(linux_open_below(folder, path.joined(separator: "/"))).map {
      Found(file: $0, type: type, isDownload: isDownload)
    }
  }
}
