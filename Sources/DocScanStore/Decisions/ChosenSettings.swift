// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Settings that a command line chooses for the documents that it names, and who chose them.
package struct ChosenSettings: Hashable, Sendable {
  package var changes: [SettingsEdit.Change]
  package var by: String

  /// The settings of stages among the changes of a command line; nil if there are none.
  package init?(_ changes: PipelineChanges, by person: String) {
    (self.changes, by) = (SettingsEdit.changes(of: changes), person)
    if self.changes.isEmpty { return nil }
  }
}
