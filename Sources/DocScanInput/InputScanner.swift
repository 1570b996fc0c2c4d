// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import FoundationEssentials
internal import Glibc

/// A scanner that finds documents in paths, folders, and globs by file names and first bytes.
package struct InputScanner {
  package let group: InputSettings.Grouping
  package let formats: InputFormats
  /// The folder of results, which may be inside an input, or may be an input.
  package let outputFolder: String
  /// Whether inputs are paths only, without globs and standard input.
  package var isLiteral = false
  /// The settings to merge all files into one document, or `nil` to keep them separate.
  package var merged: Merged?

  package init(group: InputSettings.Grouping, formats: InputFormats, outputFolder: String, merged: Merged? = nil) {
    (self.group, self.formats, self.outputFolder, self.merged) = (group, formats, outputFolder, merged)
  }

  /// The settings for merging all inputs into one document. Without a name, the document is named after the first file.
  package struct Merged {
    package var name: String?

    package init(name: String? = nil) { self.name = name }
  }

  /// A result of the search.
  package enum Finding {
    case document(InputDocument)
    case ignored(InputListing.Other)
    case failed(InputListing.Other)
  }

  private typealias Sink = (Finding) throws(BatchError) -> Void

  /// Finds all documents, in natural order. An input that can't be found or read doesn't affect the others. Throws if there are no documents.
  package func scan(_ inputs: [String]) throws(BatchError) -> InputListing {
    var listing = InputListing()
    try find(inputs) { listing.take($0) }
    guard !listing.documents.isEmpty else {
      let reasons = listing.failed.map { "\($0.source): \($0.reason)" }
      let ignored = listing.ignored.first.map { " \($0.source): \($0.reason)" } ?? ""
      throw .noInput(
        reasons.isEmpty
          ? "No documents found in \(inputs.joined(separator: ", ")).\(ignored)" : reasons.joined(separator: " "))
    }
    if let merged { listing.documents = [merge(listing.documents, as: merged)] }
    listing.documents.sort { isNaturallyOrdered($0.identity, before: $1.identity) }
    listing.dropRepeated()
    return listing
  }

  private static func absence(of input: String) -> String {
    var status = stat()
    guard unsafe lstat(input, &status) != 0, errno == EACCES else { return "The file or folder doesn't exist." }
    return "You have no permission to open its folder."
  }

  /// Passes each result to `sink` as soon as it's found, so memory use depends only on the largest folder.
  package func find(_ inputs: [String], _ sink: (Finding) throws(BatchError) -> Void) throws(BatchError) {
    for input in inputs {
      guard isLiteral || input != StandardInput.path else {
        // Standard input has no path, so it never replaces an earlier result from standard input.
        try sink(
          .document(InputDocument(name: StandardInput.name, source: input, identity: input, paths: [input])))
        continue
      }
      let paths = expand(input)
      if paths.isEmpty { try sink(.failed(.init(source: input, reason: Self.absence(of: input)))) }
      for path in paths {
        if isFolder(path, followingLinks: true) {
          try walk(path, below: "", sink)
          continue
        }
        let format = formats.format(ofFile: path, followingLinks: true)
        if format == nil, InvoiceBeside.isXML(path) {
          try invoice(path, besides: inputs + paths, sink)
        } else {
          try sink(
            document(
              Self.stem(path), source: path, identity: canonicalPath(path), paths: [path], format))
        }
      }
    }
  }

  /// Reports the XML of an e-invoice that the user named as a failure, unless its document was named as well: both are read together.
  private func invoice(_ path: String, besides named: [String], _ sink: Sink) throws(BatchError) {
    let folder = String(path.dropLast(fileName(path).count))
    let names = Self.entries(of: folder.isEmpty ? "." : folder)?.names ?? []
    guard let document = InvoiceBeside.document(of: path, among: names.sorted(by: isNaturallyOrdered)) else {
      return try sink(.failed(.init(source: path, reason: InvoiceBeside.reason(alone: path))))
    }
    guard !named.contains(document) else { return }
    try sink(.failed(.init(source: path, reason: InvoiceBeside.reason(beside: document))))
  }

  private func document(
    _ name: String, source: String, identity: String, paths: [String], _ format: InputFormat?
  ) -> Finding {
    var document = InputDocument(name: name, source: source, identity: identity, paths: paths)
    document.format = format
    document.invoice = InvoiceBeside.path(for: paths[0])
    return .document(document)
  }

  private func merge(_ documents: [InputDocument], as merged: Merged) -> InputDocument {
    let paths = documents.flatMap(\.paths)
    let more = paths.count > 1 ? " and \(paths.count - 1) more" : ""
    return InputDocument(
      name: merged.name ?? documents[0].name, source: paths[0] + more, identity: canonicalPath(paths[0]) + more,
      paths: paths)
  }

  private func expand(_ input: String) -> [String] {
    // A broken link counts as existing, and fails later with a reason.
    if fileStatus(input) != nil { return [input] }
    if isLiteral { return [] }
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    guard input.contains(where: { "*?[".contains($0) }), unsafe glob(input, 0, nil, &found) == 0 else { return [] }
    let matches = unsafe (0..<Int(found.gl_pathc)).compactMap {
      unsafe found.gl_pathv[$0].map { unsafe String(cString: $0) }
    }
    return matches.sorted(by: isNaturallyOrdered)
  }

  /// Passes on the documents of a folder and its subfolders. `prefix` is the path from the input to the folder. Results of docscan are skipped, and
  /// so is this run's output folder unless it's the input.
  private func walk(_ folder: String, below prefix: String, _ sink: Sink) throws(BatchError) {
    let place = canonicalPath(folder)
    guard prefix.isEmpty || place != canonicalPath(outputFolder) else { return }
    if let record = DocumentRecord(inFolder: folder) {
      let pdf = "\(folder)/\(record.baseName).pdf"
      let remedy = isRegularFile(pdf) ? " To process it anyway, name the file: \(pdf)" : ""
      return try sink(.ignored(.init(source: folder, reason: "It is a docscan result." + remedy)))
    }
    guard let entries = Self.entries(of: folder) else {
      return try sink(.failed(.init(source: folder, reason: "The folder cannot be read: \(errorText()).")))
    }
    for name in entries.unnamed.sorted() {
      let other = InputListing.Other(source: folder + "/" + name, reason: "Its name is not UTF-8. Rename it.")
      try sink(formats.fitName(of: name) ? .failed(other) : .ignored(other))
    }
    let hasReport = isRegularFile(folder + "/.docscan/journal.sqlite")
    let names = entries.names.sorted(by: isNaturallyOrdered)
    var images: [String] = []
    for name in names where !name.hasPrefix(".") && !(hasReport && name == "report.json") {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      switch entryKind(path) {
      case .folder: try walk(path, below: prefix + name + "/", sink)
      case .file(let format, let isLink):
        if format == nil, InvoiceBeside.isTaken(path, with: names) {
          continue
        } else if format == nil, InvoiceBeside.isXML(path) {
          try sink(.failed(.init(source: path, reason: InvoiceBeside.reason(alone: path))))
        } else if format == nil, !formats.fitName(of: name) {
          try sink(.ignored(.init(source: path, reason: "It is neither a PDF nor an image.")))
        } else if OutputFileMarker.isSet(on: path) {
          try sink(
            .ignored(
              .init(source: path, reason: "It is a docscan result. To process it anyway, name the file: \(path)")))
        } else if group == .folder, format?.isDocument != true, merged == nil {
          images.append(path)
        } else {
          let identity = isLink ? canonicalPath(path) : place == "/" ? "/" + name : place + "/" + name
          try sink(document(prefix + Self.stem(name), source: path, identity: identity, paths: [path], format))
        }
      case .other(let reason):
        try sink(.ignored(.init(source: path, reason: reason)))
      }
    }
    if !images.isEmpty {
      let name = prefix.isEmpty ? Self.folderName(folder) : String(prefix.dropLast())
      try sink(document(name, source: folder, identity: place, paths: images, nil))
    }
  }

  /// Returns the names in a folder, and printable forms of names that aren't UTF-8, or `nil` if the folder can't be read.
  package static func entries(of folder: String) -> (names: [String], unnamed: [String])? {
    Folder(root: folder)?.entries()
  }

  private enum EntryKind {
    case folder
    case file(InputFormat?, isLink: Bool)
    case other(String)
  }

  /// Examines a directory entry. Links are followed to files, but not to folders, because they could form a cycle.
  private func entryKind(_ path: String) -> EntryKind {
    guard let entry = fileStatus(path) else { return .other("It cannot be read: \(errorText()).") }
    let isLink = entry.kind == S_IFLNK
    guard let target = isLink ? fileStatus(path, followingLinks: true) : entry else {
      return .other("The link is broken.")
    }
    switch target.kind {
    case S_IFDIR: return isLink ? .other("Links to folders are not followed.") : .folder
    case S_IFREG: return .file(formats.format(ofFile: path, followingLinks: true), isLink: isLink)
    case _: return .other("It is not a regular file.")
    }
  }

  private static func folderName(_ path: String) -> String { stem(canonicalPath(path) + ".") }

  package static func stem(_ path: String) -> String {
    let name = fileName(path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}
