// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import FoundationEssentials
internal import Glibc

/// Finds the documents behind paths, folders and globs. Looks at names and at the first bytes of files, no further.
struct InputScanner {
  let group: InputSettings.Grouping
  /// The folder of results: never an input, even when it lies inside one.
  let outputFolder: String

  private struct Candidate {
    var name: String
    var source: String
    var paths: [String]
  }

  /// All documents, in the order of the inputs and, within a folder, in natural order.
  func scan(_ inputs: [String]) throws(BatchError) -> InputListing {
    var candidates: [Candidate] = []
    var ignored: [InputListing.Ignored] = []
    for input in inputs {
      for path in try expand(input) {
        if Self.isFolder(path) {
          walk(path, below: "", into: &candidates, &ignored)
        } else {
          candidates.append(Candidate(name: Self.stem(path), source: path, paths: [path]))
        }
      }
    }
    guard !candidates.isEmpty else {
      throw .noInput("There is no document in \(inputs.joined(separator: ", ")).")
    }
    let names = uniqueNames(candidates.map { DocumentNameRequest(name: $0.name, source: $0.source) })
    let documents = zip(candidates, names).map { candidate, name in
      InputDocument(name: name, source: candidate.source, paths: candidate.paths)
    }
    return InputListing(documents: documents, ignored: ignored)
  }

  /// The paths that an input stands for; a glob may stand for many.
  private func expand(_ input: String) throws(BatchError) -> [String] {
    if FileManager.default.fileExists(atPath: input) { return [input] }
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    guard input.contains(where: { "*?[".contains($0) }), unsafe glob(input, 0, nil, &found) == 0 else {
      throw .noInput("There is no file or folder \(input).")
    }
    let matches = unsafe (0..<Int(found.gl_pathc)).compactMap {
      unsafe found.gl_pathv[$0].map { unsafe String(cString: $0) }
    }
    return matches.sorted(by: isNaturallyOrdered)
  }

  /// Takes the documents of a folder and of the folders below it.
  private func walk(
    _ folder: String, below prefix: String, into candidates: inout [Candidate], _ ignored: inout [InputListing.Ignored]
  ) {
    guard Self.canonical(folder) != Self.canonical(outputFolder) else { return }
    guard let entries = Self.entries(of: folder) else {
      ignored.append(.init(source: folder, reason: "The folder cannot be read: \(errorText())."))
      return
    }
    for name in entries.unnamed.sorted() {
      ignored.append(.init(source: folder + "/" + name, reason: "Its name is not UTF-8. Give it another one."))
    }
    let names = entries.names.sorted(by: isNaturallyOrdered)
    var images: [String] = []
    for name in names where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      switch Self.entryKind(path) {
      case .folder:
        walk(path, below: prefix + name + "/", into: &candidates, &ignored)
      case .file(let kind):
        let isNamedLikeDocument = FileKind.endings.contains(Self.ending(name))
        if kind == nil, !isNamedLikeDocument {
          ignored.append(.init(source: path, reason: "It is neither a PDF nor an image."))
        } else if group == .folder, kind != .pdf {
          images.append(path)
        } else {
          candidates.append(Candidate(name: prefix + Self.stem(name), source: path, paths: [path]))
        }
      case .other(let reason):
        ignored.append(.init(source: path, reason: reason))
      }
    }
    if !images.isEmpty {
      let name = prefix.isEmpty ? Self.folderName(folder) : String(prefix.dropLast())
      candidates.append(Candidate(name: name, source: folder, paths: images))
    }
  }

  /// The names in a folder, and beside them what those names look like that are not UTF-8; nil when it cannot be read.
  private static func entries(of folder: String) -> (names: [String], unnamed: [String])? {
    guard let stream = unsafe opendir(folder) else { return nil }
    defer { unsafe closedir(stream) }
    var (names, unnamed): ([String], [String]) = ([], [])
    while let entry = unsafe readdir(stream) {
      // A copy of the whole entry would read beyond a short one.
      let start = unsafe UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      let length = unsafe strlen(start.assumingMemoryBound(to: CChar.self))
      let bytes = unsafe Array(UnsafeRawBufferPointer(start: start, count: length))
      guard let name = String(validating: bytes, as: UTF8.self) else {
        unnamed.append(String(decoding: bytes, as: UTF8.self))
        continue
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return (names, unnamed)
  }

  private enum EntryKind {
    case folder
    /// A regular file, with what its first bytes say.
    case file(FileKind?)
    case other(String)
  }

  /// Looks at a directory entry; links are followed to files, but not to folders, which could lead in circles.
  private static func entryKind(_ path: String) -> EntryKind {
    var entry = stat()
    guard unsafe lstat(path, &entry) == 0 else {
      return .other("It cannot be read: \(unsafe String(cString: strerror(errno))).")
    }
    let isLink = entry.st_mode & S_IFMT == S_IFLNK
    if isLink, unsafe stat(path, &entry) != 0 { return .other("The link leads nowhere.") }
    switch entry.st_mode & S_IFMT {
    case S_IFDIR: return isLink ? .other("Links to folders are not followed.") : .folder
    case S_IFREG: return .file(FileKind(prefix: firstBytes(of: path)))
    case _: return .other("It is no regular file.")
    }
  }

  private static func firstBytes(of path: String) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return unsafe [UInt8](unsafeUninitializedCapacity: FileKind.prefixLength) { bytes, count in
      count = unsafe max(0, read(descriptor, bytes.baseAddress, bytes.count))
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var entry = stat()
    return unsafe stat(path, &entry) == 0 && entry.st_mode & S_IFMT == S_IFDIR
  }

  private static func canonical(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  private static func folderName(_ path: String) -> String { stem(canonical(path) + ".") }

  /// A file's name without its folder and ending.
  private static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  private static func ending(_ name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}
