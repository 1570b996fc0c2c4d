// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// What to make a plan of, beside pipeline and inputs.
package struct PlanOptions: Sendable {
  /// How the work is cut.
  package enum Cut: Hashable, Sendable {
    /// So many shards.
    case shards(Int)
    /// Shards of about so many pages.
    case pagesPerShard(Int)
  }

  /// The folder of the plan.
  package var folder: String
  /// How large shards are.
  package var cut: Cut
  /// How many documents are processed to learn what they cost; 0 for none.
  package var sample: Int
  /// Whether the pages of PDFs and TIFFs are counted, which takes a look into each.
  package var countsPages: Bool

  /// Options of a plan that goes into a folder.
  package init(folder: String, cut: Cut, sample: Int = 0, countsPages: Bool = false) {
    (self.folder, self.cut, self.sample, self.countsPages) = (folder, cut, sample, countsPages)
  }
}

/// How far a plan is.
package enum PlanProgress: Sendable {
  /// So many documents are found.
  case found(Int)
  /// So many of them are hashed.
  case hashed(Int, of: Int)
  /// A sample of documents is processed.
  case sampling(BatchEvent)
  /// Something that a person should know.
  case notice(String)
}
