// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles

/// Writes the results of the translate stage: `<name>.en.txt`, and `<name>.en.md` with both texts side by side. A language has files from its first
/// translated page on. Earlier pages and pages without a translation are empty.
package final class TranslationWriter: DocumentWriter {
  private static let parallel = Setting(
    "parallel", default: true, help: "Whether to write a Markdown file with each paragraph next to its translation.")

  package static let description = ComponentDescription(
    name: "translation",
    abstract: "The translated text from the translate stage, also side by side with the original.",
    settings: [parallel.erased])

  package static let neededStages = ["translate"]

  private struct Files {
    let text: OutputFile
    let parallel: OutputFile?
  }

  private let settings: ResolvedSettings
  private let destination: WriterDestination
  private var files: [String: Files] = [:]
  private var pages = 0

  package init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    (self.settings, self.destination) = (settings, destination)
  }

  package func append(_ page: WriterPage) throws(OutputError) {
    let page = page.result.page
    if pages > 0 { for (_, files) in files.sorted(by: { $0.key < $1.key }) { try files.text.write("\u{C}") } }
    for translation in page.translations ?? [] {
      // The language tag becomes a part of the file name.
      guard LanguageTag.isWellFormed(translation.to), files[translation.to] != nil || translation.isSupported else {
        continue
      }
      let files = try files(of: translation.to)
      try files.text.write(translation.text.replacing(where: { $0.isControl && $0 != "\n" && $0 != "\t" }, with: ""))
      try files.parallel?.write(Self.table(translation, page: page.page.number))
    }
    pages += 1
  }

  package func finish() throws(OutputError) {
    for (_, files) in files.sorted(by: { $0.key < $1.key }) {
      try files.text.finish()
      try files.parallel?.finish()
    }
  }

  private func files(of language: String) throws(OutputError) -> Files {
    if let known = files[language] { return known }
    let made = Files(
      text: try destination.file(ending: "\(language).txt"),
      parallel: settings[Self.parallel] ? try destination.file(ending: "\(language).md") : nil)
    try made.text.write(String(repeating: "\u{C}", count: pages))
    files[language] = made
    return made
  }

  private static func table(_ translation: Translation, page: Int) -> String {
    let rows = translation.paragraphs.map { paragraph in
      let text = paragraph.left == nil ? MarkdownText.inline(paragraph.text, inCell: true) : ""
      return "| \(MarkdownText.inline(paragraph.source, inCell: true)) | \(text) |\n"
    }
    return "<!-- page \(page) -->\n\n| \(translation.from) | \(translation.to) |\n| --- | --- |\n" + rows.joined()
      + "\n"
  }
}

extension Translation {
  fileprivate var isSupported: Bool {
    paragraphs.contains { $0.left == nil } || !paragraphs.contains { $0.left == .noPair }
  }
}
