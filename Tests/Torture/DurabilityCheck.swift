// SPDX-License-Identifier: GPL-3.0-or-later

/// Follows the calls of an undisturbed run, and finds what a power cut could take away although it is visible.
///
/// A file must be synced before a name outside the hidden part leads to it, and so must the folders on the way; a folder
/// whose entries are visible must be synced before the run ends, and before the earlier version of a document goes away.
struct DurabilityCheck {
  private let output: String
  /// Files with bytes that are not on the disk.
  private var files: Set<String> = []
  /// Folders with entries that are not on the disk.
  private var folders: Set<String> = []
  /// Earlier versions, and the folder whose entry says that they were replaced, until that entry is on the disk.
  private var replaced: [(version: String, folder: String)] = []
  private(set) var complaints: [String] = []

  /// Looks at all calls below the output folder.
  init(_ calls: [FaultCall], output: String) {
    self.output = output
    for call in calls { follow(call) }
    for path in files.union(folders).sorted() where isVisible(path) {
      complaints.append("never synced: \(path)")
    }
  }

  private func isVisible(_ path: String) -> Bool { isIn(path, output) && !isIn(path, output + "/.docscan") }

  private func parent(_ path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]) }

  private func isIn(_ path: String, _ folder: String) -> Bool { path == folder || path.hasPrefix(folder + "/") }

  private mutating func follow(_ call: FaultCall) {
    switch call.function {
    case "open":
      files.insert(call.path)
      folders.insert(parent(call.path))
    case "mkdir", "link", "symlink": folders.insert(parent(call.path))
    case "fsync", "fdatasync":
      files.remove(call.path)
      folders.remove(call.path)
      replaced.removeAll { $0.folder == call.path }
    case "rename", "exchange": move(call)
    case "unlink", "rmdir": remove(call)
    case _ where call.isWrite || ["ftruncate", "fallocate", "futimens"].contains(call.function): files.insert(call.path)
    case _: break
    }
  }

  private mutating func move(_ call: FaultCall) {
    guard let target = call.target else { return }
    let loose = files.union(folders).filter { isIn($0, call.path) }
    if isVisible(target), !loose.isEmpty {
      complaints.append("not synced before \(call): \(loose.sorted().joined(separator: ", "))")
    }
    files = Set(files.map { isIn($0, call.path) ? target + $0.dropFirst(call.path.count) : $0 })
    folders = Set(folders.map { isIn($0, call.path) ? target + $0.dropFirst(call.path.count) : $0 })
    folders.formUnion([parent(call.path), parent(target)])
    if call.function == "exchange", isVisible(target) { replaced.append((call.path, parent(target))) }
  }

  private mutating func remove(_ call: FaultCall) {
    files.remove(call.path)
    folders.remove(call.path)
    folders.insert(parent(call.path))
    for (version, _) in replaced where isIn(call.path, version) {
      complaints.append("removed before what replaces it is on the disk: \(call)")
    }
  }
}
