// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Inputs that separators divide into several documents.
extension BatchScheduler {
  /// Opens a part of an input that was divided.
  func open(_ part: InputDocument, of input: DividedInput) throws {
    try open(part, digest: input.digest, inspection: input.inspection, folder: try input.makeFolder(for: part))
  }

  /// Some pages of an input were searched for separators, or could not be; after the last ones it is divided.
  func surveyed(_ survey: Survey) throws {
    guard survey.isComplete, let settings = pipeline.input.separators else { return }
    separators.end(survey)
    inspecting -= 1
    let division = survey.division(SeparatorRules(settings: settings))
    let folder = try output.makePartial("\(openedDocuments + 1)")
    guard division.parts.isEmpty else {
      openedDocuments += 1
      return separators.add(DividedInput(survey, division: division, folder: folder))
    }
    try open(
      survey.input, digest: survey.digest, inspection: survey.inspection, folder: folder, notes: division.notes)
  }

  /// Puts all parts of an input in place.
  func publish(_ divided: DividedInput) throws {
    let input = divided.input
    let setup = DocumentSetup(
      pipeline: pipeline, selection: options.pages, identity: try results.identity(of: input), reading: results.reading,
      versions: versions, serial: openedDocuments, folder: divided.folder, layersFolder: "")
    let reference = DocumentReference(
      name: input.name, sha256: divided.digest.sha256, pageCount: divided.parts.first?.part?.inputPageCount ?? 0)
    var record = divided.record(from: setup.record(for: input, reference: reference))
    try record.write(into: divided.folder)
    try publish(
      record, input: input, files: divided.digest.files, folder: divided.folder,
      outcome: divided.outcome(status: record.status))
  }
}
