// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFixtures
import DocScanStore

/// The counts of the hostile files' outcomes.
struct Tally {
  private(set) var files = 0
  private(set) var findings: [ResultInspection.Finding] = []
  /// The parent's memory without hostile files, in kilobytes.
  var quietPeak = 0
  private var highestPeak = 0
  private var outcomes: [String: Int] = [:]
  private var operators: [String: [String: Int]] = [:]
  private var reasons: [String: Int] = [:]
  private var slowest: [(seconds: Double, name: String)] = []
  /// The costs of pages with complex layouts, by kind.
  private(set) var costs: [String: String] = [:]

  /// Counts a batch.
  mutating func add(
    _ batch: [SampleFile], _ outcome: HostileBatch.Outcome, _ report: BatchReport?,
    _ found: [ResultInspection.Finding], _ pipeline: BatchPipeline
  ) {
    files += batch.count
    findings += found
    highestPeak = max(highestPeak, outcome.peak)
    let documents = Dictionary(
      (report?.documents ?? []).map { ($0.source.split(separator: "/").last.map(String.init) ?? "", $0) },
      uniquingKeysWith: { $1 })
    for file in batch {
      guard let document = documents[file.fileName] else { continue }
      outcomes[document.status.rawValue, default: 0] += 1
      for name in file.operators { operators[name, default: [:]][document.status.rawValue, default: 0] += 1 }
      let what = file.operators.joined(separator: "+")
      slowest.append((document.seconds, "\(file.fileName) (\(what), \(pipeline), \(document.status.rawValue))"))
      if let reason = document.reason { reasons[Self.general(reason, file), default: 0] += 1 }
    }
    slowest = Array(slowest.sorted { $0.seconds > $1.seconds }.prefix(12))
  }

  /// Counts a page with a complex layout.
  mutating func add(_ cost: LayoutTrap.Cost, of trap: LayoutTrap, _ problem: String?) {
    files += 1
    outcomes[cost.status, default: 0] += 1
    costs[trap.rawValue, default: ""] += " \(cost.seconds.rounded(toPlaces: 1)) s, \(cost.peak / 1024) MiB;"
    if let problem { findings.append(.init(file: trap.rawValue, message: problem)) }
  }

  /// Returns all counts as a table.
  func text(seconds: Double) -> String {
    var lines = ["", "Outcomes of \(files) files in \(Int(seconds)) s: \(Self.list(outcomes))", "", "By operator:"]
    lines += operators.sorted { $0.key < $1.key }.map { "  \($0.key): \(Self.list($0.value))" }
    lines += ["", "Reasons:"]
    lines += reasons.sorted { $0.value > $1.value }.prefix(40).map { "  \($0.value) × \($0.key)" }
    lines += ["", "Slowest:"]
    lines += slowest.map { "  \($0.seconds.rounded()) s \($0.name)" }
    lines += ["", "Parent's memory: \(quietPeak / 1024) MiB with good files, \(highestPeak / 1024) MiB at most"]
    if !costs.isEmpty { lines += ["", "Processor time and memory of complex layouts:"] }
    lines += costs.sorted { $0.key < $1.key }.map { "  \($0.key):\($0.value)" }
    lines += ["", findings.isEmpty ? "Nothing is wrong." : "\(findings.count) findings:"]
    return (lines + findings.map { "  \($0.file ?? "batch"): \($0.message)" }).joined(separator: "\n")
  }

  private static func list(_ counts: [String: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }

  /// Returns the reason without the file's name and without numbers.
  private static func general(_ reason: String, _ file: SampleFile) -> String {
    let text = reason.replacing(file.fileName, with: "FILE").replacing(file.name, with: "FILE")
    return String(text.map { $0.isNumber ? "0" : $0 }.prefix(140)).replacing("00", with: "0").replacing("00", with: "0")
  }
}
