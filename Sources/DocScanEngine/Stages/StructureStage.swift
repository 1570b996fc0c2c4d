// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanLayout

/// Finds headings, paragraphs, lists, captions, notes, and running heads.
package final class StructureStage: TextStage {
  package static let description = ComponentDescription(
    name: "structure",
    abstract: "Finds headings, paragraphs, lists, captions, footnotes, running heads and page numbers.",
    settings: [], order: order, finding: PageElement.description, also: measurements)

  package static let measurements = [ListBullet.description]

  package init(settings: ResolvedSettings) throws(PipelineError) {}

  package func process(_ page: PageContext) throws(PageFailure) {
    // The weights of recognized lines are known.
    if page.textSoFar?.status == .copied { try page.weighLines() }
    guard let text = page.textSoFar else { return }
    let found = ListBullet.found(among: try page.letterMarks(withDots: true), beside: text)
    guard !found.bullets.isEmpty else { return }
    try page.note(found.bullets)
    page.recognition?.blocks = found.blocks
  }

  package func look(at page: RecognizedPage) throws(PageFailure) -> (any Finding)? {
    page.words.isEmpty ? nil : PageStructure(page).elements
  }

  package static func outlines(on page: RecognizedPage) -> [[Point]] {
    let found: [PageElement]? = page.findings.get()
    return (found ?? []).map(\.box.corners)
  }
}
