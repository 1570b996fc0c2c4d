// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanFixtures
internal import FoundationEssentials

/// One run of docscan over hostile files with valid ones among them, and its results.
struct HostileBatch {
  let program: String
  let pipeline: BatchPipeline
  let folder: TemporaryFolder

  /// The outcome of the run.
  struct Outcome {
    var result: CommandResult
    /// The parent process's peak memory, in kilobytes.
    var peak: Int
    /// Changed files in the output folder that aren't docscan's.
    var touched: [String]
  }

  init(program: String, pipeline: BatchPipeline) throws {
    self.program = program
    self.pipeline = pipeline
    folder = try TemporaryFolder()
  }

  func run(_ files: [SampleFile]) throws -> Outcome {
    _ = try folder.makeFolder("in")
    try folder.write(pipeline.json, to: "pipeline.json")
    for file in files { try folder.write(Data(file.bytes), to: "in/" + file.fileName) }
    let foreign = try ForeignFiles(in: try folder.makeFolder("out"))
    var command = Command(
      program, ["run", folder / "pipeline.json", folder / "in", "-o", folder / "out", "-j", "2", "--progress", "plain"])
    command.timeoutSeconds = 1800
    let running = try command.start()
    var peak = 0
    _ = try running.wait(upToSeconds: command.timeoutSeconds) {
      peak = max(peak, Self.peakMemory(of: running.process))
      return false
    }
    return Outcome(result: try running.wait(), peak: peak, touched: try foreign.touched())
  }

  /// Returns the last run's report, or `nil` if there is no readable one.
  func report() -> BatchReport? {
    do {
      return try JSONDecoder().decode(BatchReport.self, from: folder.data("out/report.json"))
    } catch {
      return nil
    }
  }

  /// Returns all files of a document by path.
  func results(of name: String) throws -> [String: Data] {
    guard folder.contains("out/" + name) else { return [:] }
    return try Dictionary(
      folder.files(under: "out/" + name).map { ($0, try folder.data("out/\(name)/\($0)")) }, uniquingKeysWith: { $1 })
  }

  static func children(of process: Int32) -> [Int32] {
    guard let list = FileManager.default.contents(atPath: "/proc/\(process)/task/\(process)/children") else {
      return []
    }
    return String(decoding: list, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
  }

  /// Returns the peak memory of a process, in kilobytes, or 0 if it has ended.
  static func peakMemory(of process: Int32) -> Int {
    guard let status = FileManager.default.contents(atPath: "/proc/\(process)/status") else { return 0 }
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
