// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import Glibc

/// A page on disk that redirects to an address with a token. The folder is readable by the user only; other users could read the token from the
/// arguments of a browser process. The page is removed when this value is deallocated.
final class LaunchPage {
  let path: String
  private let folder: String

  init(to address: String) throws(BatchError) {
    let parent = Self.privateFolder ?? "/tmp"
    var template = Array((parent + "/docscan-open-XXXXXX").utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw unsafe .output("\(parent) cannot hold a page for the browser: \(String(cString: strerror(errno))).")
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = folder + "/docscan.html"
    let shown = Escape.xmlAttribute(address)
    let page = Array(
      "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\"><title>docscan</title><meta http-equiv=\"refresh\" content=\"0;url=\(shown)\"><a href=\"\(shown)\">docscan</a>\n"
        .utf8)
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    let isWritten = unsafe file >= 0 && write(file, page, page.count) == page.count
    if file >= 0 { close(file) }
    guard isWritten else { throw .output("\(path) cannot be written.") }
  }

  deinit {
    unsafe unlink(path)
    unsafe rmdir(folder)
  }

  /// The user's runtime folder, or `nil` if others can access it.
  private static var privateFolder: String? {
    guard let path = unsafe getenv("XDG_RUNTIME_DIR").map({ unsafe String(cString: $0) }) else { return nil }
    var status = stat()
    guard path.utf8.first == UInt8(ascii: "/"), unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else { return nil }
    return path
  }
}
