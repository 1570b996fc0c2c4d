// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanTranslation
internal import DocScanWire
internal import DocScanWorkers
internal import DocScanWriters

/// A page of the manual, generated from the tables of the help.
struct ManualPage: Sendable {
  /// The release date of this version, as mdoc formats dates.
  static var date: String { Installation.released }

  let name: String
  let text: @Sendable () throws(CommandError) -> String

  /// All pages: docscan itself, each command, and the pipeline file.
  static var all: [ManualPage] {
    [ManualPage(name: "docscan.1") { () throws(CommandError) in overview(of: Program.commands) }]
      + [ManualPage(name: "docscan-worker.1") { () throws(CommandError) in worker }]
      + Program.commands.map { command in
        ManualPage(name: "docscan-\(command.name).1") { () throws(CommandError) in page(of: command) }
      } + [
        ManualPage(name: "docscan-pipeline.5") { () throws(CommandError) in
          let stages = try batchResult(Installation.describe().stages) + parentStages
          return pipeline(stages: stages, writers: builtInWriters.map { $0.description })
        }
      ]
  }

  private static func overview(of commands: [Command]) -> String {
    var page = ManualText("docscan", section: 1, about: "turn scans and photos of pages into searchable documents")
    page.section("SYNOPSIS")
    page.macro("Nm", "docscan")
    page.macro("Ar", "INPUT ...")
    page.macro("Op", "Ar OPTIONS")
    page.macro("Nm", "docscan")
    page.macro("Ar", "COMMAND ...")
    page.macro("Op", "Ar OPTIONS")
    page.section("DESCRIPTION")
    page.macro("Nm")
    page.sentences(
      "straightens pages, reads them, and writes searchable PDFs, text and JSON. The first word is a command; otherwise, "
        + "files and folders are read. Uses:")
    page.list(HelpText.uses.map { ("Li \(ManualText.argument($0.0))", $0.1 + ".") })
    page.macro("Pp")
    page.sentences("Each command has its own page:")
    page.list(commands.map { ("Xr docscan-\($0.name) 1", $0.abstract) })
    page.macro("Pp")
    page.sentences("These options work everywhere:")
    page.list(CommandOption.everywhere.map { (term(of: $0), $0.help) })
    page.section("ENVIRONMENT")
    page.list([
      ("Ev DOCSCAN_WORKER", "The worker program, if it is not next to docscan."),
      ("Ev DOCSCAN_MODELS", "The folder of the models; no other folder is searched."),
      ("Ev TMPDIR", "The folder for temporary files. Default: /tmp."),
    ])
    page.section("FILES")
    page.list([
      ("Pa docscan\\-out", "The default output folder."),
      ("Pa /etc/docscan/*.json", "The pipelines of the service docscan-watch@.service."),
    ])
    page.section("EXIT STATUS")
    page.list(HelpText.exits.map { ("Li \($0.0)", $0.1 + ".") })
    page.section("EXAMPLES")
    page.sentences("Creates one searchable PDF from a scan:")
    page.display(["docscan scan.pdf -o out.pdf"])
    page.section("SEE ALSO")
    page.macro("Xr", "docscan-run 1 ,")
    page.macro("Xr", "docscan-pipeline 5")
    return page.text
  }

  private static var worker: String {
    var page = ManualText("docscan-worker", section: 1, about: "read documents for docscan")
    page.section("SYNOPSIS")
    page.macro("Nm")
    page.section("DESCRIPTION")
    page.macro("Nm")
    page.sentences(
      "is started by docscan and by programs that use its library, and reads documents for them in confined processes. "
        + "You never need to start it yourself.")
    page.section("SEE ALSO")
    page.macro("Xr", "docscan 1 ,")
    page.macro("Xr", "docscan-doctor 1")
    return page.text
  }

