// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanStore
internal import DocScanWriters
internal import Glibc

/// How documents that a program puts into an inbox are called there, and what became of them.
package enum InboxDelivery {
  /// How far a document is.
  package enum State: String, Codable, Hashable, Sendable {
    /// It lies in the inbox.
    case waiting
    /// It is being processed.
    case reading
    /// All of its pages have a result.
    case complete
    /// Some of its pages have one.
    case partial
    /// It has no result.
    case failed
    /// It is neither in the inbox nor in the results: somebody has taken it away.
    case gone
  }

  /// A name of one part that an inbox takes, like a wish of somebody who is not to be trusted.
  package static func name(like wish: String) -> String {
    // Of a path, whatever divides it, the last part.
    let last = wish.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    guard var name = partName(last) else { return "scan" }
    // Its beginning or its end may be that of an unfinished file.
    if InboxName.isUnfinished(name) { name += "_" }
    let isOther = InboxName.isUnfinished(name) || InboxName.isSystemFolder(name) || InboxName.isHidden(name)
    return isOther ? "_" + name : name
  }

  /// The same for a file of a format: one whose ending is none of the format's gets one.
  package static func fileName(like wish: String, _ format: InputFormat) -> String {
    let name = name(like: wish)
    let ending = name.split(separator: ".").count > 1 ? name.split(separator: ".").last?.lowercased() ?? "" : ""
    guard !format.endings.contains(ending), let first = format.endings.first else { return name }
    return "\(name).\(first)"
  }

  /// The digest of a document with files of these digests, in their order.
  package static func digest(of files: [String]) -> String { InputDigest(files: files).sha256 }

  /// What became of a document with these bytes, which was put into an inbox under a name; and what its results are called, if any.
  package static func state(
    of sha256: String, named name: String, in inbox: Folder, library: Folder?
  ) -> (state: State, name: String?) {
    let isThere = inbox.exists(name)
    let entry: ContentEntry?
    do throws(OutputError) {
      entry = try library.flatMap { Journal(reading: HiddenFolder.existing(in: $0)) }?.content(sha256: sha256)
    } catch {
      // A journal that is being written to: the next look finds it.
      entry = nil
    }
    guard let entry else { return (isThere ? .waiting : .gone, nil) }
    // An earlier copy of the same content failed, and this one is still to be tried.
    let place = "\(realPath(inbox.path) ?? inbox.path)/\(name)"
    let isOther = isThere && entry.source != place && !entry.source.hasPrefix(place + "/")
    switch entry.status {
    case .begun: return (.reading, nil)
    case .complete: return (.complete, entry.name)
    case .partial: return isOther ? (.waiting, nil) : (.partial, entry.name)
    case .failed: return isOther ? (.waiting, nil) : (.failed, entry.name)
    }
  }

  /// The inbox of the service that wrote to an output folder last; nil if there was none, where that is not a folder, and where
  /// somebody else could have written that.
  package static func inbox(of output: String) -> String? {
    guard let hidden = HiddenFolder.existing(in: output), hidden.objection() == nil,
      let inbox = ServiceState.read(output: output)?.inbox, Folder(root: inbox) != nil
    else { return nil }
    return inbox
  }
}
