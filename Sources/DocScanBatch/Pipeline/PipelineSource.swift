// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
package import DocScanStore
internal import FoundationEssentials
internal import Glibc

/// Where a pipeline comes from, and what the command line changes in it.
public struct PipelineSource: Hashable, Sendable {
  /// The preset; nil for a pipeline file.
  package let preset: Preset?
  /// The pipeline file; nil for the preset that is built in.
  private let file: String?
  /// Where the pipeline file of a plan was before; nil for one that is in its own place.
  private var plannedFolder: String?
  /// What the pipeline file of a plan said when its digest was compared.
  private var planned: [UInt8]?
  /// What is changed in it before it is checked.
  package var changes: PipelineChanges

  /// A pipeline file.
  public init(file: String, changes: PipelineChanges = PipelineChanges()) {
    (self.file, self.changes) = (file, changes)
    preset = nil
  }

  /// The pipeline of a plan: what its file said when its digest was compared. What it names by relative paths is in another folder.
  package init(plannedFile file: String, json: [UInt8], folder: String?) {
    self.init(file: file)
    (planned, plannedFolder) = (json, folder)
  }

  /// A preset.
  public init(preset: Preset, changes: PipelineChanges = PipelineChanges()) {
    (self.preset, self.changes) = (preset, changes)
    file = preset.file
  }

  /// Whether it came with a plan.
  var isPlanned: Bool { planned != nil }

  /// The file; nil for the preset that is built in.
  var trustedFile: String? { file }

  /// What messages call it.
  package var label: String { file ?? "preset \(Preset.standardName)" }

  /// The folder that holds the file, with a slash at its end; empty for the working folder.
  var folder: String {
    plannedFolder ?? file.flatMap { file in file.lastIndex(of: "/").map { String(file[...$0]) } } ?? ""
  }

  /// A path in it as the system takes it: those of a pipeline file are relative to the file, those of a preset, which lies
  /// wherever docscan is installed, to the working folder.
  package func resolved(_ path: String) -> String { preset != nil || path.hasPrefix("/") ? path : folder + path }

  /// The folder for results.
  package func outputFolder(_ directory: String?) -> String {
    directory.map(resolved) ?? OutputSettings.defaultDirectory
  }

  /// What the file says, without the changes.
  package func read() throws(BatchError) -> JSONValue {
    let json =
      planned.map { Data($0) } ?? file.map { FileManager.default.contents(atPath: $0) } ?? Data(Preset.builtInText.utf8)
    guard let json else {
      let reason = unsafe access(label, R_OK) == 0 ? "it is not a file" : errorText()
      throw .pipeline(.invalid(path: "", message: "The pipeline file \(label) cannot be read: \(reason)."))
    }
    do {
      return try JSONFile.parse(json)
    } catch {
      throw .pipeline(PipelineError.invalid(path: "", message: "this is not JSON: \(error)").inFile(label))
    }
  }

  /// Checks what the file says, with the changes, against the stages and writers there are.
  func pipeline(
    from file: JSONValue, stages: [ComponentDescription], writers: [ComponentDescription]
  ) throws(BatchError) -> Pipeline {
    let value: JSONValue
    do throws(PipelineError) {
      value = try changes.applied(to: file, stages: stages, writers: writers)
    } catch {
      // The file may be right: the mistake is on the command line.
      throw .usage("\(error)")
    }
    do throws(PipelineError) {
      return try Pipeline(value: value, stages: stages, writers: writers)
    } catch {
      throw .pipeline(error.inFile(label))
    }
  }
}
