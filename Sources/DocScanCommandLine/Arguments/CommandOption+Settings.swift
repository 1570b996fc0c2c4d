// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
internal import DocScanFiles
internal import DocScanPresets
internal import DocScanWriters

extension CommandOption {
  /// The options that change a pipeline's settings, for every command that has a pipeline.
  package static let settings =
    [languages] + SettingShortcut.all.map(\.option) + [
      CommandOption(
        also, value: CommandValue(listOf: builtInWriters.map { $0.description.name }, as: "NAME,…", isOpen: true),
        repeats: true,
        help:
          "Also write this format, or run this stage, with its default settings: markdown, hocr, overlays (what each "
          + "correction found), sources (the pixels before any correction), detect (typed data), receipt, barcodes. "
          + "docscan help pipeline lists all."),
      set(
        "Change any other setting of the pipeline, such as stages.deskew.maximumAngle=20, output.pdf.tagged=true or "
          + "limits.secondsPerPage=60; stages.detect=true adds a stage or a writer, =false leaves it out. docscan help "
          + "pipeline lists them all."),
    ]

  package static func set(_ help: String) -> CommandOption {
    CommandOption("set", value: CommandValue("KEY=VALUE"), repeats: true, help: help)
  }

  package static let also = "also"

  private static let languages = CommandOption(
    "languages", short: "l", value: CommandValue("LANGS"),
    help: "The languages of the text, the most likely first, such as deu+eng or de,en. auto finds those of each page.")
}

// An option that is short for a setting of a pipeline. Its values and help come from the setting's table.
private struct SettingShortcut {
  let option: CommandOption
  let key: String

  static let all = [
    SettingShortcut("dpi", "pages.dpi", as: "N", in: PageSettings.table),
    SettingShortcut("existing-text", "pages.existingText", as: "HOW", in: PageSettings.table),
    SettingShortcut("split", "input.split", as: "HOW", in: InputSettings.table),
    SettingShortcut(
      nameBy, "output.name", as: "TEMPLATE", in: OutputSettings.table,
      help:
        "Name and file documents by their content, such as \"{date:yyyy}/{date} {sender|input}\", and find what the name "
        + "needs."),
    SettingShortcut("pdfa", "output.pdf.pdfa", as: "LEVEL", in: PDFWriter.description.table),
  ]

  static let nameBy = "name-by"

  private init(
    _ name: String, _ key: String, as placeholder: String, in table: SettingTable, help: String? = nil
  ) {
    self.key = key
    let setting = table.settings.first { key.hasSuffix("." + $0.name) }
    let value = setting?.choices.map { CommandValue(oneOf: $0, as: placeholder) } ?? CommandValue(placeholder)
    option = CommandOption(name, value: value, help: help ?? setting?.help ?? "")
  }
}

extension ParsedArguments {
  /// Returns the changes to the pipeline. If a setting is given several times, the last value applies.
  package func changes(of command: String) throws(CommandError) -> PipelineChanges {
    let also = lists["also"] ?? []
    let isWriter = { (name: String) in builtInWriters.contains { $0.description.name == name } }
    var changes = PipelineChanges(writers: also.filter(isWriter))
    // Only the worker knows the stages and their order.
    changes.settings = also.filter { !isWriter($0) }.map { SettingChange("stages.\($0)", to: "true", option: "--also") }
    changes.addNeeds(of: changes.writers)
    for assignment in lists["set"] ?? [] {
      guard let change = SettingChange(assignment: assignment) else {
        throw .usage(
          "--set: expected KEY=VALUE, such as pages.dpi=200, found \"\(visibleText(assignment))\".",
          command: command)
      }
      changes.settings.append(change)
    }
    for shortcut in SettingShortcut.all {
      guard let text = values[shortcut.option.name] else { continue }
      changes.settings.append(SettingChange(shortcut.key, to: text, option: "--" + shortcut.option.name))
    }
    if let text = values[SettingShortcut.nameBy] {
      do {
        // The sender of a receipt or an invoice needs both stages.
        if try NameTemplate(text).fields.contains(where: { $0.stages != nil }) {
          for stage in ["about", "receipt"] { changes.addStage(stage) }
        }
      } catch {
        throw .usage("--\(SettingShortcut.nameBy): \"\(visibleText(text))\" \(error).", command: command)
      }
    }
    if let text = values["languages"] {
      let packs = LanguagePack.packs(in: text).joined(separator: ",")
      changes.settings.append(SettingChange("stages.recognize.languages", to: packs, option: "--languages"))
      if text != LanguageChoice.word {
        changes.settings.append(
          SettingChange("stages.orientation.languages", to: packs, option: "--languages", replacesOnly: true))
      }
    }
    return changes
  }
}
