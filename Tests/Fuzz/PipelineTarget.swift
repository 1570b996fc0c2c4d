// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanEngine
internal import DocScanWriters
internal import FoundationEssentials

/// A pipeline file, from its bytes to its canonical form.
enum PipelineTarget {
  static func run(_ bytes: [UInt8]) {
    let pipeline: Pipeline
    do throws(PipelineError) {
      pipeline = try Pipeline(
        json: Data(bytes), stages: builtInStages.map { $0.description }, writers: builtInWriters.map { $0.description })
    } catch {
      _ = error.description
      return
    }
    do {
      // The printed pipeline is a pipeline file with the same meaning.
      let again = try Pipeline(
        value: pipeline.file, stages: builtInStages.map { $0.description },
        writers: builtInWriters.map { $0.description })
      precondition(again == pipeline, "a resolved pipeline means something else")
      _ = try JSONText.pretty(pipeline.file)
      _ = try pipeline.resultIdentity(files: ["a/scan.pdf", "b.jpg"])
      _ = pipeline.overriddenStages(file: "a/scan.pdf", page: 2)
    } catch {
      preconditionFailure("a resolved pipeline is refused: \(error)")
    }
  }

  static let seeds = [
    #"{"name": "archive", "input": {"paths": ["inbox"], "group": "file"}, "pages": {"dpi": 300}, "#
      + #""stages": [{"stage": "perspective"}, {"stage": "deskew", "maximumAngle": 15}, {"stage": "recognize", "#
      + #""languages": ["eng"]}], "output": {"directory": "out", "writers": [{"writer": "pdf", "pdfa": "2b"}]}}"#,
    #"{"limits": {"secondsPerPage": 20, "megabytesPerWorker": 512, "megapixelsPerPage": 60, "pagesPerDocument": 9}, "#
      + #""stages": [{"stage": "crop"}, {"stage": "clean"}], "overrides": {"scan.pdf#2": {"crop": false}, "#
      + #""b.jpg": {"clean": {"output": true}}}, "output": {"verify": 0.5, "writers": [{"writer": "images"}]}}"#,
  ].map { Array($0.utf8) }
}
