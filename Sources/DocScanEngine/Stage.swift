// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
public import DocScanNative

/// A step that a pipeline runs on every page.
///
/// A stage is built once in each worker and then gets page after page. To add one to docscan, write a file in `Stages` and list the
/// type in `builtInStages`; for a worker of your own, hand the type to ``WorkerProgram``. A stage runs confined: it can open
/// no file and no connection once documents come.
public protocol Stage: AnyObject, SendableMetatype {
  /// The stage's name in the pipeline file, what it does, and its settings.
  static var description: ComponentDescription { get }

  /// Builds the stage; fails when a part that it needs is missing.
  init(settings: ResolvedSettings) throws(PipelineError)

  /// Hands over the program that the pipeline names to read pages; fails when the stage cannot work with it.
  func use(_ engine: Engine) throws(PipelineError)

  /// The networks that the stage uses with these settings, where they are installed.
  static func networks(for settings: ResolvedSettings) -> [NeuralModel]

  /// Hands over the networks that are loaded; fails when the stage cannot do without one that is missing.
  func use(_ networks: NeuralNetworks) throws(PipelineError)

  /// Looks at a page and changes it, or leaves it as it is.
  func process(_ page: PageContext) throws(PageFailure)

  /// Sees each page again after the last stage: what was found at places in the source gets its place on the corrected page.
  func finish(_ page: PageContext) throws(PageFailure)

  /// What an overlay shows of the stage's finding: closed outlines, in pixels of the corrected page.
  static func outlines(on page: RecognizedPage) -> [[Point]]
}

extension Stage {
  public func use(_ engine: Engine) throws(PipelineError) {}
  public static func networks(for settings: ResolvedSettings) -> [NeuralModel] { [] }
  public func use(_ networks: NeuralNetworks) throws(PipelineError) {}
  public func finish(_ page: PageContext) throws(PageFailure) {}
  public static func outlines(on page: RecognizedPage) -> [[Point]] { [] }

  /// Whether the stage does something that others have to know.
  static func has(_ effect: StageEffect) -> Bool { description.order.effects.contains(effect) }
}

/// Every stage there is.
package let builtInStages: [any Stage.Type] = [
  SlipsStage.self,
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
  CheckboxesStage.self,
  LanguagesStage.self,
  StructureStage.self,
  DetectStage.self,
  ReceiptStage.self,
  FormStage.self,
  TablesStage.self,
  AboutStage.self,
]
