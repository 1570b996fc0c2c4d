// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanStore
package import DocScanWriters
internal import Synchronization

/// Translates pages, one after the other: what the thread beside the loop does.
///
/// `lock` is what lets threads share it: nobody else touches `state`.
package final class Translator: @unchecked Sendable {
  /// A source page: one page, or the two of a spread.
  package struct Task: Sendable {
    package var pages: [RecognizedPage]
    package var stage: ResolvedComponent

    package init(pages: [RecognizedPage], stage: ResolvedComponent) { (self.pages, self.stage) = (pages, stage) }
  }

  /// What came of it.
  package struct Answer: Sendable {
    /// For each page; nil for one without text, and where it is still to come.
    package var translations: [[Translation]?]
    /// What a person should know, in whole sentences.
    package var notes: [String] = []
    /// Why it is still to come; nil if it is there.
    package var ended: String?
  }

  /// A provider, and what the pipeline says of it.
  private struct Service {
    let stage: TranslateStage
    let provider: any TranslationProvider
  }

  /// What only one thread at a time may use.
  private final class State {
    var services: [ResolvedComponent: Service] = [:]
    let cache: TranslationCache
    /// Why providers translate nothing more, by their identity.
    var ended: [String: String] = [:]
    /// How many answers in a row were no use.
    var refusals = 0

    init(cache: TranslationCache) { self.cache = cache }
  }

  /// So many useless answers in a row are not those texts' fault.
  package static let mostRefusals = 5

  private let lock = Mutex(())
  private let state: State
  private let stages: [ResolvedComponent: TranslateStage]

  /// Makes ready to translate what any page of a pipeline wants; `folder` is docscan's hidden one.
  package init(_ stages: [ResolvedComponent: TranslateStage], folder: String) throws(BatchError) {
    self.stages = stages
    state = State(cache: try writing(TranslationCache(folder: folder)))
  }

  /// The stages of a pipeline and its overrides; fails where a provider lacks a part, or cannot translate what is asked for.
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
      // Servers are not asked before there is something to translate.
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

  /// Whether texts in both languages need no translation.
  package static func isSame(_ source: String, _ target: String) -> Bool {
    guard let first = LanguageTag(named: source)?.withoutRegion, let second = LanguageTag(named: target)?.withoutRegion
    else { return source == target }
    // Chinese without a script may be either.
    return first == second || [first, second].contains("zh") && first.prefix(2) == second.prefix(2)
  }

  /// Translates a page; nil when it was stopped.
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
      // It was there when the run began.
      throw OutputError(operation: "translate with", path: stage.provider, detail: error.description)
    }
  }
}

extension Pipeline {
  /// The one language that all pages are read in; nil if there are several, or it is found.
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
