// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore

/// The help of `docscan help pipeline`: every key of a pipeline file, from the tables that also validate it.
enum PipelineHelp {
  static let topic = "pipeline"

  private static let width = 80

  static let introduction = """
    A pipeline file is one JSON object. Keys that are left out have their defaults. \
    Paths in it are relative to the file.
    """

  static let example = [
    "{\"input\": {\"paths\": [\"inbox\"]},", " \"stages\": [{\"stage\": \"deskew\"},",
    "            {\"stage\": \"recognize\", \"languages\": [\"eng\"]}],",
    " \"output\": {\"directory\": \"out\", \"writers\": [{\"writer\": \"pdf\"}]}}",
  ]

  static let exampleMeaning =
    "Straightens every page in the folder inbox, reads its text, and makes searchable PDFs."

  static func text(stages: [ComponentDescription], writers: [ComponentDescription]) -> String {
    var text = wrapped(introduction, to: width).joined(separator: "\n") + "\n\n"
    text += "  \"name\": the pipeline's name in reports (default \"pipeline\")\n"
    text += "  \"description\": a sentence that docscan presets shows (optional)\n"
    for part in Pipeline.sections {
      let abstract = part.name == OutputSettings.name ? "The output; its \"writers\" are below." : part.abstract
      text += section("\"\(part.name)\": {…}", abstract, part.table)
    }
    text += "\n\"stages\": [{\"stage\": …}, …]: what happens to each page, in the order written\n"
    for stage in stages { text += section("{\"stage\": \"\(stage.name)\"}", stage.abstract, stage.table) }
    text += "\n\"overrides\": {\"FILE#PAGE\": {\"STAGE\": …}, …}\n"
    text += indented(Pipeline.overridesHelp, by: 2).joined(separator: "\n") + "\n"
    text += "\n\"writers\": [{\"writer\": …}, …] in \"output\": the files written for each document\n"
    for writer in writers { text += section("{\"writer\": \"\(writer.name)\"}", writer.abstract, writer.table) }
    text += "\nExample:\n" + example.map { "  \($0)\n" }.joined()
    return text + wrapped(exampleMeaning, to: width - 20).map { "      \($0)\n" }.joined()
  }

  private static func section(_ title: String, _ abstract: String, _ table: SettingTable) -> String {
    var lines = ["", title] + indented(abstract, by: 2)
    lines += keys(of: table, by: 4)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func keys(of table: SettingTable, by indent: Int) -> [String] {
    table.settings.flatMap { setting in
      indented("\(setting.name): \(setting.expectation); \(defaultText(of: setting))", by: indent)
        + indented(setting.help, by: indent + 4) + (setting.members.map { keys(of: $0, by: indent + 4) } ?? [])
    }
  }

  static func defaultText(of setting: AnySetting) -> String {
    if let stage = setting.inheritedFrom {
      if stage == PageSettings.name { return "default: \(stage).\(setting.name)" }
      return "default: those of \(stage), or else \(setting.defaultValue.shortText)"
    }
    return setting.defaultValue == .null
      ? "optional" : "default \(setting.defaultValue.shortText)"
  }

  private static func indented(_ text: String, by indent: Int) -> [String] {
    wrapped(text, to: width - indent).map { String(repeating: " ", count: indent) + $0 }
  }
}
