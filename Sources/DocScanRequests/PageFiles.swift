// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanStore

/// Returns the paths of the files in a folder that have a supported format, in natural order. Throws if there are none.
package func pageFiles(inFolder folder: String, _ formats: InputFormats) throws(BatchError) -> [String] {
  guard let entries = Folder(root: folder)?.entries() else {
    throw .noInput("The folder \(folder) cannot be read: \(errorText()).")
  }
  let names = entries.names.filter { name in
    !name.hasPrefix(".") && formats.format(ofFile: folder + "/" + name, followingLinks: true) != nil
  }
  guard !names.isEmpty else { throw .noInput("\(folder) contains no pages.") }
  return names.sorted(by: isNaturallyOrdered).map { folder + "/" + $0 }
}

/// Returns the name and PDF path of a finished document. Throws if the folder doesn't contain one.
package func finishedPDF(inFolder folder: String) throws(BatchError) -> (name: String, pdf: String) {
  guard let record = DocumentRecord(inFolder: folder) else {
    throw .noInput("\(folder) is not the folder of a document that docscan finished.")
  }
  let pdf = "\(folder)/\(record.baseName).pdf"
  guard isRegularFile(pdf) else { throw .noInput("\(folder) has no PDF: add the pdf writer to the pipeline.") }
  return (record.baseName, pdf)
}
