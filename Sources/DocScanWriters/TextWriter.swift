// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// Writes `<name>.txt`: the text of all pages in UTF-8, with a form feed between pages.
public final class TextWriter: DocumentWriter {
  public static let description = ComponentDescription(
    name: "text", abstract: "Plain text in UTF-8, with a form feed between pages.", settings: [])

  private let file: OutputFile
  private var isFirst = true

  public static func mainFile(baseName: String, firstPage: Int) -> String? { "\(baseName).txt" }

  public init(settings: ResolvedSettings, destination: DocumentDestination) throws(OutputError) {
    file = try OutputFile(path: destination.path(ending: "txt"))
  }

  public func append(_ page: WriterPage) throws(OutputError) {
    if !isFirst { try file.write("\u{C}") }
    isFirst = false
    // A form feed in the text would be taken for the end of the page.
    try file.write(page.result.page.text.withoutControls(except: ["\t", "\n"]))
  }

  public func finish() throws(OutputError) { try file.finish() }
}
