// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanStore

/// The failed originals to retry, located from as little as a file name. The files of a watch service are untrusted. Folders that they name are
/// accepted only if they're a default location, next to or inside the inbox, so that nothing can be moved elsewhere. The user must name others.
package struct RetryRequest: Sendable {
  private static let usualName = WatchSettings.failed.name

  package let places: WatchPlaces
  /// The names of the originals in the folder for failed ones, or empty for all.
  package let names: [String]

  /// Locates the watch of the originals: in their own folder, near the inbox, or through the service's state in the output folder.
  package init(_ words: [String], inbox: String? = nil, output: String? = nil) throws(BatchError) {
    if let found = Self.folder(of: words, inbox: inbox) {
      places = WatchPlaces(
        inbox: inbox.flatMap(realPath) ?? Self.inbox(of: found.folder) ?? parentFolder(of: found.folder), output: "",
        processed: "", failed: found.folder)
      names = found.names
      return
    }
    // Without a service's state, no original can have failed.
    guard let output, let state = ServiceState.read(output: output) else { throw Self.unknown(words, output) }
    let inbox = inbox.flatMap(realPath)
    guard Self.isUsual(state.failed, of: state.inbox) || inbox == state.inbox else {
      throw .noInput(
        "Failed originals of \(output) are in \(state.failed), which is neither next to their inbox nor in it. Name the "
          + "inbox with --inbox as well."
      )
    }
    places = WatchPlaces(state, output: output)
    names = words
  }

  package init(_ places: WatchPlaces, names: [String]) { (self.places, self.names) = (places, names) }

  /// Returns the arguments of the command that retries an original, for any working directory.
  static func command(for name: String, in places: WatchPlaces) -> [String] {
    ["docscan", "retry", "\(places.failed)/\(name)"]
      + (isUsual(places.failed, of: places.inbox) ? [] : ["--inbox", places.inbox])
  }

  private static func usualFolders(of inbox: String) -> [String] {
    ["\(inbox)-\(usualName)", "\(inbox)/\(usualName)"]
  }

  static func isUsual(_ failed: String, of inbox: String) -> Bool { usualFolders(of: inbox).contains(failed) }

  private static func inbox(of failed: String) -> String? {
    if fileName(failed) == usualName { return parentFolder(of: failed) }
    let ending = Array("-\(usualName)".utf8)
    guard Array(failed.utf8.suffix(ending.count)) == ending else { return nil }
    let inbox = String(decoding: failed.utf8.dropLast(ending.count), as: UTF8.self)
    return isFolder(inbox) ? inbox : nil
  }

  /// Returns the folder of the first failed original, and the names of all originals in it, or `nil` if there is no such folder nearby.
  private static func folder(of words: [String], inbox: String?) -> (folder: String, names: [String])? {
    var near = usualFolders(of: realPath(inbox ?? ".") ?? inbox ?? ".")
    // Also finds a name from the parent folder of the inbox.
    if inbox == nil, !words.isEmpty {
      near += folders(inFolder: ".").flatMap(usualFolders(of:))
    }
    guard let first = words.first else {
      return near.first { isFolder($0) }.flatMap(realPath).map { ($0, []) }
    }
    for path in [first] + near.map({ $0 + "/" + first }) where isRegularFile(path + FailureReason.jsonEnding) {
      guard var folder = realPath(parentFolder(of: path)) else { continue }
      // Uses the innermost default folder, because an outer one may be unrelated. With an explicit inbox, any folder is allowed.
      let innermost = folder
      while folder != "/", Self.inbox(of: folder) == nil { folder = parentFolder(of: folder) }
      if folder == "/" {
        guard inbox != nil else { continue }
        folder = innermost
      }
      return (folder, words.map { name(of: $0, in: folder, near: near) })
    }
    return nil
  }

  private static func name(of word: String, in folder: String, near: [String]) -> String {
    for path in [word] + near.map({ $0 + "/" + word }) {
      guard isRegularFile(path + FailureReason.jsonEnding), let above = realPath(parentFolder(of: path)) else {
        continue
      }
      let whole = above + "/" + fileName(path)
      if whole.hasPrefix(folder + "/") { return String(whole.dropFirst(folder.count + 1)) }
    }
    return word
  }

  private static func unknown(_ words: [String], _ output: String?) -> BatchError {
    guard let first = words.first else {
      let place = output.map { $0 == "." ? "this folder" : $0 } ?? "this folder"
      return .noInput(
        "docscan retry processes originals that docscan watch moved aside, but docscan watch has not written to \(place). Name the original, "
          + "or the output folder of docscan watch. To process what failed in another run, repeat its command."
      )
    }
    return .noInput(
      "Failed original \(first) was not found here. Name it with its folder, such as docscan retry INBOX-failed/\(fileName(first)), "
        + "or the output folder of its service with -o.")
  }
}
