// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import Glibc

/// Writes `mets.xml`: the files of each page, for digital libraries and OCR-D workspaces (METS 1.12). A failed page has no files.
package final class METSWriter: DocumentWriter {
  private static let identifier = Setting(
    "identifier", default: String?.none,
    help:
      "The document's identifier: a PURL or another address, a URN or a DOI. null: a URN with the SHA-256 of the input."
  )

  package static let description = ComponentDescription(
    name: "mets",
    abstract: "A METS file that lists pictures, ALTO and PAGE-XML page by page, for digital libraries and OCR-D.",
    settings: [identifier.erased])

  static let namespace = "http://www.loc.gov/METS/"
  /// The file name that OCR-D expects.
  static let fileName = "mets.xml"

  /// The file groups as OCR-D names them, with the writers of their files.
  private static let groups: [(use: String, writer: any DocumentWriter.Type)] = [
    ("OCR-D-IMG", ImagesWriter.self), ("OCR-D-OCR", PAGEWriter.self), ("FULLTEXT", ALTOWriter.self),
  ]

  private let destination: WriterDestination
  private let settings: ResolvedSettings
  package static let neededWriters = [["images"], ["alto", "page"]]

  private let file: OutputFile
  private var document: DocumentReference?
  private var pages: [(number: Int, isFailed: Bool)] = []
  /// The BCP 47 tags of the pages' languages, in order of appearance.
  private var languages: [String] = []

  package static func objection(
    _ settings: ResolvedSettings, beside writers: [ChosenWriter]
  ) -> WriterConfigurationError? {
    if let identifier = settings[identifier], identifier.contains(where: \.isWhitespace) || identifier.isEmpty {
      return WriterConfigurationError("expected an address, a URN or a DOI without spaces.", key: "identifier")
    }
    guard groups(of: writers).isEmpty else { return nil }
    return WriterConfigurationError(
      "mets has no files to list. Add --also alto, or to the pipeline file {\"writer\": \"alto\"}, {\"writer\": \"page\"} or "
        + "{\"writer\": \"images\"}.")
  }

  private static func groups(of writers: [ChosenWriter]) -> [(use: String, component: ChosenWriter)] {
    groups.compactMap { group in
      writers.first { $0.name == group.writer.description.name }.map { (group.use, $0) }
    }
  }

  /// Returns the ID of a page's file in the METS file, or `nil` if the pipeline has no METS writer or the file isn't listed.
  static func identifier(
    ofFileBy writer: any DocumentWriter.Type, page: Int, writers: [ChosenWriter]
  ) -> String? {
    guard writers.contains(where: { $0.name == description.name }) else { return nil }
    return groups.first { $0.writer == writer }.map { identifier($0.use, page) }
  }

  package init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    (self.settings, self.destination) = (settings, destination)
    file = try OutputFile(path: "\(destination.directory)/\(Self.fileName)", notedIn: destination.files)
  }

  package func append(_ page: WriterPage) throws(OutputError) {
    let page = page.result.page
    if document == nil { document = page.document }
    pages.append((page.page.number, page.status == .failed))
    for name in page.languages {
      if let tag = LanguageTag(tesseract: name)?.description, !languages.contains(tag) { languages.append(tag) }
    }
  }

  package func finish() throws(OutputError) {
    let description = METSDescription(
      title: title, author: destination.metadata.author, languages: languages.sorted(),
      identifier: settings[Self.identifier], sha256: document?.sha256 ?? "")
    let xml = try XMLFile(file)
    try xml.start(
      "mets:mets",
      [
        ("xmlns:mets", Self.namespace), ("xmlns:mods", "http://www.loc.gov/mods/v3"),
        ("xmlns:xlink", "http://www.w3.org/1999/xlink"), ("OBJID", description.identifier.text), ("LABEL", title),
      ])
    try writeHeader(xml)
    try description.write(to: xml)
    let groups = Self.groups(of: destination.writers)
    try writeFiles(groups, xml)
    try xml.start("mets:structMap", [("TYPE", "LOGICAL")])
    try xml.element(
      "mets:div", [("ID", "LOG_0000"), ("TYPE", "document"), ("LABEL", title), ("DMDID", METSDescription.name)])
    try xml.end()
    try writePages(groups, xml)
    try xml.start("mets:structLink")
    try xml.element("mets:smLink", [("xlink:from", "LOG_0000"), ("xlink:to", "PHYS_0000")])
    try xml.end()
    try xml.finish()
  }

  // MARK: Parts

  private var title: String { destination.metadata.title ?? destination.baseName }

  /// Writes the header, with the creation date only if SOURCE_DATE_EPOCH is set, so that equal input gives equal files.
  private func writeHeader(_ xml: XMLFile) throws(OutputError) {
    let epoch = unsafe getenv("SOURCE_DATE_EPOCH").map { unsafe String(cString: $0) }
    try xml.start("mets:metsHdr", [("CREATEDATE", PDFDate(epoch: epoch)?.iso8601)])
    try xml.start("mets:agent", [("ROLE", "CREATOR"), ("TYPE", "OTHER"), ("OTHERTYPE", "SOFTWARE")])
    try xml.element(
      "mets:name", text: "docscan" + (destination.versions["docscan"].map { " " + $0 } ?? ""))
    try xml.end()
    try xml.end()
  }

  private func writeFiles(
    _ groups: [(use: String, component: ChosenWriter)], _ xml: XMLFile
  ) throws(OutputError) {
    guard pages.contains(where: { !$0.isFailed }) else { return }
    try xml.start("mets:fileSec")
    for group in groups {
      try xml.start("mets:fileGrp", [("USE", group.use)])
      for page in pages where !page.isFailed {
        guard let file = group.component.type.pageReference(page.number, group.component.settings) else { continue }
        try xml.start("mets:file", [("ID", Self.identifier(group.use, page.number)), ("MIMETYPE", file.mediaType)])
        try xml.element(
          "mets:FLocat", [("LOCTYPE", "OTHER"), ("OTHERLOCTYPE", "FILE"), ("xlink:href", file.name.uriPath)])
        try xml.end()
        try xml.flush()
      }
      try xml.end()
    }
    try xml.end()
  }

  private func writePages(
    _ groups: [(use: String, component: ChosenWriter)], _ xml: XMLFile
  ) throws(OutputError) {
    try xml.start("mets:structMap", [("TYPE", "PHYSICAL")])
    try xml.start("mets:div", [("ID", "PHYS_0000"), ("TYPE", "physSequence")])
    for (order, page) in zip(1..., pages) {
      try xml.start(
        "mets:div",
        [
          ("ID", Self.identifier("PHYS", page.number)), ("TYPE", "page"), ("ORDER", "\(order)"),
          ("ORDERLABEL", "\(page.number)"),
        ])
      for group in groups where !page.isFailed {
        try xml.element("mets:fptr", [("FILEID", Self.identifier(group.use, page.number))])
      }
      try xml.end()
      try xml.flush()
    }
    try xml.end()
    try xml.end()
  }

  private static func identifier(_ prefix: String, _ page: Int) -> String {
    let digits = String(page)
    return "\(prefix)_\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
  }
}
