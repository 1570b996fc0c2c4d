// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The options for making a plan, in addition to the pipeline and the inputs.
package struct PlanOptions: Sendable {
  /// The ways to divide documents into shards.
  package enum Cut: Hashable, Sendable {
    case shards(Int)
    /// Shards of approximately this many pages.
    case pagesPerShard(Int)
  }

  package var folder: String
  package var cut: Cut
  /// The number of documents to process to estimate costs, or 0 for none.
  package var sample: Int
  package var countsPages: Bool

  package init(folder: String, cut: Cut, sample: Int = 0, countsPages: Bool = false) {
    (self.folder, self.cut, self.sample, self.countsPages) = (folder, cut, sample, countsPages)
  }
}

package enum PlanProgress: Sendable {
  case found(Int)
  case hashed(Int, of: Int)
  case sampling(BatchEvent)
  case notice(String)
}
