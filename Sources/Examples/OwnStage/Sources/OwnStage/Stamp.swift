// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanCore

/// What the stage finds: the page JSON has it as `"stamp": {"box": [x, y, width, height], "share": 0.012}`.
struct Stamp: Finding {
  /// Around everything red, in pixels of the corrected page from its top-left corner.
  var box: Box
  /// The part of the page that is red, 0 to 1.
  var share: Double

  // docscan takes nothing from a worker that this does not allow: whoever made the page may have taken the worker over.
  static let description = FindingDescription(
    key: "stamp",
    schema: JSONSchema.object(
      "What is stamped in red; absent where nothing is.",
      [
        "box": JSONSchema.reference("box"),
        "share": JSONSchema.confidence("The part of the page that is red."),
      ]))
}
