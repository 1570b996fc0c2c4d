// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanFiles
internal import DocScanPresets
internal import Glibc

/// A tool that processes a file into the library. The file must be below the input folder given to the server.
struct ProcessFileTool: AgentTool {
  private struct Done: Encodable {
    let document: String
    let status: DocumentStatus
    let pages: Int
    let failedPages: [Int]
    let grades: [String: Int]?
    let reason: String?
    let notes: [String]
  }
  private struct Report: Encodable {
    let documents: [Done]
    let interrupted: Bool
  }

  let library: String
  private let inputs: Folder
  let name = "process_file"
  let summary: String
  let parameters: [AgentParameter]
  let changesFiles = true
  let result: [String: JSONValue] = ["documents": ["type": "array"], "interrupted": ["type": "boolean"]]

  init(library: String, inputs: String) throws(BatchError) {
    guard let folder = Folder(root: inputs) else {
      throw .noInput("Folder \(inputs) doesn't exist or can't be opened.")
    }
    (self.library, self.inputs) = (library, folder)
    summary = """
      Straighten and read a scan, photo or PDF, and add it to the library. A file that was processed before is skipped. \
      Afterwards, read_page has its text.
      """
    parameters = [
      AgentParameter(
        name: "path", kind: .text, help: "The file's path in the input folder.", isRequired: true),
      AgentParameter(
        name: "preset", kind: .choice(Preset.all().map(\.name)), help: "The pipeline. Default: \(Preset.standardName)."),
      AgentParameter(
        name: "languages", kind: .text,
        help: "The languages of the file, such as de or de+en. Default: detected automatically."
      ),
    ]
  }

  func answer(_ arguments: AgentArguments, _ call: AgentCall) throws -> AgentAnswer {
    let path = arguments.text("path") ?? ""
    // Links aren't followed, and paths can't leave the folder. The run opens the file in the same way, because the path may change until then.
    guard !leadsElsewhere(path), (inputs.status(path).map { $0.st_mode & S_IFMT }) == S_IFREG else {
      throw BatchError.usage("\"\(path)\" is not a file in the input folder.")
    }
    var changes = PipelineChanges()
    if let languages = arguments.text("languages") {
      let packs = LanguagePack.packs(in: languages).joined(separator: ",")
      changes.settings = [SettingChange("stages.recognize.languages", to: packs, option: "languages")]
    }
    let preset = arguments.text("preset").flatMap(Preset.init(named:)) ?? .standard
    let run = try PipelineRun(
      PipelineSource(preset: preset, changes: changes), options: BatchOptions(paths: [], outputFolder: library))
    run.given = GivenFile(path, below: inputs, formats: run.formats)
    var (done, all) = (0, 0)
    let report = try run.run(interruption: call.interruption) { event in
      if case .documentOpened(_, let pages) = event { all += pages }
      guard case .pageFinished(_, let page, let status, _) = event else { return }
      done += 1
      call.report(done, of: max(done, all), "Page \(page): \(status.rawValue)")
    }
    return try AgentAnswer(
      Report(
        documents: report.documents.map {
          Done(
            document: $0.name, status: $0.status, pages: $0.pages, failedPages: $0.failedPages, grades: $0.grades,
            reason: $0.reason, notes: $0.notes)
        }, interrupted: report.interrupted))
  }
}
