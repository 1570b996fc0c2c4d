// SPDX-License-Identifier: GPL-3.0-or-later

/// A check that follows the calls of an undisturbed run, and finds visible data that a power cut could lose.
///
/// A file and its folders must be synced before a name outside the hidden folder leads to it. A folder with visible
/// entries must be synced before the run ends, and before a document's earlier version is removed.
struct DurabilityCheck {
  private let output: String
  /// Files with unsynced bytes.
  private var files: Set<String> = []
  /// Folders with unsynced entries.
  private var folders: Set<String> = []
  /// Earlier versions, and the folder whose entry replaced them, until that entry is synced.
  private var replaced: [(version: String, folder: String)] = []
  private(set) var complaints: [String] = []

  /// Examines all calls below the output folder.
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
