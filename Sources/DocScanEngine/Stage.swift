// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A step that a pipeline runs on every page.
///
/// A stage is built once in each worker and then gets page after page. To add one, write a file in `Stages` and list the
/// type in `builtInStages`.
public protocol Stage: AnyObject, SendableMetatype {
  /// The stage's name in the pipeline file, what it does, and its settings.
  static var description: ComponentDescription { get }

  /// Builds the stage; fails when a part that it needs is missing.
  init(settings: ResolvedSettings) throws(PipelineError)

  /// Looks at a page and changes it, or leaves it as it is.
  func process(_ page: PageInHand) throws(PageFailure)
}

/// Every stage there is.
public let builtInStages: [any Stage.Type] = [
  PerspectiveStage.self,
  OrientationStage.self,
  SpreadsStage.self,
  DewarpStage.self,
  DeskewStage.self,
  CropStage.self,
  BlankStage.self,
  QualityStage.self,
  BarcodesStage.self,
  CleanStage.self,
  RecognizeStage.self,
]
