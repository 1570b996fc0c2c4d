// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import Glibc

/// Writes one PAGE-XML file per page: `page/0001.xml`, in the version of 2019-07-15. The file of a failed page contains an empty page.
package final class PAGEWriter: DocumentWriter {
  package static let description = ComponentDescription(
    name: "page", abstract: "One PAGE-XML file (2019-07-15) for each page, for layout and transcription tools.",
    settings: [])

  private static let namespace = "http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"

  private let folder: PageFolder
  private let destination: WriterDestination

  package static func pageReference(_ number: Int, _ settings: ResolvedSettings) -> FileReference? {
    FileReference(
      PageFolder.fileName(page: number, in: description.name, ending: "xml"), "application/vnd.prima.page+xml",
      profile: namespace)
  }

  package init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    self.destination = destination
    folder = PageFolder(Self.description.name, ending: "xml", of: destination)
  }

  package func append(_ page: WriterPage) throws(OutputError) {
    let page = page.result.page
    let xml = try XMLFile(try folder.file(page: page.page.number))
    let listed = METSWriter.identifier(ofFileBy: Self.self, page: page.page.number, writers: destination.writers)
    try xml.start("PcGts", [("xmlns", Self.namespace), ("pcGtsId", listed)])
    try xml.start("Metadata")
    try xml.element("Creator", text: "docscan" + (destination.versions["docscan"].map { " " + $0 } ?? ""))
    for name in ["Created", "LastChange"] { try xml.element(name, text: Self.date) }
    try xml.end()
    // Programs that find the file through a METS file resolve the picture's path relative to that file.
    try PAGELayout(page: page, xml: xml).write(
      image: listed == nil ? destination.imageFromFolder(of: page) : destination.image(of: page).name)
    try xml.finish()
  }

  /// The date that the format requires: SOURCE_DATE_EPOCH, or 1970, so that equal input gives equal files.
  private static var date: String {
    let epoch = unsafe getenv("SOURCE_DATE_EPOCH").map { unsafe String(cString: $0) }
    return PDFDate(epoch: epoch)?.iso8601 ?? "1970-01-01T00:00:00Z"
  }
}
