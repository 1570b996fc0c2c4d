// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A folder of a document with one picture for each page, such as `images/0001.png`: what a worker made, copied.
struct PictureFolder {
  private let request: PictureRequest
  private let folder: PageFolder

  /// For the pictures that a writer asked for.
  init(_ name: String, of request: PictureRequest, in destination: WriterDestination) {
    self.request = request
    folder = PageFolder(name, ending: request.format.ending, of: destination)
  }

  /// Takes the picture of a page; a page without one is left out.
  func append(_ page: WriterPage) throws(OutputError) {
    guard let path = page.extraPaths[request] else { return }
    let file = try folder.file(page: page.result.page.page.number)
    try PictureFile(path: path).copy(to: file)
    try file.finish()
  }
}
