// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the scripts and manifests for clusters are valid and fit docscan's options and exit codes.

import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

@Suite("Cluster scripts")
struct ClusterScriptTests {
  private static let folder = Places.package + "/Pipelines/cluster"
  /// Installed by Tests/run.sh at the version in Tests/kubernetes.txt.
  private static let kubernetes = Places.package + "/.build/kubernetes"

  private func files(_ ending: String, below folder: String = folder) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(ending) }.sorted().map {
      "\(folder)/\($0)"
    }
  }

  @Test("Passes ShellCheck")
  func shell() throws {
    let scripts = try files(".sh", below: Places.package + "/Pipelines")
    #expect(scripts.count >= 14)
    let result = try Command("shellcheck", ["-x"] + scripts).run()
    #expect(result.exitCode == 0, "\(result.summary)")
  }

  @Test(
    "Passes strict validation of the Kubernetes manifests",
    .enabled(
      if: FileManager.default.fileExists(atPath: kubernetes + "/installed"),
      "kubernetes-validate is not installed: bash Tests/run.sh"))
  func manifests() throws {
    let manifests = try files(".yaml", below: Self.folder + "/kubernetes")
    #expect(manifests.count == 4)
    var command = Command("python3", [Self.kubernetes + "/bin/kubernetes-validate", "--strict"] + manifests)
    command.environment = ["PYTHONPATH": Self.kubernetes]
    let result = try command.run()
    #expect(result.exitCode == 0, "\(result.summary)")
  }

  @Test("Reports a shard with failed documents as done, and a signalled one as unfinished")
  func shardScript() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    let page = try Documents.shortMinutes().raster(dpi: 200)
    try ImagePDF(Array(repeating: page, count: 12), dpi: 200).write(to: work.folder / "in/b.pdf")
    try work.folder.write("%PDF-1.7\nnothing follows", to: "in/a.pdf")
    var plan = try Command.product("docscan", ["plan", "pipeline.json", "in", "-o", "plan"])
    plan.directory = work.folder.path
    #expect(try plan.run().exitCode == 0)
    var shard = Command(
      "bash", [Self.folder + "/shard.sh", "--plan", "plan", "--shard", "1", "--output", "out", "--jobs", "2"])
    shard.directory = work.folder.path
    shard.environment["PATH"] = Places.products + ":/usr/bin:/bin"
    let running = try shard.start()
    #expect(try running.wait { work.folder.contains("out/shard-00001/a/a.json") })
    running.send(signal: SIGTERM)
    let ended = try running.wait()
    #expect(ended.exitCode == 130, "\(ended.summary)")
    let again = try shard.run()
    #expect(again.exitCode == 0, "\(again.summary)")
    #expect(work.folder.contains("out/shard-00001/b/b.pdf"))
  }

  @Test("Queries only metrics in the dashboard that --metrics writes")
  func dashboard() throws {
    let text = try String(contentsOfFile: Self.folder + "/grafana.json", encoding: .utf8)
    let source = try String(
      contentsOfFile: Places.package + "/Sources/DocScanProgress/MetricsProgress.swift", encoding: .utf8)
    let asked = Set(text.matches(of: /docscan_([a-z_]+)/).map { String($0.output.1) })
    #expect(asked.count >= 8)
    for name in asked {
      let family = name.hasSuffix("_total") ? String(name.dropLast(6)) : name
      #expect(source.contains("\"\(family)\""), "docscan_\(name)")
    }
  }
}
