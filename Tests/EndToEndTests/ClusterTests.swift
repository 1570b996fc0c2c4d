// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a plan that many machines process gives the same library as one run, whatever is killed.

import DocScan
import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

@testable import DocScanCluster

@Suite("Many machines")
struct ClusterTests {
  /// Returns a workspace with small documents in several folders; two would get the same name, and two have the same content.
  private func workspace(_ folders: Int = 3) throws -> Workspace {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "deskew"}, {"stage": "recognize"}"#)
    for folder in 1...folders {
      _ = try work.folder.makeFolder("in/box \(folder)")
      try page("Letter \(folder), from the garden committee").raster(dpi: 130)
        .write(to: work.folder / "in/box \(folder)/letter.png", as: .png)
      let fax = try (1...3).map { try page("Fax \(folder), sheet \($0)").raster(dpi: 130) }
      try ImagePDF(fax, dpi: 130).write(to: work.folder / "in/box \(folder)/fax.pdf")
    }
    try work.folder.write(work.folder.data("in/box 1/letter.png"), to: "in/again.png")
    // Another page with the same name.
    try page("The minutes").raster(dpi: 130).write(to: work.folder / "in/box 1/fax.jpg", as: .jpeg, dpi: 130)
    try work.folder.write("Not a document.", to: "in/notes.txt")
    return work
  }

  private func page(_ text: String) throws -> PageDrawing {
    var page = PageDrawing(size: PageSize(width: 260, height: 120))
    try page.line(text, at: Point(x: 24, y: 40), font: .sans(14))
    try page.line("Paid in full, with thanks", at: Point(x: 24, y: 70), font: .sans(12))
    return page
  }

  private func docscan(_ work: Workspace, _ arguments: [String], environment: [String: String] = [:]) throws -> Command
  {
    var command = try Command.product("docscan", arguments)
    command.directory = work.folder.path
    command.environment = environment
    return command
  }

  @discardableResult
  private func plan(_ work: Workspace, _ folder: String = "plan", shards: Int = 3) throws -> CommandResult {
    try docscan(work, ["plan", "pipeline.json", "in", "-o", folder, "--shards", "\(shards)"]).run()
  }

  private func shard(_ work: Workspace, _ number: Int, _ more: String...) throws -> Command {
    try docscan(work, ["run", "--plan", "plan", "--shard", "\(number)", "-o", "shards", "-j", "1"] + more)
  }

  private func merge(_ work: Workspace, _ more: String...) throws -> CommandResult {
    try docscan(work, ["merge", "plan", "shards"] + more).run()
  }

  private func json(_ work: Workspace, _ file: String) throws -> [String: JSONValue] {
    try JSONDecoder().decode([String: JSONValue].self, from: work.folder.data(file))
  }

  /// Returns all files below a folder with their contents.
  private func contents(_ work: Workspace, _ folder: String) throws -> [String: Data] {
    var all: [String: Data] = [:]
    for file in try work.folder.files(under: folder) { all[file] = try work.folder.data("\(folder)/\(file)") }
    return all
  }

  @Test("Merges killed and restarted shards into the same library as one run, byte for byte", arguments: 1...3)
  func killed(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let work = try workspace()
    #expect(try docscan(work, ["run", "pipeline.json", "in", "-o", "out"]).run().exitCode == 0)
    #expect(try plan(work).exitCode == 0)
    var waiting = [1, 2, 3, 1, 2, 3]
    while !waiting.isEmpty {
      let running = try waiting.prefix(2).map { try shard(work, $0).start() }
      usleep(UInt32.random(in: 50_000...1_500_000, using: &generator))
      for process in running { process.send(signal: SIGKILL) }
      for process in running { _ = try process.wait() }
      waiting = Array(waiting.dropFirst(2))
    }
    for number in 1...3 { #expect(try shard(work, number).run().exitCode == 0) }
    // A killed merge continues.
    let killed = try docscan(work, ["merge", "plan", "shards", "-o", "library"]).start()
    usleep(UInt32.random(in: 1_000...60_000, using: &generator))
    killed.send(signal: SIGKILL)
    _ = try killed.wait()
    let merged = try merge(work, "-o", "library", "--review", "3")
    #expect(merged.exitCode == 0, "\(merged.summary)")
    #expect(try work.results("library") == work.results("out"))

    // The merged library is verified and searched, and needs no run.
    let verified = try docscan(work, ["verify", "library"]).run()
    #expect(verified.exitCode == 0, "\(verified.summary)")
    let found = try docscan(work, ["search", "minutes", "-o", "library", "--json"]).run()
    #expect(found.output == (try docscan(work, ["search", "minutes", "-o", "out", "--json"]).run().output))
    #expect(found.output.contains("box 1/fax"))
    let report = try JSONDecoder().decode(BatchReport.self, from: work.folder.data("library/report.json"))
    let single = try work.report()
    #expect(report.totals == single.totals && report.totals.complete == 7 && report.totals.ignored == 2)
    #expect(Set(report.documents.map(\.source)) == Set(single.documents.map(\.source)))
    #expect(report.review?.pages.count == 3)
    #expect(try work.folder.data("library/report.json") == JSONText.pretty(report))
    let again = try docscan(work, ["run", "pipeline.json", "in", "-o", "library"]).run()
    #expect(again.exitCode == 0 && again.output.contains("7 unchanged"), "\(again.summary)")
  }

  @Test("Makes the same plan from the same inputs, with one place and name per document")
  func deterministic() throws {
    let work = try workspace()
    #expect(try plan(work).exitCode == 0)
    #expect(try plan(work, "other").exitCode == 0)
    #expect(try contents(work, "plan") == contents(work, "other"))
    let lines = try (1...3).flatMap { try work.folder.text("plan/shards/shard-0000\($0).jsonl").split(separator: "\n") }
    let documents = try lines.map { try JSONDecoder().decode(PlannedDocument.self, from: Data($0.utf8)) }
    #expect(documents.map(\.number).sorted() == Array(1...7))
    #expect(
      Set(documents.map(\.name)) == [
        "again", "box 1/fax", "box 1/fax-2", "box 2/fax", "box 2/letter", "box 3/fax", "box 3/letter",
      ])
    let others = try work.folder.text("plan/others.jsonl")
    #expect(others.contains("notes.txt") && others.contains("It has the same content as in/again.png"))
  }

  @Test("Balances shards by counted pages: none exceeds the mean by more than the longest document")
  func balance() throws {
    let work = try workspace(6)
    let result = try docscan(
      work, ["plan", "pipeline.json", "in", "-o", "plan", "--shards", "4", "--count-pages", "--sample", "20"]
    ).run()
    #expect(result.exitCode == 0, "\(result.summary)")
    let complaints = SchemaValidator(JSONSchema.plan).complaints(try JSONFile.parse(work.folder.data("plan/plan.json")))
    #expect(complaints == [])
    let plan = try WorkPlan(folder: work.folder / "plan")
    #expect(plan.pages == 6 + 6 * 3 + 1 && plan.costs.sample == 13)
    let memory = try #require(plan.costs.megabytesPerWorker)
    #expect((50...4096).contains(memory))
    #expect(!work.folder.contains("plan/sample") && !work.folder.contains("plan/draft.sqlite"))
    let longest = try (1...4).flatMap { number in
      try work.folder.text("plan/shards/shard-0000\(number).jsonl").split(separator: "\n").map {
        try JSONDecoder().decode(PlannedDocument.self, from: Data($0.utf8)).seconds
      }
    }.max()
    let seconds = plan.shards.map(\.seconds)
    #expect((seconds.max() ?? .infinity) <= plan.seconds / 4 + (longest ?? 0))
  }

  @Test("Writes a plan only into a new folder, and never changes it")
  func foreignFolder() throws {
    let work = try workspace()
    _ = try work.folder.makeFolder("mine")
    try work.folder.write("Mine.", to: "mine/pipeline.json")
    #expect(try plan(work, "mine").exitCode == 6)
    #expect(
      try work.folder.files(under: "mine") == ["pipeline.json"] && work.folder.text("mine/pipeline.json") == "Mine.")
    #expect(try plan(work).exitCode == 0)
    let before = try contents(work, "plan")
    let second = try plan(work)
    #expect(second.exitCode == 6 && second.errors.contains("already has a plan"), "\(second.summary)")
    #expect(try contents(work, "plan") == before)
    // A changed plan is rejected.
    try work.folder.write(work.folder.text("plan/shards/shard-00002.jsonl") + "\n", to: "plan/shards/shard-00002.jsonl")
    let changed = try shard(work, 2).run()
    #expect(
      changed.exitCode == 2 && changed.errors.contains("shard-00002.jsonl has changed since the plan was made"),
      "\(changed.summary)")
    #expect(try shard(work, 1).run().exitCode == 0)
  }

  @Test("Lists changes with --check, and adds new documents with --extend without renaming others")
  func extend() throws {
    let work = try workspace()
    #expect(try plan(work).exitCode == 0)
    #expect(try docscan(work, ["plan", "--check", "plan"]).run().exitCode == 0)
    for number in 1...3 { #expect(try shard(work, number).run().exitCode == 0) }
    #expect(try merge(work, "-o", "library").exitCode == 0)
    let before = try contents(work, "plan")

    try page("A newcomer").raster(dpi: 130).write(to: work.folder / "in/box 0.png", as: .png)
    try page("Another fax").raster(dpi: 130).write(to: work.folder / "in/box 2/fax.png", as: .png)
    try work.folder.remove("in/box 3/fax.pdf")
    try page("Letter, changed").raster(dpi: 130).write(to: work.folder / "in/box 3/letter.png", as: .png)
    let check = try docscan(work, ["plan", "--check", "plan"]).run()
    #expect(check.exitCode == 1)
    for line in ["1 changed:\n  in/box 3/letter.png", "1 missing:\n  in/box 3/fax.pdf", "2 new:"] {
      #expect(check.output.contains(line), "\(check.output)")
    }
    let extended = try docscan(work, ["plan", "--extend", "plan", "--shards", "1"]).run()
    #expect(extended.exitCode == 0, "\(extended.summary)")
    // The first new shard comes next.
    #expect(extended.output.contains("--shard 4/4"), "\(extended.summary)")
    for file in before.keys where file.hasPrefix("shards/") {
      #expect(try work.folder.data("plan/\(file)") == before[file], "\(file)")
    }
    #expect(try merge(work, "--missing", "-o", "library").output == "4\n")
    #expect(try shard(work, 4).run().exitCode == 0)
    let merged = try merge(work, "-o", "library")
    #expect(merged.output.contains("3 documents put in place, 7 were there."), "\(merged.summary)")
    #expect(work.folder.contains("library/box 2/fax-2/fax-2.pdf") && work.folder.contains("library/box 0/box 0.pdf"))
    #expect(try docscan(work, ["plan", "--extend", "plan"]).run().exitCode == 4)
  }

  @Test("Fails a document that changed since the plan, with its reason")
  func changedSource() throws {
    let work = try workspace()
    #expect(try plan(work, shards: 1).exitCode == 0)
    try page("Something else").raster(dpi: 130).write(to: work.folder / "in/box 2/letter.png", as: .png)
    try work.folder.remove("in/box 3/letter.png")
    #expect(try shard(work, 1).run().exitCode == 1)
    let merged = try merge(work, "-o", "library")
    #expect(merged.exitCode == 1 && merged.output.contains("5 complete, 0 partial, 2 failed"), "\(merged.summary)")
    let report = try work.folder.text("library/report.json")
    #expect(report.contains("letter.png: the file has changed since the plan was made"))
  }

  @Test("Refuses other versions unless --any-versions is given, and names them")
  func versions() throws {
    let work = try workspace(1)
    #expect(try plan(work, shards: 1).exitCode == 0)
    var plan = try json(work, "plan/plan.json")
    guard case .object(var versions) = plan["versions"] else { throw FixtureError("The plan has no versions.") }
    versions["Tesseract"] = "4.1.1"
    plan["versions"] = .object(versions)
    try work.folder.write(JSONText.pretty(plan), to: "plan/plan.json")
    let refused = try shard(work, 1).run()
    #expect(refused.exitCode == 5 && refused.errors.contains("Tesseract 5"), "\(refused.summary)")
    #expect(refused.errors.contains("instead of 4.1.1") && !work.folder.contains("shards"))
    #expect(try shard(work, 1, "--any-versions").run().exitCode == 0)
  }

  @Test("Merges nothing while a document is missing; --partial merges the others")
  func missing() throws {
    let work = try workspace()
    #expect(try plan(work).exitCode == 0)
    #expect(try shard(work, 1).run().exitCode == 0)
    #expect(try shard(work, 3).run().exitCode == 0)
    let refused = try merge(work, "-o", "library")
    #expect(refused.exitCode == 2 && refused.errors.contains("from the shards 2"), "\(refused.summary)")
    let amongShards = try merge(work, "-o", "shards", "--partial")
    #expect(amongShards.exitCode == 2 && amongShards.errors.contains("shards holds shards"), "\(amongShards.summary)")
    #expect(!work.folder.contains("library"))
    #expect(try merge(work, "--missing").output == "2\n")
    #expect(try merge(work, "-o", "library", "--partial").exitCode == 0)
    #expect(try shard(work, 2).run().exitCode == 0)
    let last = try merge(work, "-o", "library")
    #expect(last.exitCode == 0, "\(last.summary)")
    #expect(try merge(work, "-o", "library").output.contains("0 documents put in place, 7 were there."))
    #expect(try docscan(work, ["run", "pipeline.json", "in", "-o", "out"]).run().exitCode == 0)
    #expect(try work.results("library") == work.results("out"))
  }

  @Test("Replaces results of another pipeline only when all new ones exist")
  func otherPipeline() throws {
    let work = try workspace(2)
    #expect(try plan(work, shards: 2).exitCode == 0)
    for number in 1...2 { #expect(try shard(work, number).run().exitCode == 0) }
    #expect(try merge(work, "-o", "library").exitCode == 0)
    let before = try work.results("library")
    for folder in ["plan", "shards"] { try work.folder.remove(folder) }
    try work.pipeline(stages: #"{"stage": "recognize"}, {"stage": "detect"}"#)
    #expect(try plan(work, shards: 2).exitCode == 0)
    #expect(try shard(work, 1).run().exitCode == 0)
    #expect(try merge(work, "-o", "library").exitCode == 2)
    #expect(try work.results("library") == before)
    #expect(try shard(work, 2).run().exitCode == 0)
    let merged = try merge(work, "-o", "library")
    #expect(merged.exitCode == 0 && merged.output.contains("5 documents put in place"), "\(merged.summary)")
    #expect(try docscan(work, ["run", "pipeline.json", "in", "-o", "out"]).run().exitCode == 0)
    #expect(try work.results("library") == work.results("out"))
    #expect(try docscan(work, ["search", "garden", "-o", "library"]).run().output.contains("2 pages"))
  }

  @Test("Leaves files that aren't docscan's in place, and the document in its shard")
  func foreignFile() throws {
    let work = try workspace()
    #expect(try plan(work, shards: 1).exitCode == 0)
    #expect(try shard(work, 1).run().exitCode == 0)
    _ = try work.folder.makeFolder("library/again")
    try work.folder.write("Mine.", to: "library/again/letter.txt")
    try work.folder.write("Mine, too.", to: "library/report.json")
    let merged = try merge(work, "-o", "library")
    #expect(
      merged.exitCode == 1 && merged.output.contains("again: a file that docscan did not create has its name"),
      "\(merged.summary)")
    #expect(try work.folder.text("library/again/letter.txt") == "Mine.")
    #expect(try work.folder.text("library/report.json") == "Mine, too.")
    #expect(
      work.folder.contains("shards/shard-00001/again/again.pdf") && work.folder.contains("library/box 2/fax/fax.pdf"))
  }

  @Test("Keeps the shards' results with --keep and when merging onto another disk")
  func keep() throws {
    let work = try workspace()
    #expect(try plan(work, shards: 2).exitCode == 0)
    for number in 1...2 { #expect(try shard(work, number).run().exitCode == 0) }
    let shards = try contents(work, "shards").filter { !$0.key.contains(".docscan/") }
    #expect(try merge(work, "-o", "library", "--keep").exitCode == 0)
    #expect(try contents(work, "shards").filter { !$0.key.contains(".docscan/") } == shards)
    if SmallDisk.isPossible {
      let disk = try SmallDisk(at: try work.folder.makeFolder("disk"), kilobytes: 20_000)
      let merged = try merge(work, "-o", "disk/library")
      #expect(merged.exitCode == 0, "\(merged.summary)")
      #expect(try work.results("disk/library") == work.results("library"))
      withExtendedLifetime(disk) {}
    }
  }

  @Test("Chooses the shard by the scheduler's variables, and continues elsewhere after SIGTERM")
  func schedulers() throws {
    let work = try workspace()
    #expect(try plan(work, shards: 3).exitCode == 0)
    let task = ["run", "--plan", "plan", "-o", "shards"]
    #expect(try docscan(work, task, environment: ["SLURM_ARRAY_TASK_ID": "2"]).run().exitCode == 0)
    #expect(try docscan(work, task, environment: ["JOB_COMPLETION_INDEX": "0"]).run().exitCode == 0)
    #expect(try merge(work, "--missing").output == "3\n")
    for (arguments, message) in [
      (task, "needs --shard"), (task + ["--shard", "4"], "Shard 4 doesn't exist"),
      (task + ["--shard", "1/9"], "has 3 shards"),
      (task + ["--shard", "x"], "expected a number"),
      (task + ["--shard", "1", "in"], "has its own pipeline and inputs"),
      (task + ["--shard", "1", "--pages", "1"], "--pages belongs to docscan plan"),
      (["run", "in", "--shard", "1"], "needs --plan"),
      (["run", "--plan", "in", "--shard", "1"], "in contains no plan"),
      (["merge", "plan", "nowhere"], "Folder nowhere doesn't exist"),
    ] {
      let result = try docscan(work, arguments).run()
      #expect([2, 4].contains(result.exitCode) && result.errors.contains(message), "\(result.summary)")
    }
    let running = try shard(work, 3).start()
    #expect(try running.wait { work.folder.contains("shards/shard-00003/.docscan/journal.sqlite") })
    running.send(signal: SIGTERM)
    let ended = try running.wait()
    #expect(ended.exitCode == 130, "\(ended.summary)")
    // The inputs have another path on another machine.
    try FileManager.default.moveItem(atPath: work.folder / "in", toPath: work.folder / "mounted")
    let away = try shard(work, 3).run()
    #expect(away.exitCode == 4 && away.errors.contains("--root"), "\(away.summary)")
    // The run's scratch files are on the machine's own disk.
    _ = try work.folder.makeFolder("scratch")
    let elsewhere = try shard(work, 3, "--root", "mounted", "--scratch", "scratch").start()
    #expect(
      try elsewhere.wait { try !FileManager.default.contentsOfDirectory(atPath: work.folder / "scratch").isEmpty })
    #expect(try elsewhere.wait().exitCode == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: work.folder / "scratch").isEmpty)
    #expect(try merge(work, "-o", "library").exitCode == 0)
  }

  @Test("Prevents two runs of one shard, and merging a running one")
  func running() throws {
    let work = try workspace()
    #expect(try plan(work, shards: 1).exitCode == 0)
    #expect(try shard(work, 1).run().exitCode == 0)
    let lock = unsafe open(work.folder / "shards/shard-00001/.docscan/lock", O_RDWR | O_CLOEXEC)
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    #expect(try shard(work, 1).run().exitCode == 6)
    let merged = try merge(work, "-o", "library")
    #expect(merged.exitCode == 2 && merged.errors.contains("still running: 1"), "\(merged.summary)")
    flock(lock, LOCK_UN)
    close(lock)
    #expect(try merge(work, "-o", "library").exitCode == 0)
  }
}
