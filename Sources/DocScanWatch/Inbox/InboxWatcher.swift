// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanFiles
internal import DocScanStore
internal import Glibc

/// A watcher that detects changes in the inbox with the kernel's help. The caller also scans the inbox regularly, so lost events don't matter.
final class InboxWatcher {
  let descriptor: Int32
  private var watches: [PathKey: Int32] = [:]

  /// Returns `nil` if the system has no more watchers.
  init?() {
    descriptor = linux_watch_descriptor()
    if descriptor < 0 { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func takeChanges() -> Bool {
    var hasChanged = false
    var words = [UInt8](repeating: 0, count: 64 << 10)
    while unsafe read(descriptor, &words, words.count) > 0 { hasChanged = true }
    return hasChanged
  }

  /// Watches exactly these folders. Returns whether any of them is new, and an error if any couldn't be watched.
  func watch(_ folders: [String]) -> (hasNew: Bool, failure: String?) {
    var next: [PathKey: Int32] = [:]
    var hasNew = false
    var failure: String?
    for folder in folders {
      // The kernel returns the existing number for a watched folder, and a new one if another folder replaced it.
      let watch = unsafe linux_watch_folder(descriptor, folder)
      guard watch >= 0 else {
        if errno != ENOENT, errno != ENOTDIR { failure = errorText() }
        continue
      }
      next[PathKey(folder)] = watch
      if watches[PathKey(folder)] != watch { hasNew = true }
    }
    let numbers = Set(next.values)
    for watch in watches.values where !numbers.contains(watch) { _ = linux_unwatch_folder(descriptor, watch) }
    watches = next
    return (hasNew, failure)
  }
}
