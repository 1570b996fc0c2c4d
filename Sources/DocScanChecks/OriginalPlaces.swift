// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore

/// The possible locations of a document's original, for any working directory.
struct OriginalPlaces {
  /// The maximum number of originals with numbered names to consider.
  private static let mostNumbered = 1000

  let file: String
  let source: String?
  let output: String

  /// The possible paths, the most likely first.
  var candidates: [String] {
    let named = sources
    return named + [file, "\(output)/\(file)", "\(output)/../\(file)"] + named.flatMap(shelved)
  }

  /// The possible absolute paths of the run's source. A relative path was probably relative to a parent of the results.
  private var sources: [String] {
    guard let source else { return [] }
    if source.hasPrefix("/") { return [source] }
    guard var folder = realPath(output) else { return [source] }
    var paths = [source]
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      paths.append(folder + "/" + source)
    }
    return paths
  }

  /// Returns the paths to which `docscan watch` may have moved an original.
  private func shelved(_ path: String) -> [String] {
    guard let slash = path.lastIndex(of: "/") else { return [] }
    let (folder, name) = (String(path[..<slash]), String(path[path.index(after: slash)...]))
    var places = WatchSettings.usualShelves.flatMap { shelf in
      ["\(folder)-\(shelf)", "\(folder)/\(shelf)"].map { (folder: $0, name: name) }
    }
    if let state = ServiceState.read(output: output), let inner = DocScanFiles.path(path, below: state.inbox) {
      places = [state.processed, state.failed].map { ($0, inner) } + places
    }
    return places.flatMap { [$0.folder + "/" + $0.name] + numbered($0.name, in: $0.folder) }
  }

  /// Returns the originals that got a number as suffix because the name was taken.
  private func numbered(_ name: String, in folder: String) -> [String] {
    let path = folder + "/" + name
    let above = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? folder
    let file = fileName(name)
    let dot = file.lastIndex(of: ".") ?? file.endIndex
    let (beginning, ending) = (file[..<dot] + "-", file[dot...])
    return names(inFolder: above).filter { other in
      other.hasPrefix(beginning) && other.hasSuffix(ending)
        && Int(other.dropFirst(beginning.count).dropLast(ending.count)) != nil
    }.prefix(Self.mostNumbered).map { above + "/" + $0 }
  }
}
