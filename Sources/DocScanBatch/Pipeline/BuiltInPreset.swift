// SPDX-License-Identifier: GPL-3.0-or-later

extension Preset {
  /// The preset that runs where none is named, so that docscan works without any file: the text of Pipelines/scan.json.
  static let builtInText = """
    {
      "name": "scan",
      "description": "Any scan or photo, in each page's own language.",
      "stages": [
        { "stage": "perspective" },
        { "stage": "orientation" },
        { "stage": "deskew" },
        { "stage": "recognize", "languages": "auto" }
      ],
      "output": {
        "writers": [{ "writer": "pdf" }, { "writer": "text" }, { "writer": "json" }]
      }
    }

    """
}
