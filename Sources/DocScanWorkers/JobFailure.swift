// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The reason why a worker didn't complete a job.
package enum JobFailure {
  /// A file of the job is missing or has changed.
  case unopened(PageFailure)
  /// The worker reported the failure.
  case refused(PageFailure)
  /// The worker crashed or was killed.
  case lost(PageFailure)

  package var failure: PageFailure {
    switch self {
    case .unopened(let failure), .refused(let failure), .lost(let failure): failure
    }
  }
}
