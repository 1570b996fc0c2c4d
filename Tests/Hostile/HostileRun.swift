// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFixtures
internal import FoundationEssentials
internal import Glibc

/// A run of all batches, which reports their outcomes.
struct HostileRun {
  private let options: HostileOptions
  private let neighbours: [SampleFile]
  private let schemas: ResultInspection.Schemas

  init(_ options: HostileOptions) throws {
    self.options = options
    neighbours = try GoodFiles.neighbours()
    schemas = try ResultInspection.Schemas(program: options.program)
  }

  /// Returns `true` if nothing is wrong.
  func run() throws -> Bool {
    let started = ContinuousClock.now
    var tally = Tally()
    if options.layouts > 0 {
      try runLayouts(&tally)
      if options.count == 0 { return report(tally, since: started) }
    }
    let undisturbed = try resultsWithoutHostileFiles(&tally)
    var good = try GoodFiles.made()
    var hostile: [SampleFile] = []
    if let data = options.data {
      good += try GoodFiles.found(in: data, hostile: false)
      hostile = try GoodFiles.found(in: data, hostile: true)
    }
    let mutator = Mutator(seed: options.seed, good: good)
    if options.only == nil {
      let named = hostile.enumerated().map { index, file in
        var file = file
        (file.name, file.operators) = ("k\(1000 + index)-" + file.name, ["known hostile"])
        return file
      }
      for pipeline in BatchPipeline.allCases where !named.isEmpty {
        try run(named, pipeline, undisturbed, &tally)
      }
    }
    let numbers = options.only.map { $0..<$0 + 1 } ?? 0..<options.count
    for (index, start) in stride(from: numbers.lowerBound, to: numbers.upperBound, by: options.batch).enumerated() {
      let files = (start..<min(start + options.batch, numbers.upperBound)).map(mutator.file)
      let pipelines = BatchPipeline.allCases
      // A single file uses the pipeline that it had in its batch.
      let turn = options.only.map { $0 / options.batch } ?? index
      try run(files, pipelines[turn % pipelines.count], undisturbed, &tally)
    }
    if options.only == nil { try runWords(good, undisturbed, &tally) }
    return report(tally, since: started)
  }

  private func report(_ tally: Tally, since start: ContinuousClock.Instant) -> Bool {
    print(tally.text(seconds: (ContinuousClock.now - start) / .seconds(1)))
    return tally.findings.isEmpty
  }

  /// Reads pages with complex layouts, one at a time, and shows the cost of each.
  private func runLayouts(_ tally: inout Tally) throws {
    for number in 0..<options.layouts {
      for trap in LayoutTrap.allCases {
        let (cost, problem) = try trap.cost(
          program: options.program, seed: options.seed &+ UInt64(number), share: options.share)
        tally.add(cost, of: trap, problem)
        print("\(trap.rawValue): \(tally.costs[trap.rawValue] ?? "")")
        fflush(nil)
      }
    }
  }

  /// Runs batches of documents with valid structure, but hostile names, metadata, and text: one per three damaged files.
  private func runWords(
    _ good: [SampleFile], _ undisturbed: [BatchPipeline: [String: [String: Data]]], _ tally: inout Tally
  ) throws {
    guard let photo = good.first(where: { $0.fileName == "jpeg.jpg" }) else { throw FixtureError("no photograph") }
    let trap = WordTrap(seed: options.seed, photo: photo)
    let count = (options.count + 2) / 3
    for (index, start) in stride(from: 0, to: count, by: options.batch).enumerated() {
      let files = try (start..<min(start + options.batch, count)).map(trap.file)
      try run(files, BatchPipeline.allCases[index % BatchPipeline.allCases.count], undisturbed, &tally)
    }
  }

  private func run(
    _ files: [SampleFile], _ pipeline: BatchPipeline, _ undisturbed: [BatchPipeline: [String: [String: Data]]],
    _ tally: inout Tally
  ) throws {
    let batch = try HostileBatch(program: options.program, pipeline: pipeline)
    let outcome = try batch.run(neighbours + files)
    var inspection = ResultInspection(batch: batch, schemas: schemas)
    try inspection.inspect(outcome, files: neighbours + files)
    var findings = inspection.findings
    findings += outcome.touched.map { .init(file: nil, message: "\($0) was touched: it is not docscan's") }
    for good in neighbours {
      let results = try batch.results(of: good.name)
      for (name, data) in undisturbed[pipeline]?[good.name] ?? [:] where results[name] != data {
        findings.append(.init(file: good.name, message: "\(name) is not what it is without hostile neighbours"))
      }
    }
    tally.add(files, outcome, batch.report(), findings, pipeline)
    for finding in findings { print("WRONG: \(pipeline): \(finding.file ?? "batch"): \(finding.message)") }
    if let keep = options.keep, !findings.isEmpty { try self.keep(files, findings, in: keep) }
    print(
      "\(tally.files) files, \(tally.findings.count) findings; \(pipeline) \(Int(outcome.result.seconds)) s, "
        + "parent \(outcome.peak / 1024) MiB")
    // Shows progress immediately, even if the output is a file.
    fflush(nil)
  }

  /// Returns the results of the valid files without hostile ones, by pipeline.
  private func resultsWithoutHostileFiles(_ tally: inout Tally) throws -> [BatchPipeline: [String: [String: Data]]] {
    var results: [BatchPipeline: [String: [String: Data]]] = [:]
    for pipeline in BatchPipeline.allCases {
      let batch = try HostileBatch(program: options.program, pipeline: pipeline)
      let outcome = try batch.run(neighbours)
      guard outcome.touched.isEmpty else { throw FixtureError("Touched, and not docscan's: \(outcome.touched)") }
      guard outcome.result.exitCode == 0 else { throw FixtureError("The good files fail: \(outcome.result.summary)") }
      tally.quietPeak = max(tally.quietPeak, outcome.peak)
      for good in neighbours {
        let files = try batch.results(of: good.name)
        guard files.count > 3 else { throw FixtureError("\(good.fileName) has no results.") }
        results[pipeline, default: [:]][good.name] = files
      }
    }
    return results
  }

  private func keep(_ files: [SampleFile], _ findings: [ResultInspection.Finding], in folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let named = Set(findings.compactMap(\.file))
    let isWholeBatch = findings.contains { $0.file == nil }
    for file in files where isWholeBatch || named.contains(file.name) {
      try Data(file.bytes).write(to: URL(filePath: "\(folder)/\(file.fileName)"))
    }
  }
}
