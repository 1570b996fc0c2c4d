// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles

/// Writes one ALTO 4.4 file per page: `alto/0001.xml`, with positions in pixels. The file of a failed page contains an empty page.
package final class ALTOWriter: DocumentWriter {
  package static let description = ComponentDescription(
    name: "alto", abstract: "One ALTO 4.4 XML file for each page, for digital libraries.", settings: [])

  private let folder: PageFolder
  private let destination: WriterDestination

  private static let namespace = "http://www.loc.gov/standards/alto/ns-v4#"

  package static func pageReference(_ number: Int, _ settings: ResolvedSettings) -> FileReference? {
    FileReference(
      PageFolder.fileName(page: number, in: description.name, ending: "xml"), "application/alto+xml",
      profile: namespace)
  }

  package init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    self.destination = destination
    folder = PageFolder(Self.description.name, ending: "xml", of: destination)
  }

  package func append(_ page: WriterPage) throws(OutputError) {
    let page = page.result.page
    let xml = try XMLFile(try folder.file(page: page.page.number))
    try xml.start("alto", [("xmlns", Self.namespace), ("SCHEMAVERSION", "4.4")])
    try writeDescription(of: page, to: xml)
    let layout = ALTOLayout(page: page, xml: xml)
    try layout.writeTags()
    if !layout.parts.isEmpty {
      try xml.start("ReadingOrder")
      try xml.start("OrderedGroup", [("ID", "order")])
      for index in layout.parts.indices {
        try xml.element("ElementRef", [("ID", "order\(index + 1)"), ("REF", "block\(index + 1)")])
      }
      try xml.end()
      try xml.end()
    }
    try xml.start("Layout")
    try layout.write()
    try xml.finish()
  }

  private func writeDescription(of page: RecognizedPage, to xml: XMLFile) throws(OutputError) {
    try xml.start("Description")
    try xml.element("MeasurementUnit", text: "pixel")
    try xml.start("sourceImageInformation")
    try xml.element("fileName", text: destination.imageFromFolder(of: page))
    try xml.element(
      "documentIdentifier", [("documentIdentifierLocation", "sha256")], text: page.document.sha256)
    try xml.end()
    // The processing date is omitted, so that equal input gives equal files.
    let steps = page.corrections.map(\.kind)
    try write(
      software: "docscan", category: steps.isEmpty ? "other" : "preOperation", steps: steps, identifier: "docscan",
      to: xml)
    if page.status == .recognized {
      try write(
        software: "Tesseract", category: "contentGeneration", steps: ["recognition"],
        settings: "languages: \(page.languages.joined(separator: ", "))", identifier: "tesseract", to: xml)
    }
    try xml.end()
  }

  private func write(
    software: String, category: String, steps: [String], settings: String? = nil, identifier: String, to xml: XMLFile
  ) throws(OutputError) {
    try xml.start("Processing", [("ID", identifier)])
    try xml.element("processingCategory", text: category)
    for step in steps { try xml.element("processingStepDescription", text: step) }
    if let settings { try xml.element("processingStepSettings", text: settings) }
    try xml.start("processingSoftware")
    try xml.element("softwareName", text: software)
    if let version = destination.versions[software] { try xml.element("softwareVersion", text: version) }
    try xml.end()
    try xml.end()
  }
}
