// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWriters
internal import Glibc

/// A dry run's preview of the names that documents get by their content. The documents are processed in a temporary folder.
struct NamePreview {
  private let run: PipelineRun
  private let names: SourceNames

  init(_ run: PipelineRun, _ names: SourceNames) { (self.run, self.names) = (run, names) }

  /// Adds the names to a plan. `places` contains the indices in the plan, by identity.
  func add(_ inputs: [InputDocument], at places: [PathKey: Int], to plan: inout BatchPlan) throws(BatchError) {
    let disk = run.options.scratchDisk ?? (unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp")
    let work = WorkFolder(in: disk)
    try work.create()
    defer { work.remove() }
    var source = run.source
    source.changes.onlyWriter = "json"
    var options = run.options
    (options.outputFolder, options.only) = (work.path, Set(inputs.map { PathKey($0.identity) }))
    (options.chosen, options.review) = (nil, nil)
    let report = try PipelineRun(source, options: options).run()
    guard let root = Folder(root: work.path) else { throw OutputFolder.failure("open", work.path) }
    let found = Dictionary(
      report.documents.map { (PathKey($0.source), $0.name) }, uniquingKeysWith: { first, _ in first })
    for input in inputs {
      guard let place = places[PathKey(input.identity)],
        let naming = found[PathKey(input.source)].flatMap({ name in
          DocumentRecord(named: name, in: root)?.naming
        })
      else { continue }
      if let reason = naming.reason { plan.documents[place].notes.append("It keeps the name of its input: \(reason)") }
      guard let wish = naming.name else { continue }
      let named = try names.name(
        input, as: wish, digest: input.digest ?? InputDigest(files: []), besides: [], isKept: true)
      plan.documents[place].name = named.name
      if let note = named.note { plan.documents[place].notes.append(note) }
    }
  }
}
