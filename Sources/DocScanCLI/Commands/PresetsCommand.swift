// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanPresets

extension Command {
  static let presets = Command(
    name: "presets",
    abstract: "List the presets: pipelines that come with docscan and run by name.",
    discussion: """
      docscan run photos trip/ runs the preset photos over the folder trip. Without a pipeline, the preset scan runs. \
      To make your own pipeline, copy a preset's file, or save what docscan check NAME prints.
      """,
    arguments: [],
    options: [],
    example: Example(line: "docscan presets", explanation: "Shows what each preset is for."),
    perform: { (_, console) throws(CommandError) in
      let presets = Preset.all()
      let widest = presets.map { $0.name.count }.max() ?? 0
      let lines = presets.map { preset in
        let standard = preset.name == Preset.standardName ? " Used when no pipeline is named." : ""
        return padded(visibleText(preset.name), to: widest + 2) + visibleText(preset.summary + standard) + "\n"
      }
      let place = Preset.folder.map { "\nThe preset files are in \(visibleText($0)).\n" } ?? ""
      try console.writeOutput(lines.joined() + place)
      return .success
    })
}
