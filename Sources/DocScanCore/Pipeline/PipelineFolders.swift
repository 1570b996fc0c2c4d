// SPDX-License-Identifier: GPL-3.0-or-later

/// The folders that a pipeline file names, read without knowing the stages and writers there are.
package struct PipelineFolders: Hashable, Sendable {
  /// The key `watch`.
  package var watch: WatchSettings
  /// The folder for results, relative to the pipeline file; nil where it names none.
  package var output: String?

  /// Reads the keys `watch` and `output.directory` of a pipeline file; others are not looked at.
  package init(value: JSONValue) throws(PipelineError) {
    let root = try JSONValue.object(value, path: "")
    watch = WatchSettings(settings: try WatchSettings.settings(in: root))
    output = try OutputSettings.settings(in: root, beside: [OutputSettings.writersKey])[OutputSettings.directory]
  }
}
