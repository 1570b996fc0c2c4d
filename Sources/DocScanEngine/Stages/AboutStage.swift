// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanUnderstanding

/// Finds a document's kind, sender, title, and date.
package final class AboutStage: TextStage {
  private static let dayFirst = PageSettings.dayFirst()

  package static let description = ComponentDescription(
    name: "about",
    abstract:
      "Finds a document's kind, such as a letter or an invoice, its sender, its title and its date.",
    settings: [dayFirst.erased], order: order, finding: AboutPage.description)

  private let reader: AboutReader

  package init(settings: ResolvedSettings) throws(PipelineError) {
    reader = AboutReader(dayFirst: settings[Self.dayFirst])
  }

  package func look(at page: RecognizedPage) throws(PageFailure) -> (any Finding)? { reader.read(page) }

  package static func outlines(on page: RecognizedPage) -> [[Point]] {
    let about = page.about
    return [about?.sender, about?.title, about?.date].compactMap { $0?.box.corners }
  }
}
