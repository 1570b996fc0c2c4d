// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanFiles
internal import Glibc

/// The files of a library that the server shows: the website's data, and the documents' files and pictures. Everything else in the folder is hidden:
/// the journal, indexes, reports, and files of other programs. Links aren't followed.
final class ServedFolder {
  /// A file with its response headers.
  struct Found {
    let file: ServedFile
    let type: String
    let isDownload: Bool
  }

  /// The media types of the website's pictures, by file extension. The data scripts are sent as JSON by `data`.
  private static let siteTypes = ["svg": "image/svg+xml", "jpg": "image/jpeg", "png": "image/png"]
  /// The media types of document files that browsers display, by file extension. None of these can run scripts.
  private static let documentTypes = [
    "pdf": "application/pdf", "txt": "text/plain; charset=utf-8", "json": "application/json", "jpg": "image/jpeg",
    "png": "image/png",
  ]
  private static let pictureFolders = ["web", "images"]

  private let folder: Int32
  private let isDocument: (String) -> Bool

  /// Opens a library, or returns `nil` if it can't be opened. `isDocument` returns whether a path, relative to the library, is a document's folder.
  init?(library: Folder, isDocument: @escaping (String) -> Bool) {
    folder = unsafe openat(library.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    self.isDocument = isDocument
    if folder < 0 { return nil }
  }

  deinit { close(folder) }

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

  private func isOfDocument(_ path: [String]) -> Bool {
    guard !path.contains(where: { isHidden($0) }) else { return false }
    if isDocument(path.dropLast().joined(separator: "/")) { return true }
    // Pictures are one or two folders below the document's.
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
