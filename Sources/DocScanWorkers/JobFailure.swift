// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// How a job came to nothing.
package enum JobFailure {
  /// A file that it is about is gone, or not what it was.
  case unopened(PageFailure)
  /// The worker says so.
  case refused(PageFailure)
  /// The worker ended, or was ended.
  case lost(PageFailure)

  /// Why.
  package var failure: PageFailure {
    switch self {
    case .unopened(let failure), .refused(let failure), .lost(let failure): failure
    }
  }
}
