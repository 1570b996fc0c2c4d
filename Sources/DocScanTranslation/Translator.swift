// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import Synchronization

/// A translator that processes pages one at a time, on a thread outside the loop. Sharing it between threads is safe because `lock` guards `state`.
package final class Translator: @unchecked Sendable {
  /// A source page: one page, or the two pages of a spread.
  package struct Task: Sendable {
    package var pages: [RecognizedPage]
    package var stage: ResolvedComponent

    package init(pages: [RecognizedPage], stage: ResolvedComponent) { (self.pages, self.stage) = (pages, stage) }
  }

  /// The translations of a source page.
  package struct Answer: Sendable {
    package var translations: [[Translation]?]
    package var notes: [String] = []
    /// The reason why the translation is still pending, or `nil` if it's complete.
    package var ended: String?
  }

  private struct Service {
    let stage: TranslateStage
    let provider: any TranslationProvider
  }

  /// The state that `lock` guards.
  private final class State {
    var services: [ResolvedComponent: Service] = [:]
    let cache: TranslationCache
    var ended: [String: String] = [:]
    var refusals = 0

    init(cache: TranslationCache) { self.cache = cache }
  }

  /// The number of consecutive unusable answers after which the provider counts as unavailable.
  package static let mostRefusals = 5

  private let lock = Mutex(())
  private let state: State
  private let stages: [ResolvedComponent: TranslateStage]

  /// Creates a translator for all settings that occur in a pipeline. `folder` is docscan's hidden folder.
  package init(_ stages: [ResolvedComponent: TranslateStage], folder: String) throws(BatchError) {
    self.stages = stages
    state = State(cache: try writing(TranslationCache(folder: folder)))
  }

  /// Returns the stages of a pipeline and its overrides. Throws if a provider lacks a requirement, or can't translate a language pair.
  package static func stages(
    of pipeline: Pipeline, sandbox: LimitSettings.Sandbox, resolved: (String) -> String
  ) throws(PipelineError) -> [ResolvedComponent: TranslateStage] {
    let overrides = pipeline.overrides.flatMap { override in
      override.changes.compactMap { change in
        change.settings.map { ResolvedComponent(name: change.stage, settings: $0) }
      }
    }
    let language = pipeline.readLanguage
    var stages: [ResolvedComponent: TranslateStage] = [:]
    for component in pipeline.stages + overrides where component.name == TranslateStage.name {
      let stage = try TranslateStage(component.settings, sandbox: sandbox, resolved: resolved)
      let provider = try service(stage)
      // Checks only pairs that are known offline, because servers aren't asked before there is text to translate.
      if type(of: provider).knowsPairs, let source = stage.from ?? language {
        for target in stage.to where !isSame(source, target) {
          do throws(TranslationEnd) {
            guard try provider.pair(from: source, to: target, while: { true }) == nil else { continue }
          } catch {
            continue
          }
          throw .missingPart(message: provider.advice(from: source, to: target))
        }
      }
      stages[component] = stage
    }
    return stages
  }

  private static func service(_ stage: TranslateStage) throws(PipelineError) -> any TranslationProvider {
    guard let type = builtInProviders.first(where: { $0.name == stage.provider }) else {
      throw .unknown(
        "provider", stage.provider, path: "\(TranslateStage.name).provider", allowed: builtInProviders.map { $0.name })
    }
    return try type.init(stage)
  }

  package static func isSame(_ source: String, _ target: String) -> Bool {
    guard let first = LanguageTag(named: source)?.withoutRegion, let second = LanguageTag(named: target)?.withoutRegion
    else { return source == target }
    // "zh" without a script can be simplified or traditional Chinese.
    return first == second || [first, second].contains("zh") && first.prefix(2) == second.prefix(2)
  }

  /// Translates a source page. Returns `nil` if it was interrupted.
  package func translate(_ task: Task, while goesOn: () -> Bool) throws(OutputError) -> Answer? {
    try lock.withLock { (_) throws(OutputError) -> Answer? in
      guard let service = try service(for: task.stage) else { return Answer(translations: []) }
      var work = PageTranslation(
        service.stage, service.provider, state.cache, ended: state.ended[service.provider.identity])
      work.refusals = state.refusals
      defer { state.refusals = work.refusals }
      do throws(TranslationEnd) {
        let translations = try task.pages.map { (page) throws(TranslationEnd) in
          try work.translations(of: page, while: goesOn)
        }
        return Answer(translations: translations, notes: work.notes)
      } catch {
        switch error {
        case .output(let error): throw error
        case .stopped: return nil
        case .ended(let reason):
          state.ended[service.provider.identity] = reason
          return Answer(translations: task.pages.map { _ in nil }, ended: reason)
        }
      }
    }
  }

  private func service(for component: ResolvedComponent) throws(OutputError) -> Service? {
    if let known = state.services[component] { return known }
    guard let stage = stages[component] else { return nil }
    do throws(PipelineError) {
      let made = Service(stage: stage, provider: try Self.service(stage))
      state.services[component] = made
      return made
    } catch {
      // The provider was available when the run began.
      throw OutputError(operation: "translate with", path: stage.provider, detail: error.description)
    }
  }
}

extension Pipeline {
  /// The single language in which all pages are read, or `nil` if there are several or it's detected.
  fileprivate var readLanguage: String? {
    let packs = stages.compactMap { stage -> [String]? in
      guard let value = stage.settings.values[LanguageChoice.settingName],
        case .given(let packs)? = LanguageChoice(json: value)
      else { return nil }
      return packs
    }.first
    guard let packs, packs.count == 1, !stages.contains(where: { $0.name == "languages" }) else { return nil }
    return LanguageTag(tesseract: packs[0])?.description
  }
}
