// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanWatch
internal import DocScanWire

extension Command {
  static let scanners = Command(
    name: "scanners",
    abstract: "List the scanners and their features.",
    discussion: """
      Scanners are found by SANE: those with a cable by its own drivers, network scanners that need no driver (eSCL, \
      AirScan, WSD) by the package sane-airscan. The first column is the value for docscan scan --device.

      Drivers run in their own process, which can use the network and scanners but can't access your files. Exit code 5: \
      SANE is not installed, or no scanner was found.
      """,
    arguments: [],
    options: [CommandOption("json", help: "Print one JSON object.")],
    example: Example(
      line: "docscan scanners", explanation: "Shows each scanner with its sources, resolutions, colors and sizes."),
    perform: { (arguments, console) throws(CommandError) in
      let scanners = try batchResult(ScannerReport.all())
      if arguments.flags.contains("json") {
        try console.writeJSON(["scanners": scanners])
      } else if !scanners.isEmpty {
        try console.writeOutput(scanners.map(\.text).joined(separator: "\n"))
      }
      guard scanners.isEmpty else { return .success }
      console.writeError(
        "No scanner was found. Connect it and switch it on. Network scanners need the package sane-airscan: "
          + "apt-get install sane-airscan\n")
      return .missingPart
    })
}

/// A scanner with its features.
struct ScannerReport: Encodable {
  let device: String
  let vendor: String
  let model: String
  let type: String
  /// The features, or `nil` if the scanner didn't answer.
  var features: ScannerFeatures?
  var problem: String?

  /// Queries all scanners. One that doesn't answer doesn't affect the others.
  static func all() throws(BatchError) -> [ScannerReport] {
    let process = try ScannerProcess()
    try process.check(.auto)
    var current: ScannerProcess? = process
    defer { current?.finish() }
    var reports: [ScannerReport] = []
    for name in try process.list() {
      var report = ScannerReport(device: name.name, vendor: name.vendor, model: name.model, type: name.kind)
      do throws(BatchError) {
        let asked: ScannerProcess
        if let current {
          asked = current
        } else {
          asked = try ScannerProcess()
          _ = try asked.list()
          current = asked
        }
        switch try asked.open(name.name) {
        case .success(let features): report.features = features
        case .failure(let trouble): report.problem = trouble.reason
        }
      } catch {
        report.problem = "\(error)"
        current = nil
      }
      reports.append(report)
    }
    return reports
  }

  var text: String {
    var lines = [
      visibleText(device), "  " + visibleText([vendor, model, type].filter { !$0.isEmpty }.joined(separator: " ")),
    ]
    if let problem { lines.append("  cannot be used: " + visibleText(problem)) }
    for source in features?.sources ?? [] {
      var parts: [String] = []
      if let first = source.resolutions.first, let last = source.resolutions.last {
        parts.append(
          (source.isRange ? "\(first) to \(last)" : source.resolutions.map(String.init).joined(separator: ", "))
            + " dpi")
      }
      if let width = source.width, let height = source.height {
        parts.append("up to \(Int(width.rounded())) × \(Int(height.rounded())) mm")
      }
      let option = source.source == .flatbed ? "--flatbed" : "--\(source.source.rawValue)"
      lines.append("  \(padded(option, to: 11))" + parts.joined(separator: "; "))
    }
    if let modes = features?.modes, !modes.isEmpty {
      lines.append("  \(padded("--mode", to: 11))" + modes.map(\.rawValue).joined(separator: ", "))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
