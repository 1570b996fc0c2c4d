// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A stage that looks at what was read: at the text and at other findings, never at pixels.
///
/// It runs when a page's result is known, wherever it stands in the pipeline; also on pages whose own text stays. A run with
/// other stages of this kind than the one before reads no page again.
public protocol TextStage: Stage {
  /// What the stage finds, for the key of its description; nil where the page has nothing of the kind.
  ///
  /// Places are in pixels of the corrected page, as those of the text.
  func look(at page: RecognizedPage) throws(PageFailure) -> (any Finding)?
  /// Something else that it finds, for another key of its description; nil unless a stage says otherwise.
  func lookFurther(at page: RecognizedPage) throws(PageFailure) -> (any Finding)?
}

extension TextStage {
  public func process(_ page: PageInHand) throws(PageFailure) {}

  public func lookFurther(at page: RecognizedPage) throws(PageFailure) -> (any Finding)? { nil }

  /// What such a stage needs of others.
  public static var order: StageOrder {
    StageOrder(needs: [.init(.readsText, otherwise: "reads the text that is looked through")])
  }
}
