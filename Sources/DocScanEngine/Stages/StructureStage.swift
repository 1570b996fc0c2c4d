// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanLayout

/// Finds headings, paragraphs, lists, captions, notes, and running heads.
package final class StructureStage: TextStage {
  package static let description = ComponentDescription(
    name: "structure",
    abstract: "Finds headings, paragraphs, lists, captions, footnotes, running heads and page numbers.",
    settings: [], order: order, finding: PageElement.description)

  package init(settings: ResolvedSettings) throws(PipelineError) {}

  package func look(at page: RecognizedPage) throws(PageFailure) -> (any Finding)? {
    page.words.isEmpty ? nil : PageStructure(page).elements
  }

  package static func outlines(on page: RecognizedPage) -> [[Point]] {
    let found: [PageElement]? = page.findings.get()
    return (found ?? []).map(\.box.corners)
  }
}
