// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCommandLine
package import DocScanCore
internal import DocScanFiles
internal import FoundationEssentials
internal import Glibc

/// `--metrics`: the totals of a run in OpenMetrics format, for node_exporter's textfile collector. Each text is a complete file.
/// <https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md>
package struct MetricsProgress: ProgressDisplay {
  package let interval: Duration? = .seconds(5)

  /// The labels of all samples, such as the shard of a plan.
  private let labels: [(String, String)]
  private var (documents, pages, failures): ([String: Int], [String: Int], [String: Int]) = ([:], [:], [:])
  private var stageSeconds: [String: Double] = [:]
  private var (retries, bytes, planned, workers, isRunning) = (0, 0, 0, 0, true)
  private var started = Date().timeIntervalSince1970.rounded()

  package init(labels: [(String, String)] = []) { self.labels = labels }

  package mutating func show(_ event: BatchEvent, at seconds: Double) -> String {
    switch event {
    case .started(let documents, let workers): (planned, self.workers) = (documents, workers)
    case .pageFinished(_, _, let status, _): pages[status.rawValue, default: 0] += 1
    case .pageRetried: retries += 1
    case .documentFinished(let outcome): documents[outcome.status.rawValue, default: 0] += 1
    case .measured(.stage(let name, let seconds)): stageSeconds[name, default: 0] += seconds
    case .measured(.failure(let kind)): failures[kind.rawValue, default: 0] += 1
    case .measured(.bytes(let count)): bytes += count
    case .documentOpened, .documentNamed, .notice, .finished: break
    }
    return ""
  }

  package mutating func tick(at seconds: Double) -> String { text }

  package mutating func end() -> String {
    isRunning = false
    return text
  }

  private var text: String {
    var text = ""
    func family(
      _ name: String, _ kind: String, _ help: String, _ samples: [(labels: [(String, String)], value: Double)]
    ) {
      // OpenMetrics requires the suffix `_total` for a counter's samples, but not for its family.
      text += "# HELP docscan_\(name) \(help)\n# TYPE docscan_\(name) \(kind)\n"
      for sample in samples {
        let all = (labels + sample.labels).map { "\($0.0)=\"\(Escape.metricsLabel($0.1))\"" }.joined(separator: ",")
        let number =
          sample.value == sample.value.rounded() ? decimal(sample.value, places: 0) : decimal(sample.value, places: 3)
        text += "docscan_\(name)\(kind == "counter" ? "_total" : "")\(all.isEmpty ? "" : "{\(all)}") \(number)\n"
      }
    }
    func counts(_ values: [String: Int], _ label: String) -> [(labels: [(String, String)], value: Double)] {
      values.sorted { $0.key < $1.key }.map { ([(label, $0.key)], Double($0.value)) }
    }
    let done = documents.filter { $0.key != DocumentStatus.ignored.rawValue }.values.reduce(0, +)
    family("running", "gauge", "1 while the run is in progress, 0 once it has ended.", [([], isRunning ? 1 : 0)])
    family("start_time_seconds", "gauge", "The start of the run, in seconds since 1970.", [([], started)])
    family("workers", "gauge", "The number of pages processed at the same time.", [([], Double(workers))])
    family("documents_left", "gauge", "Documents that are not finished yet.", [([], Double(max(0, planned - done)))])
    family("documents", "counter", "Finished documents, by status.", counts(documents, "status"))
    family("pages", "counter", "Finished pages, by status.", counts(pages, "status"))
    family("failures", "counter", "Failed pages and documents, by reason.", counts(failures, "reason"))
    family("retries", "counter", "Pages that were retried after a worker had crashed.", [([], Double(retries))])
    family("input_bytes", "counter", "The size of the opened documents, in bytes.", [([], Double(bytes))])
    family(
      "stage_seconds", "counter", "The time of the workers in seconds, by stage.",
      stageSeconds.sorted { $0.key < $1.key }.map { ([("stage", $0.key)], $0.value) })
    return text + "# EOF\n"
  }
}

/// The file of `--metrics`, which is replaced in one step, so that readers never see a part of it.
package final class MetricsFile: Sendable {
  private let path: String

  package init(path: String) throws(CommandError) {
    self.path = path
    do throws(OutputError) {
      try put("# EOF\n")
    } catch {
      throw .output("the metrics cannot be written: \(error)")
    }
  }

  /// Replaces the file's content. Errors are ignored, because the next update follows soon.
  @Sendable package func write(_ text: String) {
    do throws(OutputError) { try put(text) } catch {}
  }

  private func put(_ text: String) throws(OutputError) {
    let file = try OutputFile(path: path + ".new")
    try file.write(text)
    try file.close()
    guard unsafe rename(path + ".new", path) == 0 else {
      throw OutputError(operation: "put in place", path: path, code: errno)
    }
  }
}
