// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
package import DocScanInput
package import DocScanStore

/// A file below an open folder, as the only document of a run. The file is opened from that folder without following links, so it's never another
/// file than the one that the caller allowed.
package struct GivenFile: GivenDocuments {
  private let document: InputDocument

  /// Describes a file by its path relative to `folder`.
  package init(_ name: String, below folder: Folder, formats: InputFormats) {
    let path = "\(folder.path)/\(name)"
    document = InputDocument(
      name: InputScanner.stem(path), source: path, identity: "\(canonicalPath(folder.path))/\(name)", paths: [path],
      invoice: InvoiceBeside.path(for: path, below: folder), root: folder, format: formats.format(of: name, in: folder))
  }

  package func listing() throws(BatchError) -> InputListing {
    var listing = InputListing()
    listing.documents = [document]
    return listing
  }

  /// Any folder may have the document's results.
  package func mark(_ output: OutputFolder) throws(BatchError) {}
}
