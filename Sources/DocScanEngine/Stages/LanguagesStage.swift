// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanTypedData

/// Detects the languages of a page's text and of each block.
package final class LanguagesStage: TextStage {
  package static let description = ComponentDescription(
    name: "languages", abstract: "Detects the language of the page and its blocks, whatever language it was read in.",
    settings: [], order: order, finding: PageLanguage.description)

  package init(settings: ResolvedSettings) throws(PipelineError) {}

  package func look(at page: RecognizedPage) throws(PageFailure) -> (any Finding)? {
    page.words.isEmpty ? nil : PageLanguage(of: page)
  }
}
