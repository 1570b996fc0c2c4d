// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import FoundationEssentials

/// The pictures of a document's pages that the website shows.
struct PagePictures {
  /// The folder with one picture per page, relative to the library, such as `letter/web`.
  let folder: String
  let content: Content
  private let ending: String
  private let library: Folder

  enum Content {
    /// The corrected page, with a thumbnail and the page as loaded.
    case web
    /// The pages of the document's PDF, with thumbnails.
    case pdf
    /// The corrected page in full size, without a thumbnail.
    case images
  }

  /// Finds the pictures written by a run, or rendered from the PDF into `made`, relative to the library. Returns `nil` if there are none.
  init?(of document: StoredDocument, at place: String, in library: Folder, made: String?) {
    let candidates: [(String, Content, [String])] = [
      ("\(place)/web", .web, ["jpg"]), (made ?? "", .pdf, ["jpg"]), ("\(place)/images", .images, ["png", "jpg"]),
    ]
    for (folder, content, endings) in candidates where !folder.isEmpty {
      let names = endings.filter { ending in
        document.record.pages.contains { page in
          library.identity("\(folder)/\(Self.digits(Self.number(page, content) ?? 0)).\(ending)") != nil
        }
      }
      guard let ending = names.first else { continue }
      (self.folder, self.content, self.ending, self.library) = (folder, content, ending, library)
      return
    }
    return nil
  }

  /// Returns a page's picture, relative to `folder`, or `nil`. A PDF's page is shown as the PDF shows it, even if its text is rotated.
  func file(_ page: DocumentRecord.Page) -> String? {
    (content == .pdf ? existing(page, "source/") : nil) ?? existing(page, "")
  }

  /// Returns the path of a page's thumbnail, or of the picture itself if there is no thumbnail.
  func small(_ page: DocumentRecord.Page) -> String? { existing(page, "small/") ?? file(page) }

  /// Returns the path of the picture of the page as loaded, or `nil` if it wasn't kept or looks the same.
  func source(_ page: DocumentRecord.Page) -> String? { existing(page, "source/") }

  func showsSource(_ page: DocumentRecord.Page) -> Bool { content == .pdf && page.pdf?.content != .picture }

  private func existing(_ page: DocumentRecord.Page, _ subfolder: String) -> String? {
    guard let number = Self.number(page, content) else { return nil }
    let file = "\(subfolder)\(Self.digits(number)).\(ending)"
    return library.identity("\(folder)/\(file)") == nil ? nil : file
  }

  private static func number(_ page: DocumentRecord.Page, _ content: Content) -> Int? {
    switch content {
    case .web, .images: page.number
    case .pdf: page.pdf.flatMap { $0.content == .note ? nil : $0.page }
    }
  }

  /// Returns a page number with at least four digits, as in the names of page files.
  static func digits(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
