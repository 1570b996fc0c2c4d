// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore

/// What there is of a document in an output folder, against what a run would make.
enum ResultState {
  /// Nothing of docscan's has its name.
  case missing
  /// The result is what the run would make.
  case current(DocumentRecord)
  /// The run would make another one, which was worse than this when it was made: it stays.
  case kept(DocumentRecord, because: String)
  /// It is to be made again.
  case stale(DocumentRecord, Staleness)

  /// Why a result is to be made again.
  enum Staleness: Hashable, CustomStringConvertible {
    case otherSource
    case incomplete(DocumentStatus)
    /// It is what the workers make; what the parent adds has not come.
    case translationPending
    case overwritten
    /// A pipeline with other settings made it; with the grade of what it read.
    case otherPipeline(ExpectedErrors.Grade?)
    case otherPages
    /// People decided something about it that its files lack.
    case decisionsPending
    /// The run chooses settings that are to be kept with it.
    case choicesPending
    case filesMissing

    /// For people, as the end of "Again, because …".
    var description: String {
      switch self {
      case .otherSource: "the source has changed"
      case .incomplete(.failed): "it failed"
      case .incomplete(let status): "it is \(status.rawValue)"
      case .translationPending: "its translation is still to come"
      case .overwritten: "--overwrite"
      case .otherPipeline(let grade):
        "the pipeline or its settings have changed"
          + (grade.map { "; kept if the new text is worse than grade \($0.rawValue)" } ?? "")
      case .otherPages: "other pages of it are wanted"
      case .decisionsPending: "corrections are not in its files yet"
      case .choicesPending: "from now on, its settings are kept with it"
      case .filesMissing: "some of its files are missing"
      }
    }
  }
}
