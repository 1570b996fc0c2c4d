// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A stage that analyzes the recognized text and other findings.
///
/// The stage runs when the result of a page is known, regardless of its position in the pipeline, and also on pages with copied text. If only stages
/// of this kind change between two runs, no page is read again.
public protocol TextStage: Stage {
  /// The measurements that `process` makes in the picture of the page, in pixels of the corrected page. Empty for most stages. `process` runs
  /// last, for copied text on a small picture. Its findings are stored with the page, so that `look` can use them without a picture.
  static var measurements: [FindingDescription] { get }

  /// The findings in the page's file that exist before `look` and are kept. Empty for most stages.
  static var given: [FindingDescription] { get }

  /// Analyzes the page.
  ///
  /// - Parameter page: The page with its text and findings.
  /// - Returns: The finding for the key of the stage's description, with positions in pixels of the corrected page, or `nil` if there is none.
  /// - Throws: A ``PageFailure`` if the page can't be processed.
  func look(at page: RecognizedPage) throws(PageFailure) -> (any Finding)?
  /// Analyzes the page for all keys of the stage's description. By default, for the only one that `look` finds.
  ///
  /// - Parameter page: The page with its text and findings.
  /// - Returns: The findings, at most one for each key.
  /// - Throws: A ``PageFailure`` if the page can't be processed.
  func findings(on page: RecognizedPage) throws(PageFailure) -> [any Finding]
}

extension TextStage {
  public static var measurements: [FindingDescription] { [] }
  public static var given: [FindingDescription] { [] }

  public func process(_ page: PageContext) throws(PageFailure) {}

  public func findings(on page: RecognizedPage) throws(PageFailure) -> [any Finding] {
    try look(at: page).map { [$0] } ?? []
  }

  /// The constraint that no later stage may read text.
  public static var order: StageOrder {
    StageOrder(needs: [.init(.readsText, otherwise: "reads the text that this stage analyzes")])
  }

  static var known: [FindingDescription] { measurements + given }

  static var lookedFor: [FindingDescription] {
    let known = Set(known.map(\.key))
    return description.findings.filter { !known.contains($0.key) }
  }
}
