// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters

/// Which failed originals are to be tried again, found from as little as a file's name.
///
/// The files of a watch are as untrusted as documents: what they say of folders is only believed where the folder for failed
/// originals is `failed` in the inbox, so that nothing can be moved elsewhere. Other folders are a person's to name.
public struct RetryRequest: Sendable {
  /// The folder for failed originals, in an inbox whose pipeline names no other.
  static let usualFolder = "failed"

  /// The folders of the watch.
  public let places: WatchPlaces
  /// The originals, by their names in the folder for failed ones; empty for all of them.
  public let names: [String]

  /// Finds the watch of originals: beside the files, in the inbox, or by what the service said in its output folder.
  public init(_ words: [String], inbox: String? = nil, output: String? = nil) throws(BatchError) {
    if let found = Self.folder(of: words, inbox: inbox) {
      places = WatchPlaces(
        inbox: inbox.flatMap(realPath) ?? parentFolder(of: found.folder), output: "", processed: "",
        failed: found.folder)
      names = found.names
      return
    }
    // Named or not: without a service there was nothing to fail.
    guard let output, let state = ServiceState.read(output: output) else { throw Self.unknown(words) }
    let inbox = inbox.flatMap(realPath)
    guard state.failed == "\(state.inbox)/\(Self.usualFolder)" || inbox == state.inbox else {
      throw .noInput(
        "Failed originals of \(output) are in \(state.failed), and not in their inbox. Name the inbox, too, with --inbox."
      )
    }
    places = WatchPlaces(state, output: output)
    names = words
  }

  /// Originals of a watch whose folders are known.
  public init(_ places: WatchPlaces, names: [String]) { (self.places, self.names) = (places, names) }

  /// The words of the command that tries an original again, wherever it is called.
  static func command(for name: String, in places: WatchPlaces) -> [String] {
    let isUsual = places.failed == "\(places.inbox)/\(usualFolder)"
    return ["docscan", "retry", "\(places.failed)/\(name)"] + (isUsual ? [] : ["--inbox", places.inbox])
  }

  /// The folder for failed originals in which the first of them is, and the names of all in it; nil where it is nowhere near.
  private static func folder(of words: [String], inbox: String?) -> (folder: String, names: [String])? {
    let near = (inbox ?? ".") + "/" + usualFolder
    guard let first = words.first else {
      return isFolder(near) ? realPath(near).map { ($0, []) } : nil
    }
    for path in [first, near + "/" + first] where isRegularFile(path + FailureReason.jsonEnding) {
      guard let above = realPath(parentFolder(of: path)) else { continue }
      let parts = above.split(separator: "/")
      // The innermost folder of that name: an outer one may be anything.
      guard let last = parts.lastIndex(where: { $0 == usualFolder }) ?? (inbox == nil ? nil : parts.indices.last) else {
        continue
      }
      let folder = "/" + parts[...last].joined(separator: "/")
      return (folder, words.map { name(of: $0, in: folder, near: near) })
    }
    return nil
  }

  private static func name(of word: String, in folder: String, near: String) -> String {
    for path in [word, near + "/" + word] {
      guard isRegularFile(path + FailureReason.jsonEnding), let above = realPath(parentFolder(of: path)) else {
        continue
      }
      let whole = above + "/" + fileName(path)
      if whole.hasPrefix(folder + "/") { return String(whole.dropFirst(folder.count + 1)) }
    }
    return word
  }

  private static func unknown(_ words: [String]) -> BatchError {
    guard let first = words.first else {
      return .noInput(
        "There is no folder failed here, and no service wrote to docscan-out. Name the original, or with -o the output folder."
      )
    }
    return .noInput(
      "There is no failed original \(first) here. Name it with its folder, such as docscan retry INBOX/failed/\(fileName(first)), "
        + "or the output folder of its service with -o.")
  }
}
