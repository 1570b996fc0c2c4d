// SPDX-License-Identifier: GPL-3.0-or-later

/// A pipeline for hostile files with low limits, so that bombs end soon.
enum BatchPipeline: String, CaseIterable {
  /// Searchable copies, the most common use.
  case archive
  /// Every correction, and replaced text layers.
  case corrections
  /// Pictures of all pages in a PDF/A.
  case pictures

  static let secondsPerPage = 8
  static let megabytesPerWorker = 512
  static let pagesPerDocument = 60

  var json: String {
    let (existing, stages, pdf) =
      switch self {
      case .archive: ("skip", ["orientation", "deskew", "recognize"], #""pdfa": "auto", "tagged": true"#)
      case .corrections:
        (
          "redo",
          ["perspective", "dewarp", "spreads", "orientation", "deskew", "crop", "clean", "quality", "recognize"],
          #""pictures": "mixed""#
        )
      case .pictures: ("force", ["blank", "recognize"], #""pdfa": "2b""#)
      }
    let writers =
      ["{\"writer\": \"pdf\", \(pdf)}"]
      + ["text", "json", "jsonl", "hocr", "alto", "page", "tsv", "markdown"].map { "{\"writer\": \"\($0)\"}" }
    return """
      {"pages": {"existingText": "\(existing)", "dpi": 150},
       "limits": {"secondsPerPage": \(Self.secondsPerPage), "megabytesPerWorker": \(Self.megabytesPerWorker),
                  "megapixelsPerPage": 60, "pagesPerDocument": \(Self.pagesPerDocument)},
       "stages": [\(stages.map { "{\"stage\": \"\($0)\"}" }.joined(separator: ", "))],
       "output": {"verify": 0.5, "writers": [\(writers.joined(separator: ", "))]}}
      """
  }
}
