// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSite

/// The website's own files, which are the same in every library. Their sources are next to this file.
enum SiteFiles {
  typealias File = (name: String, bytes: [UInt8])

  private static let all: [(file: File, pages: Int32)] = {
    var count = 0
    let files = unsafe UnsafeBufferPointer(start: csite_files(&count), count: count)
    return unsafe files.map { file in
      let bytes = unsafe UnsafeBufferPointer(start: file.bytes, count: file.count)
      return unsafe ((String(cString: file.name), Array(bytes)), file.pages)
    }
  }()

  static let index = bytes(of: "index.html")

  /// The files that `index.html` loads, in its order.
  static let app = files(of: csite_website)

  /// The page on which phones photograph documents, and the description of the same interface for programs.
  static let receive = bytes(of: "receive.html")
  static let openAPI = bytes(of: "openapi.json")

  /// The files that the phone page loads: its own, and those that it shares with the website.
  static let receiving = files(of: csite_phone_page)

  private static func files(of page: some BinaryInteger) -> [File] {
    all.filter { $0.pages & Int32(page) != 0 }.map(\.file)
  }

  private static func bytes(of name: String) -> [UInt8] { all.first { $0.file.name == name }?.file.bytes ?? [] }
}
