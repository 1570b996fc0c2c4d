// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
package import DocScanStore
internal import DocScanWriters
internal import Glibc

/// The folder of originals that failed, each with its reason.
package struct FailedOriginals: Sendable {
  private let places: WatchPlaces

  /// The folder of a watch.
  package init(_ places: WatchPlaces) { self.places = places }

  /// The folder; nil if there is none yet, or others could have put into it what they like.
  private var folder: Folder? { OriginalsFolder(existing: places.failed, inbox: places.inbox)?.folder }

  /// The reasons of all originals that are there, by their names.
  package func reasons() -> [FailureReason] {
    // Without the folder nothing has failed yet.
    guard let folder else { return [] }
    var reasons: [FailureReason] = []
    for file in folder.paths() where file.hasSuffix(FailureReason.jsonEnding) {
      guard var reason = FailureReason(file, in: folder) else { continue }
      reason.name = String(file.dropLast(FailureReason.jsonEnding.count))
      if folder.exists(reason.name) { reasons.append(reason) }
    }
    return reasons.sorted { isNaturallyOrdered($0.name, before: $1.name) }
  }

  /// Puts originals back into the inbox, all of them without names; gives where each is now, relative to the inbox.
  package func retry(_ names: [String], into places: WatchPlaces) throws(BatchError) -> [String] {
    let known = reasons()
    var chosen = names.isEmpty ? known : []
    for name in names {
      let matches = known.filter { $0.name == name || $0.source == name || places.failed + "/" + $0.name == name }
      guard let match = matches.first ?? known.first(where: { name.hasSuffix("/" + $0.name) }) else {
        throw .noInput("There is no failed original \(name) in \(places.failed).")
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

  /// Where an original goes: what the file says, unless that leads out of the inbox.
  private func safe(_ source: String, _ name: String) -> String {
    leadsElsewhere(source) ? fileName(name) : source
  }
}
