// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanRequests
internal import DocScanTranslation
internal import Synchronization

/// Translates texts with the default provider on a background thread. Supports task cancellation. Blank texts are returned unchanged.
package func translatedTexts(_ texts: [String], from source: String, to target: String) async throws -> [String] {
  final class Flag: Sendable {
    let isSet = Mutex(false)
  }
  let flag = Flag()
  return try await withTaskCancellationHandler {
    try await onThread {
      do {
        let settings = try TranslateStage.description.table.resolve(
          ["from": .string(source), "to": .array([.string(target)])], path: TranslateStage.name, reserved: [])
        let stage = try TranslateStage(settings, sandbox: .auto) { $0 }
        let provider: any TranslationProvider = try ApertiumProvider(stage)
        let goesOn = { !flag.isSet.withLock { $0 } }
        guard let from = stage.from, let pair = try provider.pair(from: from, to: stage.to[0], while: goesOn) else {
          throw BatchError.missingPart(provider.advice(from: source, to: target))
        }
        let due = texts.indices.filter { texts[$0].contains { !$0.isWhitespace } }
        guard !due.isEmpty else { return texts }
        var translated = texts
        for (index, answer) in zip(due, try provider.translate(due.map { texts[$0] }, pair, while: goesOn)) {
          switch answer {
          case .text(let text): translated[index] = text
          case .refused(let reason): throw BatchError.usage("A text was not translated: \(reason)")
          }
        }
        return translated
      } catch let error as PipelineError {
        throw BatchError.pipeline(error)
      } catch TranslationEnd.stopped {
        throw CancellationError()
      } catch TranslationEnd.ended(let reason) {
        throw BatchError.missingPart(reason)
      }
    }
  } onCancel: {
    flag.isSet.withLock { $0 = true }
  }
}
