// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
package import FoundationEssentials

extension URL {
  /// The whole path of a local file. Throws for every other URL, because the path of `https://example.com/etc/passwd` also names a local file.
  package var localPath: String {
    get throws(BatchError) {
      guard isFileURL, ["", "localhost"].contains(host() ?? "") else {
        throw .usage("\(visibleText(absoluteString)): only URLs of local files can be opened. Download the file first.")
      }
      let path = absoluteURL.path(percentEncoded: false)
      // The system would end the path there.
      guard !path.isEmpty, !path.utf8.contains(0) else {
        throw .usage("\(visibleText(absoluteString)): a path must not be empty or contain a null character.")
      }
      return path
    }
  }
}
