// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFixtures
internal import FoundationEssentials

/// The results and calls of undisturbed runs.
struct Reference {
  /// The results of the earlier pipeline, and of the current one.
  let earlier: [String: Data]
  let final: [String: Data]
  /// The calls of a run into an empty folder, and of one over earlier results.
  let freshCalls: [FaultCall]
  let replacingCalls: [FaultCall]
  /// The duration of a run.
  let seconds: Double

  /// Returns the call with this number in an undisturbed run; several processes may change the order slightly.
  func call(of moment: Moment) -> FaultCall? {
    (moment.hasEarlierResults ? replacingCalls : freshCalls).first { $0.number == moment.number }
  }

  /// Performs each run once; results that differ without a fault are an error.
  init(_ batch: Batch) throws {
    earlier = try batch.makeEarlierResults()
    func run(withEarlierResults: Bool) throws -> (results: [String: Data], calls: [FaultCall], seconds: Double) {
      let foreign = try batch.prepare(withEarlierResults: withEarlierResults)
      let control = try FaultControl(in: batch.folder, watching: batch.output)
      let result = try batch.command(environment: control.environment).check()
      guard try foreign.touched().isEmpty else {
        throw FixtureError("An undisturbed run has touched what is not docscan's: \(try foreign.touched())")
      }
      return (try batch.results(beside: foreign), try control.read().list, result.seconds)
    }
    let fresh = try run(withEarlierResults: false)
    let replacing = try run(withEarlierResults: true)
    guard fresh.results == replacing.results else {
      throw FixtureError("Two undisturbed runs differ: \(differingFiles(fresh.results, replacing.results))")
    }
    final = fresh.results
    freshCalls = fresh.calls
    replacingCalls = replacing.calls
    seconds = min(fresh.seconds, replacing.seconds)
    guard !freshCalls.isEmpty, Batch.documents.allSatisfy({ name in final.keys.contains { $0.hasPrefix(name + "/") } })
    else { throw FixtureError("No calls were seen, or a document is missing: \(final.keys.sorted())") }
  }
}

/// Returns the names of files that aren't in both folders with the same content.
func differingFiles(_ first: [String: Data], _ second: [String: Data]) -> [String] {
  Set(first.keys).union(second.keys).filter { first[$0] != second[$0] }.sorted()
}
