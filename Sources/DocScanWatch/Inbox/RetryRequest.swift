// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
package import DocScanStore
internal import DocScanWriters

/// Which failed originals are to be tried again, found from as little as a file's name.
///
/// The files of a watch are as untrusted as documents: what they say of folders is only believed where the folder for failed
/// originals is a usual one, beside the inbox or in it, so that nothing can be moved elsewhere. Other folders are a person's to name.
package struct RetryRequest: Sendable {
  private static let usualName = WatchSettings.failed.name

  /// The folders of the watch.
  package let places: WatchPlaces
  /// The originals, by their names in the folder for failed ones; empty for all of them.
  package let names: [String]

  /// Finds the watch of originals: beside the files, near the inbox, or by what the service said in its output folder.
  package init(_ words: [String], inbox: String? = nil, output: String? = nil) throws(BatchError) {
    if let found = Self.folder(of: words, inbox: inbox) {
      places = WatchPlaces(
        inbox: inbox.flatMap(realPath) ?? Self.inbox(of: found.folder) ?? parentFolder(of: found.folder), output: "",
        processed: "", failed: found.folder)
      names = found.names
      return
    }
    // Named or not: without a service there was nothing to fail.
    guard let output, let state = ServiceState.read(output: output) else { throw Self.unknown(words, output) }
    let inbox = inbox.flatMap(realPath)
    guard Self.isUsual(state.failed, of: state.inbox) || inbox == state.inbox else {
      throw .noInput(
        "Failed originals of \(output) are in \(state.failed), which is not beside or in their inbox. Also name the inbox, with "
          + "--inbox."
      )
    }
    places = WatchPlaces(state, output: output)
    names = words
  }

  /// Originals of a watch whose folders are known.
  package init(_ places: WatchPlaces, names: [String]) { (self.places, self.names) = (places, names) }

  /// The words of the command that tries an original again, wherever it is called.
  static func command(for name: String, in places: WatchPlaces) -> [String] {
    ["docscan", "retry", "\(places.failed)/\(name)"]
      + (isUsual(places.failed, of: places.inbox) ? [] : ["--inbox", places.inbox])
  }

  /// Where the originals of an inbox are that failed, if its pipeline names no other folder.
  private static func usualFolders(of inbox: String) -> [String] {
    ["\(inbox)-\(usualName)", "\(inbox)/\(usualName)"]
  }

  /// Whether this is a folder for failed originals of an inbox whose pipeline names no other.
  static func isUsual(_ failed: String, of inbox: String) -> Bool { usualFolders(of: inbox).contains(failed) }

  /// The inbox that a usual folder for failed originals belongs to.
  private static func inbox(of failed: String) -> String? {
    if fileName(failed) == usualName { return parentFolder(of: failed) }
    let ending = Array("-\(usualName)".utf8)
    guard Array(failed.utf8.suffix(ending.count)) == ending else { return nil }
    let inbox = String(decoding: failed.utf8.dropLast(ending.count), as: UTF8.self)
    return isFolder(inbox) ? inbox : nil
  }

  /// The folder for failed originals in which the first of them is, and the names of all in it; nil if it is nowhere near.
  private static func folder(of words: [String], inbox: String?) -> (folder: String, names: [String])? {
    var near = usualFolders(of: realPath(inbox ?? ".") ?? inbox ?? ".")
    // Beside the inbox, too, a name is enough.
    if inbox == nil, !words.isEmpty {
      near += folders(inFolder: ".").flatMap(usualFolders(of:))
    }
    guard let first = words.first else {
      return near.first { isFolder($0) }.flatMap(realPath).map { ($0, []) }
    }
    for path in [first] + near.map({ $0 + "/" + first }) where isRegularFile(path + FailureReason.jsonEnding) {
      guard var folder = realPath(parentFolder(of: path)) else { continue }
      // The innermost usual folder: an outer one may be anything. A person who names the inbox may mean any folder.
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
        "docscan retry is for originals that docscan watch moved aside, and no docscan watch wrote to \(place). Name the original, "
          + "or the output folder of docscan watch. To process what failed in another run, repeat its command."
      )
    }
    return .noInput(
      "There is no failed original \(first) here. Name it with its folder, such as docscan retry INBOX-failed/\(fileName(first)), "
        + "or the output folder of its service with -o.")
  }
}
