// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanStore
internal import Glibc

/// Hears from the kernel when something changes in the folders of the inbox.
///
/// What has changed is not asked: a look at the inbox tells, and is right also when words got lost.
final class InboxWatcher {
  /// Readable when something has changed.
  let descriptor: Int32
  /// The numbers of the watches, by folders.
  private var watches: [String: Int32] = [:]

  /// Nil when the system has no more watchers to give.
  init?() {
    descriptor = linux_watch_descriptor()
    if descriptor < 0 { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whether something has changed since the last call.
  func takeChanges() -> Bool {
    var hasChanged = false
    var words = [UInt8](repeating: 0, count: 64 << 10)
    while unsafe read(descriptor, &words, words.count) > 0 { hasChanged = true }
    return hasChanged
  }

  /// Watches these folders and no others: tells whether one is new, and whether one could not be watched.
  func watch(_ folders: [String]) -> (hasNew: Bool, failure: String?) {
    var next: [String: Int32] = [:]
    var hasNew = false
    var failure: String?
    for folder in folders {
      // A folder that is watched already gives its number again; another one in its place gives a new number.
      let watch = unsafe linux_watch_folder(descriptor, folder)
      guard watch >= 0 else {
        if errno != ENOENT, errno != ENOTDIR { failure = errorText() }
        continue
      }
      next[folder] = watch
      if watches[folder] != watch { hasNew = true }
    }
    let numbers = Set(next.values)
    for watch in watches.values where !numbers.contains(watch) { _ = linux_unwatch_folder(descriptor, watch) }
    watches = next
    return (hasNew, failure)
  }
}
