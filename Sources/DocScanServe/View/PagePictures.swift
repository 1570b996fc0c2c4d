// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanStore
internal import FoundationEssentials

/// The pictures that the website shows of a document's pages.
struct PagePictures {
  /// The folder with a picture for each page, relative to the library, such as `letter/web`.
  let folder: String
  /// What the pictures show.
  let content: Content
  private let ending: String
  /// Where the folder is in the file system.
  private let library: Folder

  enum Content {
    /// The corrected page, with a small picture of it and the page as loaded.
    case web
    /// The pages of the document's PDF, with small pictures.
    case pdf
    /// The corrected page alone, in its full size.
    case images
  }

  /// The pictures that a run has made, or that were made from the PDF since; nil if there are none.
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

  /// The picture of a page, relative to `folder`; nil if it has none.
  func file(_ page: DocumentRecord.Page) -> String? { existing(page, "") }

  /// The small picture of a page: the picture itself where there is no other.
  func small(_ page: DocumentRecord.Page) -> String? { existing(page, "small/") ?? file(page) }

  /// The page as loaded; nil if that was not kept, or looks the same.
  func source(_ page: DocumentRecord.Page) -> String? { existing(page, "source/") }

  /// Whether a page's picture is the original's page, from before all corrections.
  func showsSource(_ page: DocumentRecord.Page) -> Bool { content == .pdf && page.pdf?.content != .picture }

  private func existing(_ page: DocumentRecord.Page, _ subfolder: String) -> String? {
    guard let number = Self.number(page, content) else { return nil }
    let file = "\(subfolder)\(Self.digits(number)).\(ending)"
    return library.identity("\(folder)/\(file)") == nil ? nil : file
  }

  /// The number of a page's picture.
  private static func number(_ page: DocumentRecord.Page, _ content: Content) -> Int? {
    switch content {
    case .web, .images: page.number
    case .pdf: page.pdf.flatMap { $0.content == .note ? nil : $0.page }
    }
  }

  /// At least four digits, as the files of pages are named.
  static func digits(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
