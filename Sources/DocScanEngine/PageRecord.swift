// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanNative
package import DocScanWire

/// A record of pages. The tests' worker has one, so that each page is only read once.
package protocol PageRecord {
  /// Reads a page of a file, and reports each stage.
  typealias Reading = (_ entering: @escaping (String) -> Void) throws(PageFailure) -> PageRequest.Reply

  /// Returns the recorded reply to a request after it has written the reply's files to the scratch folder, or reads the page and records it.
  func reply(
    to request: PageRequest, for file: InputFile, configuration: WorkerConfiguration, scratch: String,
    entering: @escaping (String) -> Void, reading: Reading
  ) throws(PageFailure) -> PageRequest.Reply
}
