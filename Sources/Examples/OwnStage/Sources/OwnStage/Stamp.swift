// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanCore

/// A red stamp, in the page JSON as `"stamp": {"box": [x, y, width, height], "share": 0.012}`.
struct Stamp: Finding {
  /// The box around everything red, in pixels of the corrected page from its top-left corner.
  var box: Box
  /// The part of the page that is red, from 0 to 1.
  var share: Double

  // docscan rejects everything from a worker that this schema doesn't allow: a malicious page may control the worker.
  static let description = FindingDescription(
    key: "stamp",
    schema: JSONSchema.object(
      "The red stamp. Absent if there is none.",
      [
        "box": JSONSchema.reference("box"),
        "share": JSONSchema.confidence("The part of the page that is red."),
      ]))
}
