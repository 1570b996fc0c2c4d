// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import Glibc

/// The folder of failed originals, each with a file that explains the failure.
package struct FailedOriginals: Sendable {
  private let places: WatchPlaces

  package init(_ places: WatchPlaces) { self.places = places }

  /// The folder, or `nil` if it doesn't exist yet or isn't safe from other users.
  private var folder: Folder? { OriginalsFolder(existing: places.failed, inbox: places.inbox)?.folder }

  package func reasons() -> [FailureReason] {
    // A missing folder means that nothing has failed yet.
    guard let folder else { return [] }
    var reasons: [FailureReason] = []
    for file in folder.paths() where file.hasSuffix(FailureReason.jsonEnding) {
      guard var reason = FailureReason(file, in: folder) else { continue }
      reason.name = String(file.dropLast(FailureReason.jsonEnding.count))
      if folder.exists(reason.name) { reasons.append(reason) }
    }
    return reasons.sorted { isNaturallyOrdered($0.name, before: $1.name) }
  }

  // Returns whether an original from this path in the inbox failed. Reads only the notes about originals with names like its own, because thousands
  // can be retried at once.
  func holds(_ source: String) -> Bool {
    guard let folder else { return false }
    let start = fileName(source).prefix { $0 != "." }.prefix(Self.distinctStart)
    return folder.paths().contains { file in
      guard file.hasSuffix(FailureReason.jsonEnding), fileName(file).hasPrefix(start),
        FailureReason(file, in: folder)?.source == source
      else { return false }
      return folder.exists(String(file.dropLast(FailureReason.jsonEnding.count)))
    }
  }

  // Longer names can be shortened when they get a number.
  private static let distinctStart = 20

  /// Moves originals back into the inbox: the named ones, or all if `names` is empty. Returns their paths relative to the inbox.
  package func retry(_ names: [String], into places: WatchPlaces) throws(BatchError) -> [String] {
    let known = reasons()
    var chosen = names.isEmpty ? known : []
    for name in names {
      let matches = known.filter { $0.name == name || $0.source == name || places.failed + "/" + $0.name == name }
      guard let match = matches.first ?? known.first(where: { name.hasSuffix("/" + $0.name) }) else {
        throw .noInput("Failed original \(name) was not found in \(places.failed).")
      }
      chosen.append(match)
    }
    guard let folder, let inbox = Folder(root: places.inbox) else { return [] }
    return try chosen.map { (reason) throws(BatchError) in
      let place = try writing(
        OriginalsFolder(inbox).put(reason.name, from: folder, as: safe(reason.source, reason.name)))
      for ending in [FailureReason.textEnding, FailureReason.jsonEnding] { _ = folder.remove(reason.name + ending) }
      return place
    }
  }

  /// Returns the original's path in the inbox, or only its name if the recorded path leads out of the inbox.
  private func safe(_ source: String, _ name: String) -> String {
    leadsElsewhere(source) ? fileName(name) : source
  }
}
