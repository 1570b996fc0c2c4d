// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters
internal import FoundationEssentials
internal import Glibc

/// The folder of originals that failed, each with its reason.
public struct FailedOriginals: Sendable {
  private let folder: String

  /// The folder of a watch.
  public init(_ places: WatchPlaces) { folder = places.failed }

  /// The reasons of all originals that are there, by their names.
  public func reasons() -> [FailureReason] {
    let files: [String]
    do {
      files = try FileManager.default.subpathsOfDirectory(atPath: folder)
    } catch {
      // Without the folder nothing has failed yet.
      return []
    }
    var reasons: [FailureReason] = []
    for file in files where file.hasSuffix(FailureReason.jsonEnding) {
      guard var reason = FailureReason(file: folder + "/" + file) else { continue }
      reason.name = String(file.dropLast(FailureReason.jsonEnding.count))
      if unsafe access(folder + "/" + reason.name, F_OK) == 0 { reasons.append(reason) }
    }
    return reasons.sorted { isNaturallyOrdered($0.name, before: $1.name) }
  }

  /// Puts originals back into the inbox, all of them without names; gives where each is now, relative to the inbox.
  public func retry(_ names: [String], into places: WatchPlaces) throws(BatchError) -> [String] {
    let known = reasons()
    var chosen = names.isEmpty ? known : []
    for name in names {
      let matches = known.filter { $0.name == name || $0.source == name || folder + "/" + $0.name == name }
      guard let match = matches.first ?? known.first(where: { name.hasSuffix("/" + $0.name) }) else {
        throw .noInput("There is no failed original \(name) in \(folder).")
      }
      chosen.append(match)
    }
    return try chosen.map { (reason) throws(BatchError) in
      let original = folder + "/" + reason.name
      let place = try writing(
        OriginalsFolder(folder: places.inbox).put(original, as: safe(reason.source, reason.name)))
      for ending in [FailureReason.textEnding, FailureReason.jsonEnding] { removeFile(original + ending) }
      return place
    }
  }

  /// Where an original goes: what the file says, unless that leads out of the inbox.
  private func safe(_ source: String, _ name: String) -> String {
    let parts = source.split(separator: "/", omittingEmptySubsequences: false)
    return source.isEmpty || parts.contains { $0.isEmpty || $0 == "." || $0 == ".." } ? fileName(name) : source
  }
}
