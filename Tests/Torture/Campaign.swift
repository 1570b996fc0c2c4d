// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFixtures
internal import Glibc

/// All trials of one start of the program.
struct Campaign {
  let options: TortureOptions
  let batch: Batch
  let reference: Reference

  /// Performs the undisturbed runs.
  init(_ options: TortureOptions) throws {
    self.options = options
    batch = try Batch()
    reference = try Reference(batch)
  }

  /// Prints the calls of the undisturbed runs; returns whether their results would survive a power cut.
  func listCalls() -> Bool {
    for call in reference.replacingCalls { print(call) }
    return checkDurability()
  }

  /// Runs all trials and prints the table; returns whether nothing was wrong.
  func run() throws -> Bool {
    let isDurable = checkDurability()
    var tally = Tally()
    let moments = options.only.map { [$0] } ?? plan()
    for (index, moment) in moments.enumerated() {
      let trial = try Trial(moment, seed: options.seed, batch: batch, reference: reference)
      tally.count(trial)
      report("\(index + 1) of \(moments.count): \(moment)\(trial.complaints.isEmpty ? "" : " WRONG")")
      for complaint in trial.complaints { report("  " + complaint) }
      if !trial.complaints.isEmpty { report("  repeat: Torture kill --seed \(options.seed) --only \(moment)") }
    }
    print(tally.table)
    return tally.isClean && isDurable
  }

  /// Returns every call with every kind of fault, or this many of those that the fault can hit, followed by the random moments.
  private func plan() -> [Moment] {
    var generator = SeededGenerator(seed: options.seed)
    let count = max(reference.freshCalls.count, reference.replacingCalls.count)
    var plan: [Moment] = []
    for fault in Fault.allCases where fault.isOfCall {
      let all = (1...count).map { Moment(fault, $0) }
      if let wanted = options.calls {
        let hits = all.filter { reference.call(of: $0).map(fault.hits) ?? false }
        plan += hits.shuffled(using: &generator).prefix(wanted).sorted { $0.number < $1.number }
      } else {
        plan += all
      }
    }
    let kinds = Fault.allCases.filter { !$0.isOfCall }
    // Numbers go in pairs, of which one begins with earlier results.
    plan += (0..<options.moments).map { Moment(kinds[$0 / 2 % kinds.count], $0 + 1) }
    return plan
  }

  private func checkDurability() -> Bool {
    var complaints = DurabilityCheck(reference.freshCalls, output: batch.output).complaints
    complaints += DurabilityCheck(reference.replacingCalls, output: batch.output).complaints
    for complaint in complaints { report("A power cut could take results away. \(complaint)") }
    return complaints.isEmpty
  }
}

/// Prints a line of progress.
func report(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
}
