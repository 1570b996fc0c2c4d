// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanStore

/// The pipeline of a run, and its variants with the user's settings for single documents.
package final class DecidedPipelines {
  package let base: Pipeline
  private let resolve: ([SettingChange]) -> Pipeline?
  private var known: [[SettingsEdit.Change]: Pipeline] = [:]

  /// Creates the variants of a pipeline. `resolve` applies changes to the pipeline, and returns `nil` if they don't fit.
  package init(_ base: Pipeline, resolve: @escaping ([SettingChange]) -> Pipeline?) {
    (self.base, self.resolve) = (base, resolve)
  }

  /// Returns the pipeline with these settings. Settings that don't fit are ignored, such as those of a missing stage.
  package func pipeline(_ settings: [SettingsEdit.Change]) -> Pipeline {
    guard !settings.isEmpty else { return base }
    if let known = known[settings] { return known }
    var fitting: [SettingChange] = []
    for change in settings.pipelineChanges where resolve(fitting + [change]) != nil { fitting.append(change) }
    let decided = resolve(fitting) ?? base
    known[settings] = decided
    return decided
  }
}

/// The decision to keep an earlier result, because a new one is worse.
package struct KeptResult: Hashable {
  /// The reason why the new result is worse, such as "grade F instead of A".
  package let reason: String

  /// Compares results of the same input bytes and edits. Returns `nil` if the new one can replace the earlier one, or for other results.
  package init?(_ earlier: DocumentRecord, insteadOf new: DocumentRecord) {
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
