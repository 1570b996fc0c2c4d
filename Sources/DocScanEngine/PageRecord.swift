// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanNative
package import DocScanWire

/// A record of answers. The tests' worker has one, so that each page is only read once.
package protocol PageRecord: AnyObject {
  typealias Reading = (_ entering: @escaping (String) -> Void) throws(PageFailure) -> PageRequest.Reply

  /// Requests that another program has received. It has answered all but the last one.
  var earlier: [(message: Message, files: [InputFile])] { get }

  /// Reads a page, and records the reply with its files in the scratch folder.
  func reply(
    to request: PageRequest, for file: InputFile, entering: @escaping (String) -> Void, reading: Reading
  ) throws(PageFailure) -> PageRequest.Reply

  func record(_ reply: any JobReply, to message: Message, with files: [InputFile])
}
