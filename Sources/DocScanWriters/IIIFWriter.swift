// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles

/// Writes `<name>.manifest.json`, a manifest of the IIIF Presentation API 3.0 with a canvas for each page, and the lines of each page as
/// annotations, `iiif/0001.json`. A failed page has an empty canvas. The size of a canvas is in the same pixels as the boxes.
package final class IIIFWriter: DocumentWriter {
  private static let base = Setting(
    "base", default: "http://localhost:8000",
    help:
      "The address, with http:// or https://, under which the output folder will be served: all identifiers start with it."
  )

  package static let description = ComponentDescription(
    name: "iiif", abstract: "A IIIF manifest with the lines of each page as annotations, for viewers such as Mirador.",
    settings: [base.erased])

  package static let neededWriters = [["web", "images"]]

  private let settings: ResolvedSettings
  private let destination: WriterDestination
  private let file: OutputFile
  private let folder: PageFolder
  private var parts: IIIFParts?

  package static func objection(
    _ settings: ResolvedSettings, beside writers: [ChosenWriter]
  ) -> WriterConfigurationError? {
    let base = settings[base]
    let host = base.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2).first ?? ""
    guard ["http://", "https://"].contains(where: base.hasPrefix), !host.isEmpty,
      base.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"?#\"<>\\^`{|}".utf8.contains($0) })
    else {
      return WriterConfigurationError(
        "\"\(base)\" is not an address: expected one such as \"https://example.org/archive\".", key: "base")
    }
    guard IIIFParts.picture(of: 1, writers) == nil else { return nil }
    return WriterConfigurationError(
      "iiif needs page images. Add --also web, or to the pipeline file {\"writer\": \"web\"} or {\"writer\": \"images\"} with "
        + "png or jpeg as its format.")
  }

  package init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    (self.settings, self.destination) = (settings, destination)
    file = try destination.file(ending: "manifest.json")
    folder = PageFolder(Self.description.name, ending: "json", of: destination)
  }

  package func append(_ page: WriterPage) throws(OutputError) {
    let result = page.result.page
    let parts = parts ?? IIIFParts(base: settings[Self.base], document: result.document.name, destination: destination)
    if self.parts == nil {
      // The list of canvases is the last member of the manifest.
      try file.write(result: JSONText.compact(parts.manifest).dropLast())
      try file.write(",\"items\":[\n")
    } else {
      try file.write(",\n")
    }
    self.parts = parts
    let lines = result.blocks.flatMap { block in block.lines.map { (block, $0) } }.filter { !$0.1.text.isEmpty }
    try file.write(result: JSONText.compact(parts.canvas(page.result, hasLines: !lines.isEmpty)))
    guard !lines.isEmpty else { return }
    let annotations = try folder.file(page: result.page.number)
    try annotations.write(result: JSONText.pretty(parts.annotations(of: result, lines)))
    try annotations.finish()
  }

  package func finish() throws(OutputError) {
    try file.write("\n]}\n")
    try file.finish()
  }
}
