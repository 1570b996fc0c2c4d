// SPDX-License-Identifier: GPL-3.0-or-later

/// The folders that a pipeline file names, read without knowing the stages and writers there are.
public struct PipelineFolders: Hashable, Sendable {
  public var watch: WatchSettings
  /// The folder for results, relative to the pipeline file; nil where it names none.
  public var output: String?

  /// Reads the keys `watch` and `output.directory` of a pipeline file; others are not looked at.
  public init(value: JSONValue) throws(PipelineError) {
    func members(_ value: JSONValue?, _ path: String) throws(PipelineError) -> [String: JSONValue] {
      guard let value else { return [:] }
      guard case .object(let members) = value else {
        throw .invalid(path: path, message: "expected an object, found \(value.kindName).")
      }
      return members
    }
    let root = try members(value, "")
    watch = WatchSettings(try WatchSettings.table.resolve(try members(root["watch"], "watch"), path: "watch"))
    let settings = try OutputSettings.table.resolve(
      try members(root["output"], "output"), path: "output", reserved: ["writers"])
    output = OutputSettings(settings, writers: []).directory
  }
}
