// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore

/// Where the original of a document may be, whatever folder docscan is called from.
struct OriginalPlaces {
  /// So many originals with numbered names are looked at.
  private static let mostNumbered = 1000

  /// The name of the original.
  let file: String
  /// The path by which the run had it; nil if that is not known.
  let source: String?
  /// The output folder.
  let output: String

  /// The paths, the likeliest first.
  var candidates: [String] {
    let named = sources
    return named + [file, "\(output)/\(file)", "\(output)/../\(file)"] + named.flatMap(shelved)
  }

  /// What the run called it: a relative path was relative to a folder above the results, mostly.
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

  /// Where `docscan watch` puts an original that was at a path.
  private func shelved(_ path: String) -> [String] {
    guard let slash = path.lastIndex(of: "/") else { return [] }
    let (folder, name) = (String(path[..<slash]), String(path[path.index(after: slash)...]))
    var places = WatchSettings.usualShelves.flatMap { shelf in
      ["\(folder)-\(shelf)", "\(folder)/\(shelf)"].map { (folder: $0, name: name) }
    }
    if let state = ServiceState.read(output: output), let inner = DocScanCore.path(path, below: state.inbox) {
      places = [state.processed, state.failed].map { ($0, inner) } + places
    }
    return places.flatMap { [$0.folder + "/" + $0.name] + numbered($0.name, in: $0.folder) }
  }

  /// The originals that got a number behind their name, because it was taken.
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
