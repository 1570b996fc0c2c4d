// SPDX-License-Identifier: GPL-3.0-or-later
// Support: loading of pages and their text.

import DocScanCore
import DocScanNative
import Foundation
import Testing

/// Returns the settings of a pipeline file with this content.
func settings(_ json: String = "{}") throws -> (pages: PageSettings, limits: LimitSettings) {
  let pipeline = try Pipeline(json: Data(json.utf8), stages: [], writers: [])
  return (pipeline.pages, pipeline.limits)
}

/// Loads a page of a file with these bytes.
func load(_ bytes: [UInt8], page: Int = 1, pipeline: String = "{}") throws -> LoadedPage {
  try withTemporaryFolder { folder in
    let file = folder.appendingPathComponent("file")
    try Data(bytes).write(to: file)
    return try load(path: file.path, page: page, pipeline: pipeline)
  }
}

/// Loads a page of a file.
func load(path: String, page: Int = 1, pipeline: String = "{}") throws -> LoadedPage {
  let settings = try settings(pipeline)
  return try DocumentFile(InputFile(path: path), limits: settings.limits).load(page: page, settings: settings.pages)
}

/// Returns the existing text of a PDF page, or `nil` if the page will be recognized.
func existingText(
  _ bytes: [UInt8], page: Int = 1, pipeline: String = "{}"
) throws -> (text: ExistingText, image: RasterSize, pageSize: PageSize)? {
  try withTemporaryFolder { folder in
    let file = folder.appendingPathComponent("file")
    try Data(bytes).write(to: file)
    return try existingText(path: file.path, page: page, pipeline: pipeline)
  }
}

/// Returns the text that a page of a PDF file keeps, or `nil` if the page will be recognized.
func existingText(
  path: String, page: Int = 1, pipeline: String = "{}"
) throws -> (text: ExistingText, image: RasterSize, pageSize: PageSize)? {
  let settings = try settings(pipeline)
  let file = try DocumentFile(InputFile(path: path), limits: settings.limits)
  guard let own = try file.embeddedText(page: page, settings: settings.pages), own.treatment == .keep,
    let text = own.text
  else { return nil }
  return (text, own.image, own.pageSize)
}

/// Returns the failure of loading a page of a file with these bytes, or `nil` if it loads.
func failure(_ bytes: [UInt8], page: Int = 1, pipeline: String = "{}") throws -> PageFailure? {
  do {
    _ = try load(bytes, page: page, pipeline: pipeline)
    return nil
  } catch let failure as PageFailure {
    return failure
  }
}

extension ExistingText {
  /// All words, in reading order.
  var words: [Word] { blocks.flatMap { $0.lines.flatMap(\.words) } }
}

/// Returns the intersection of two boxes divided by their union.
func overlap(_ a: Box, _ b: Box) -> Double {
  let across = max(0, min(a.maxX, b.maxX) - max(a.x, b.x))
  let down = max(0, min(a.maxY, b.maxY) - max(a.y, b.y))
  let both = across * down
  return both / (a.width * a.height + b.width * b.height - both)
}
