// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

extension JSONSchema {
  package static let plan = root(
    "plan", title: "docscan plan (\(WorkPlan.schema))",
    object(
      "A plan for processing documents on many machines.",
      [
        "schema": constant(WorkPlan.schema),
        "pipeline": value("string", "The name of the pipeline, which is in pipeline.json."),
        "pipelineDigest": sha256,
        "identities": list(
          of: sha256,
          "Digests of the pipeline settings that affect results, with and without translations, which can be completed "
            + "later."),
        "pipelineFolder?": value("string", "The folder of the pipeline file. Absent for a preset."),
        "inputs": list(of: value("string"), "The absolute paths of the inputs."),
        "group": oneOf(InputSettings.Grouping.allCases.map(\.rawValue), "The grouping of files into documents."),
        "root": value("string", "The common parent folder of all files, to which their paths are relative."),
        "selection": value("string", "The selected pages of each document, such as 1-3,7, or all."),
        "keepTimes": value("boolean", "Whether results get the modification times of their sources."),
        "versions": map(of: value("string"), "The versions of docscan and its libraries that affect results."),
        "packs": map(of: integer(""), "The language packs that affect results, with their sizes in bytes."),
        "documents": integer("The number of documents."),
        "pages": integer("The number of pages. A document whose pages weren't counted adds 1."),
        "bytes": integer("The total size of all documents, in bytes."),
        "seconds": seconds("The estimated processing time of a single worker for all documents, in seconds."),
        "costs": object(
          "The basis of the estimate.",
          [
            "sample": integer("The number of documents that were processed as a sample."),
            "kinds": map(
              of: object(
                "",
                [
                  "secondsPerPage": seconds("The estimated time per page, in seconds."),
                  "secondsPerMegabyte": seconds(
                    "The estimated time per megabyte, in seconds."),
                ]), "The estimates by kind of document. The key other applies to all other kinds."),
            "megabytesPerWorker?": integer(
              "The maximum memory that a worker used for a document of the sample, in MiB. Absent if nothing was measured."
            ),
          ]),
        "unmatchedOverrides": list(of: value("string"), "Keys of overrides that match no file."),
        "others": integer(
          "The number of lines in others.jsonl, which lists files that aren't documents or duplicate another one."),
        "othersDigest": sha256,
        "shards": list(
          of: object(
            "",
            [
              "documents": integer("The number of documents."), "pages": integer("The number of pages."),
              "bytes": integer("The total size of the shard's documents, in bytes."),
              "seconds": seconds("The estimated processing time of a single worker for the shard, in seconds."),
              "sha256": sha256,
            ]), "The shards, in order. The first one is shards/shard-00001.jsonl."),
      ]))
}
