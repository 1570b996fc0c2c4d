// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import DocScanStore
internal import Glibc

/// Names for documents that a program delivers to an inbox, and their status.
package enum InboxDelivery {
  /// The status of a delivered document.
  package enum State: String, Codable, Hashable, Sendable {
    case waiting
    case reading
    case complete
    case partial
    case failed
    /// The document is neither in the inbox nor in the results, because another process removed it.
    case gone
  }

  /// Returns a valid file name for the inbox, derived from an untrusted name.
  package static func name(like wish: String) -> String {
    // The last component of a Unix or Windows path.
    let last = wish.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    guard var name = partName(last) else { return "scan" }
    // Changes a name that would be ignored as unfinished, hidden, or part of the system.
    if InboxName.isUnfinished(name) { name += "_" }
    return InboxName.isReserved(name) ? "_" + name : name
  }

  // A typed name with slashes is hardly ever a path, so they become dashes.
  package static func name(typed wish: String) -> String {
    let isPath = wish.contains(#/^(?:[A-Za-z]:)?[\/\\]|(?:^|[\/\\])\.\.(?:[\/\\]|$)/#)
    return name(like: isPath ? wish : wish.replacing(#/\s*[\/\\]\s*/#, with: "-"))
  }

  /// Returns a valid file name for a file of the given format, with one of the format's extensions.
  package static func fileName(like wish: String, _ format: InputFormat) -> String {
    let name = name(like: wish)
    let ending = name.split(separator: ".").count > 1 ? name.split(separator: ".").last?.lowercased() ?? "" : ""
    guard !format.endings.contains(ending), let first = format.endings.first else { return name }
    return "\(name).\(first)"
  }

  /// Returns the digest of a document that consists of files with these digests, in this order.
  package static func digest(of files: [String]) -> String { InputDigest(files: files).sha256 }

  /// Returns the status of a document that was delivered to an inbox under a name, and the name of its results, if any.
  package static func state(
    of sha256: String, named name: String, in inbox: Folder, library: Folder?
  ) -> (state: State, name: String?) {
    let isThere = inbox.exists(name)
    let entry: ContentEntry?
    do throws(OutputError) {
      entry = try library.flatMap { Journal(reading: HiddenFolder.existing(in: $0)) }?.content(sha256: sha256)
    } catch {
      // A service may be writing to the journal; the next call will succeed.
      entry = nil
    }
    guard let entry else { return (isThere ? .waiting : .gone, nil) }
    // Whether the entry belongs to an earlier copy. If that one failed, this one hasn't been tried yet.
    let place = "\(realPath(inbox.path) ?? inbox.path)/\(name)"
    let isOther = isThere && entry.source != place && !entry.source.hasPrefix(place + "/")
    switch entry.status {
    case .begun: return (.reading, nil)
    case .complete: return (.complete, entry.name)
    case .partial: return isOther ? (.waiting, nil) : (.partial, entry.name)
    case .failed: return isOther ? (.waiting, nil) : (.failed, entry.name)
    }
  }

  /// Returns the inbox of this user's last service for an output folder, or `nil` if it's unknown or missing.
  package static func inbox(of output: String) -> String? {
    KnownInbox.inbox(of: output).flatMap { Folder(root: $0) == nil ? nil : $0 }
  }
}
