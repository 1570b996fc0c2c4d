// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanPDF

/// A subfolder of a document's folder with one picture per page, such as `images/0001.png`, copied from the worker.
struct PictureFolder {
  private let request: PictureRequest
  private let folder: PageFolder

  init(_ name: String, of request: PictureRequest, in destination: WriterDestination) {
    self.request = request
    folder = PageFolder(name, ending: request.format.ending, of: destination)
  }

  func append(_ page: WriterPage) throws(OutputError) {
    guard let path = page.extraPaths[request] else { return }
    let file = try folder.file(page: page.result.page.page.number)
    try PictureFile(path: path).copy(to: file)
    try file.finish()
  }
}
