// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import DocScanFiles
internal import DocScanStore
public import FoundationEssentials
internal import Glibc

/// The source of a pipeline, with the changes from the command line.
public struct PipelineSource: Hashable, Sendable {
  package let preset: Preset?
  private let file: String?
  /// A URL that isn't that of a local file, or `nil`. Reading the pipeline throws an error for it.
  private var other: URL?
  /// The original folder of a plan's pipeline file, or `nil` for other files.
  private var plannedFolder: String?
  /// The content of a plan's pipeline file, whose digest was verified, or `nil` for other files.
  private var planned: [UInt8]?
  /// The changes to apply before the pipeline is checked.
  package var changes: PipelineChanges

  /// Creates a source that uses a pipeline file.
  ///
  /// - Parameters:
  ///   - file: The pipeline file.
  ///   - changes: The changes to apply to it.
  public init(file: URL, changes: PipelineChanges = PipelineChanges()) {
    do throws(BatchError) {
      self.init(file: try file.localPath, changes: changes)
    } catch {
      // The run reports the URL.
      self.init(file: file.absoluteString, changes: changes)
      other = file
    }
  }

  /// Creates a source that uses a pipeline file, by a path that may be relative to the working directory.
  package init(file: String, changes: PipelineChanges = PipelineChanges()) {
    (self.file, self.changes) = (file, changes)
    preset = nil
  }

  /// Creates a source that uses the verified pipeline of a plan, with the folder to which the pipeline's relative paths refer.
  package init(plannedFile file: String, json: [UInt8], folder: String?) {
    self.init(file: file)
    (planned, plannedFolder) = (json, folder)
  }

  /// Creates a source that uses a preset.
  ///
  /// - Parameters:
  ///   - preset: The preset.
  ///   - changes: The changes to apply to it.
  public init(preset: Preset, changes: PipelineChanges = PipelineChanges()) {
    (self.preset, self.changes) = (preset, changes)
    file = preset.file
  }

  package var isPlanned: Bool { planned != nil }

  package var trustedFile: String? { file }

  package var label: String { file ?? "preset \(preset?.name ?? Preset.standardName)" }

  /// The file's folder with a trailing slash, or empty for the working directory.
  package var folder: String {
    plannedFolder ?? file.flatMap { file in file.lastIndex(of: "/").map { String(file[...$0]) } } ?? ""
  }

  /// Resolves a path from the pipeline. Paths in a pipeline file are relative to the file, and paths in a preset to the working directory.
  package func resolved(_ path: String) -> String { preset != nil || path.hasPrefix("/") ? path : folder + path }

  /// The folder of the pipeline's programs, in the same form as `folder`. A preset names no programs, so these are from the command line.
  package var commandFolder: String { preset == nil ? folder : "" }

  package func outputFolder(_ directory: String?) -> String {
    directory.map(resolved) ?? OutputSettings.defaultDirectory
  }

  /// Reads the pipeline without applying the changes.
  package func read() throws(BatchError) -> JSONValue {
    if let other { _ = try other.localPath }
    let json =
      planned.map { Data($0) } ?? file.map { FileManager.default.contents(atPath: $0) } ?? preset?.json
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

  // Without stages and writers, only their settings can't be changed.
  package func changed(
    _ file: JSONValue, stages: [ComponentDescription] = [], writers: [ComponentDescription] = []
  ) throws(BatchError) -> JSONValue {
    do throws(PipelineError) {
      return try changes.applied(to: file, stages: stages, writers: writers)
    } catch {
      // The mistake is on the command line, not in the file.
      throw .usage("\(error)")
    }
  }

  /// Applies the changes to a pipeline, and checks it against the available stages and writers.
  package func pipeline(
    from file: JSONValue, stages: [ComponentDescription], writers: [ComponentDescription]
  ) throws(BatchError) -> Pipeline {
    let value = try changed(file, stages: stages, writers: writers)
    do throws(PipelineError) {
      return try Pipeline(value: value, stages: stages, writers: writers)
    } catch {
      throw .pipeline(error.inFile(label))
    }
  }
}

extension PipelineError {
  package func inFile(_ file: String) -> PipelineError {
    switch self {
    case .invalid(let path, let message): .invalid(path: path.isEmpty ? file : "\(file): \(path)", message: message)
    case .missingPart: self
    }
  }
}
