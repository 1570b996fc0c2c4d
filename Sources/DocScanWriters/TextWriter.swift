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
    try file.write(Self.cleaned(page.result.page.text))
  }

  public func finish() throws(OutputError) { try file.finish() }

  /// The text without control characters other than tabs and line feeds, so that form feeds separate pages only.
  private static func cleaned(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnwanted) else { return text }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.unicodeScalars.lazy.filter { !isUnwanted($0) })
    return String(scalars)
  }

  private static func isUnwanted(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\t" && scalar != "\n"
  }
}
