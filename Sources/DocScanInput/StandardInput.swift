// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
package import DocScanStore
internal import Glibc

/// Standard input as a document. Its bytes are saved to a file that workers can open.
package enum StandardInput {
  package static let path = "-"
  package static let name = "stdin"
}

extension InputListing {
  /// Saves standard input to a file, if it's one of the inputs. An interruption ends the copy early. The run then stops before it opens any file.
  package mutating func readStandardInput(to output: OutputFolder, unless interruption: Interruption) throws(BatchError)
  {
    let isNamed = { (document: InputDocument) in document.paths.contains(StandardInput.path) }
    guard documents.contains(where: isNamed) else { return }
    let file = try output.makeScratch("input") + "/" + StandardInput.name
    try writing(
      FileCopy.copy(
        STDIN_FILENO, named: "standard input", to: file, while: { interruption.allowsReading(STDIN_FILENO) }))
    for index in documents.indices where isNamed(documents[index]) {
      documents[index].paths = documents[index].paths.map { $0 == StandardInput.path ? file : $0 }
    }
  }
}
