// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

extension JSONSchema {
  /// The schema of `plan.json`, see `WorkPlan`.
  package static let plan = root(
    "plan", title: "docscan plan (\(WorkPlan.schema))",
    object(
      "What many machines are to do together.",
      [
        "schema": constant(WorkPlan.schema),
        "pipeline": value("string", "The pipeline's name; the pipeline itself is pipeline.json."),
        "pipelineDigest": sha256,
        "identities": list(
          of: sha256, "Of what decides results in the pipeline, with and without translations, which may come later."),
        "pipelineFolder?": value("string", "Where the pipeline file was; absent for a preset."),
        "inputs": list(of: value("string"), "What was looked through: absolute paths."),
        "group": oneOf(InputSettings.Grouping.allCases.map(\.rawValue), "What became one document."),
        "root": value("string", "The folder that all files are below; paths of files are relative to it."),
        "selection": value("string", "The chosen pages of each document, or all."),
        "keepTimes": value("boolean", "Whether results take the time of their source."),
        "versions": map(of: value("string"), "Program and library versions that results depend on."),
        "packs": map(of: integer(""), "The language packs that results depend on, with their sizes in bytes."),
        "documents": integer("The number of documents."),
        "pages": integer("The number of pages; a document whose pages were not counted adds one."),
        "bytes": integer("The size of all documents."),
        "seconds": seconds("What workers are expected to need for all of it."),
        "costs": object(
          "How that was worked out.",
          [
            "sample": integer("The number of documents that were processed to learn it."),
            "kinds": map(
              of: object(
                "",
                [
                  "secondsPerPage": seconds("For each page."), "secondsPerMegabyte": seconds("For each megabyte."),
                ]), "For each kind of document; other stands for all others."),
            "megabytesPerWorker?": integer(
              "The most memory that a worker had for one of them, in MiB; absent where nothing was measured."),
          ]),
        "unmatchedOverrides": list(of: value("string"), "Keys of overrides that match no file."),
        "others": integer(
          "The number of lines in others.jsonl: files that are not documents, or have the content of another one."),
        "othersDigest": sha256,
        "shards": list(
          of: object(
            "",
            [
              "documents": integer("The number of documents."), "pages": integer("The number of pages."),
              "bytes": integer("The size of its documents."),
              "seconds": seconds("What workers are expected to need for it."),
              "sha256": sha256,
            ]), "In order: the first one is shards/shard-00001.jsonl."),
      ]))
}
