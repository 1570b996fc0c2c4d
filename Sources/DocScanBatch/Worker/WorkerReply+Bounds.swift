// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension WorkerReply {
  private static let longestMessage = 2000
  private static let mostNotes = 100

  /// The reply with texts of a length that a person reads: they may quote a document, or be made by one.
  var bounded: WorkerReply {
    switch self {
    case .failed(var failure):
      failure.message = Self.cut(failure.message)
      failure.stage = String(failure.stage.prefix(100))
      failure.signal = failure.signal.map { String($0.prefix(100)) }
      return .failed(failure)
    case .grafted(let isIdentical, let notes):
      return .grafted(isIdentical: isIdentical, notes: notes.prefix(Self.mostNotes).map(Self.cut))
    case .verified(let mismatches):
      return .verified(
        mismatches.map { mismatch in
          Mismatch(
            mismatch.kind, page: mismatch.page, word: mismatch.word, box: mismatch.box, expected: mismatch.expected,
            found: mismatch.found)
        })
    case .misconfigured(let message, let missingPart):
      return .misconfigured(message: Self.cut(message), missingPart: missingPart)
    case .confined(let confinement):
      return .confined(
        Confinement(
          landlock: confinement.landlock, seccomp: confinement.seccomp,
          missing: confinement.missing.prefix(Self.mostNotes).map(Self.cut)))
    case .configured(let engine):
      return .configured(engine.map { EngineIdentity(name: Self.name($0.name), version: Self.name($0.version)) })
    case .description, .inspected, .surveyed, .stage, .pages: return self
    }
  }

  /// A name or a version as reports and messages can show it.
  private static func name(_ text: String) -> String {
    text.replacing(where: \.isControl, with: "").prefix(scalars: 60)
  }

  private static func cut(_ text: String) -> String { String(text.prefix(longestMessage)) }
}
