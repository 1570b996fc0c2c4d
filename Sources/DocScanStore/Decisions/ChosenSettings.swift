// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The settings that a command line specifies for its documents, with their author.
package struct ChosenSettings: Hashable, Sendable {
  package var changes: [SettingsEdit.Change]
  package var by: String

  /// Takes the stage settings from the changes on a command line. Returns `nil` if there are none.
  package init?(_ changes: PipelineChanges, by person: String) {
    (self.changes, by) = (SettingsEdit.changes(of: changes), person)
    if self.changes.isEmpty { return nil }
  }
}
