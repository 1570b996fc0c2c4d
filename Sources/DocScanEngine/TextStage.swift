// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A stage that looks at what was read: at the text and at other findings.
///
/// It runs when a page's result is known, wherever it is in the pipeline; even on pages whose own text stays. A run with
/// other stages of this kind than the one before reads no page again.
public protocol TextStage: Stage {
  /// What `process` measures in the picture of the page beforehand, in pixels of the corrected page; nothing for most.
  ///
  /// It runs after all other stages, and for a page whose own text stays on a small picture of it. What it notes is kept
  /// with the page, so that `look` finds it again when there is no picture.
  static var measurements: [FindingDescription] { get }

  /// Findings that are there before it looks, from the page's file, and stay; none for most.
  static var given: [FindingDescription] { get }

  /// What the stage finds, for the key of its description; nil if the page has nothing of the kind.
  ///
  /// Places are in pixels of the corrected page, as those of the text.
  func look(at page: RecognizedPage) throws(PageFailure) -> (any Finding)?
  /// Something else that it finds, for another key of its description; nil unless a stage says otherwise.
  func lookFurther(at page: RecognizedPage) throws(PageFailure) -> (any Finding)?
}

extension TextStage {
  public static var measurements: [FindingDescription] { [] }
  public static var given: [FindingDescription] { [] }

  public func process(_ page: PageContext) throws(PageFailure) {}

  public func lookFurther(at page: RecognizedPage) throws(PageFailure) -> (any Finding)? { nil }

  /// What such a stage needs of others.
  public static var order: StageOrder {
    StageOrder(needs: [.init(.readsText, otherwise: "reads the text that is looked through")])
  }

  /// What is known before it looks.
  static var known: [FindingDescription] { measurements + given }

  /// What `look` finds.
  static var lookedFor: [FindingDescription] {
    let known = Set(known.map(\.key))
    return description.findings.filter { !known.contains($0.key) }
  }
}