  private static func page(of command: Command) -> String {
    var page = ManualText("docscan-\(command.name)", section: 1, about: about(command.abstract))
    page.section("SYNOPSIS")
    page.macro("Nm", "docscan")
    page.macro("Cm", ManualText.argument(command.name))
    for argument in command.arguments {
      let name = ManualText.argument(argument.name)
      switch argument.count {
      case .one: page.macro("Ar", name)
      case .optional: page.macro("Op", "Ar \(name)")
      case .any: page.macro("Op", "Ar \(name) ...")
      }
    }
    page.macro("Op", "Ar OPTIONS")
    page.section("DESCRIPTION")
    page.sentences(command.abstract)
    if !command.discussion.isEmpty {
      page.macro("Pp")
      page.paragraphs(command.discussion)
    }
    if !command.arguments.isEmpty {
      page.macro("Pp")
      page.sentences("Arguments:")
      page.list(command.arguments.map { ("Ar \(ManualText.argument($0.name))", $0.help) })
    }
    page.macro("Pp")
    page.sentences("Options:")
    page.list(command.allOptions.map { (term(of: $0), $0.help) })
    page.section("EXIT STATUS")
    page.sentences("See")
    page.macro("Xr", "docscan 1 .")
    page.section("EXAMPLES")
    page.sentences(command.example.explanation)
    page.display([command.example.line])
    page.section("SEE ALSO")
    page.macro("Xr", "docscan 1 ,")
    page.macro("Xr", "docscan-pipeline 5")
    return page.text
  }

  static func pipeline(stages: [ComponentDescription], writers: [ComponentDescription]) -> String {
    var page = ManualText("docscan-pipeline", section: 5, about: "what docscan does with documents")
    page.section("DESCRIPTION")
    page.sentences(PipelineHelp.introduction)
    page.list([
      ("Li name", "A string: the pipeline's name in reports; default \"pipeline\"."),
      ("Li description", "A string: a sentence that docscan presets shows; optional."),
      ("Li stages", "A list of objects: what happens to each page, in the order written. See STAGES."),
      ("Li overrides", Pipeline.overridesHelp),
    ])
    for part in Pipeline.sections {
      page.macro("Ss", ManualText.argument(part.name))
      let isOutput = part.name == OutputSettings.name
      page.sentences(isOutput ? "The output; its key writers is a list of objects, see WRITERS." : part.abstract)
      settings(part.table, on: &page)
    }
    components("STAGES", stages, key: "stage", on: &page)
    components("WRITERS", writers, key: "writer", on: &page)
    page.section("EXAMPLES")
    page.sentences(PipelineHelp.exampleMeaning)
    page.display(PipelineHelp.example)
    page.section("SEE ALSO")
    page.macro("Xr", "docscan 1 ,")
    page.macro("Xr", "docscan-check 1 ,")
    page.macro("Xr", "docscan-schema 1")
    return page.text
  }

  private static func components(
    _ title: String, _ components: [ComponentDescription], key: String, on page: inout ManualText
  ) {
    page.section(title)
    page.sentences("The key \(key) of each object has one of these names; the other keys are its settings.")
    for component in components {
      page.macro("Ss", ManualText.argument(component.name))
      page.sentences(component.abstract)
      settings(component.table, on: &page)
    }
  }

  private static func settings(_ table: SettingTable, on page: inout ManualText) {
    guard !table.settings.isEmpty else { return }
    page.macro("Bl", "-tag", "-width Ds")
    for setting in table.settings {
      page.macro("It", "Li", ManualText.argument(setting.name))
      page.sentences("\(setting.expectation); \(PipelineHelp.defaultText(of: setting)).")
      page.sentences(setting.help)
      if let members = setting.members { settings(members, on: &page) }
    }
    page.macro("El")
  }

  private static func term(of option: CommandOption) -> String {
    let short = option.short.map { "Fl \(ManualText.argument(String($0))) , " } ?? ""
    let names = short + "Fl \\-\(ManualText.escaped(option.name))"
    return option.value.map { "\(names) Ar \(ManualText.argument($0.placeholder))" } ?? names
  }

  /// Returns a sentence as a one-line description: without its period, and in lowercase unless it begins with an abbreviation.
  private static func about(_ sentence: String) -> String {
    let words = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    guard let second = words.dropFirst().first, second.isLowercase else { return words }
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
