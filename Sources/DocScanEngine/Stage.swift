// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
public import DocScanVision

/// A step of a pipeline that runs on every page.
///
/// A stage is created once in each worker and then processes many pages. To add a stage to docscan, add a file to `Stages` and list the type in
/// `builtInStages`. To add one to your own worker, pass the type to ``WorkerProgram``. Stages run in a sandbox: once documents arrive, they can't
/// open files or connections.
public protocol Stage: AnyObject, SendableMetatype {
  /// The name of the stage in pipeline files, its purpose, and its settings.
  static var description: ComponentDescription { get }

  /// Creates the stage.
  ///
  /// - Parameter settings: The settings with explicit defaults.
  /// - Throws: A ``PipelineError`` if a setting is invalid or a required part is missing.
  init(settings: ResolvedSettings) throws(PipelineError)

  /// Provides the external engine. Called before the first page, but only if the pipeline has an engine.
  ///
  /// - Parameter engine: The engine, which is ready for requests.
  /// - Throws: A ``PipelineError`` if the stage can't work with the engine.
  func use(_ engine: Engine) throws(PipelineError)

  /// Returns the networks that the stage uses if they are installed.
  ///
  /// - Parameter settings: The settings of the stage.
  /// - Returns: The networks to load.
  static func networks(for settings: ResolvedSettings) -> [NeuralModel]

  /// Provides the loaded networks. Called before the first page.
  ///
  /// - Parameter networks: The networks that are installed and were loaded.
  /// - Throws: A ``PipelineError`` if a network that the stage requires is missing.
  func use(_ networks: NeuralNetworks) throws(PipelineError)

  /// Analyzes or changes a page.
  ///
  /// - Parameter page: The page with the results of the previous stages.
  /// - Throws: A ``PageFailure`` if the page can't be processed.
  func process(_ page: PageContext) throws(PageFailure)

  /// Completes a page after the last stage. A stage that records positions in the source converts them to positions on the corrected page here.
  ///
  /// - Parameter page: The page with the results of all stages.
  /// - Throws: A ``PageFailure`` if a finding can't be stored.
  func finish(_ page: PageContext) throws(PageFailure)

  /// Returns the outlines that overlays show for the stage's findings.
  ///
  /// - Parameter page: The page with its findings.
  /// - Returns: Closed outlines, in pixels of the corrected page.
  static func outlines(on page: RecognizedPage) -> [[Point]]
}

extension Stage {
  public func use(_ engine: Engine) throws(PipelineError) {}
  public static func networks(for settings: ResolvedSettings) -> [NeuralModel] { [] }
  public func use(_ networks: NeuralNetworks) throws(PipelineError) {}
  public func finish(_ page: PageContext) throws(PageFailure) {}
  public static func outlines(on page: RecognizedPage) -> [[Point]] { [] }

  static func has(_ effect: StageEffect) -> Bool { description.order.effects.contains(effect) }
}

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
