// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore

/// A run's pipeline, and the same with the settings that people chose for single documents.
final class DecidedPipelines {
  /// The run's own.
  let base: Pipeline
  private let resolve: ([SettingChange]) -> Pipeline?
  private var known: [[SettingsEdit.Change]: Pipeline] = [:]

  /// `resolve` gives the pipeline with more changes; nil if they do not fit it.
  init(_ base: Pipeline, resolve: @escaping ([SettingChange]) -> Pipeline?) {
    (self.base, self.resolve) = (base, resolve)
  }

  /// The pipeline with these settings. What does not fit it, such as a setting of a stage that it does not have, is left out.
  func pipeline(_ settings: [SettingsEdit.Change]) -> Pipeline {
    guard !settings.isEmpty else { return base }
    if let known = known[settings] { return known }
    var fitting: [SettingChange] = []
    for change in settings.pipelineChanges where resolve(fitting + [change]) != nil { fitting.append(change) }
    let decided = resolve(fitting) ?? base
    known[settings] = decided
    return decided
  }
}

/// An earlier result that stayed, because a new one would have been worse.
struct KeptResult: Hashable {
  /// Why the new one is worse, such as "grade F instead of A".
  let reason: String

  /// Nil where the new result may take the place of the earlier one.
  ///
  /// They are compared only where people decided the same about both, and both are of the same bytes.
  init?(_ earlier: DocumentRecord, insteadOf new: DocumentRecord) {
    guard earlier.parts == nil, new.parts == nil, earlier.status != .failed, earlier.sha256 == new.sha256,
      earlier.selection == new.selection, earlier.edits?.sha256 == new.edits?.sha256,
      earlier.edits?.pages == new.edits?.pages
    else { return nil }
    let failed = (earlier: earlier.failedPages, new: new.failedPages)
    guard failed.new == failed.earlier else {
      guard failed.new > failed.earlier else { return nil }
      reason = "\(failed.new == 1 ? "one page" : "\(failed.new) pages") failed this time, and \(failed.earlier) before"
      return
    }
    guard let before = earlier.quality.expected?.grade, let after = new.quality.expected?.grade, before != after,
      after.isAsBad(as: before)
    else { return nil }
    reason = "grade \(after.rawValue) instead of \(before.rawValue)"
  }
}

extension DocumentRecord {
  fileprivate var failedPages: Int { pages.count { $0.status == .failed } }
}
