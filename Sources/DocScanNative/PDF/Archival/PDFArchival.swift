// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Looks for what keeps a PDF from being PDF/A-2 once docscan has put its text and metadata into it (ISO 19005-2).
///
/// What a graft writes itself is not checked: the information dictionary, the XMP packet, the spelling of the file.
/// Pictures are not decoded. Where a question cannot be answered without drawing the pages, the answer is cautious.
package enum PDFArchival {
  /// What was found.
  package struct Report: Sendable {
    /// What rules out level B, each a sentence that names the page where it was first seen.
    package internal(set) var obstacles: [String] = []
    /// What rules out level U beside that: text without a meaning in Unicode.
    package internal(set) var unicodeObstacles: [String] = []
    /// What has to be changed, and can be without a reader's notice.
    package internal(set) var repairs: Set<Repair> = []
    /// What device colours mean by the file's own output intent, which is to be kept; nil when it has none.
    package internal(set) var outputIntent: ColorKind?

    /// Nothing found yet.
    package init() {}

    /// What rules out level U, or only what rules out level B.
    package func obstacles(unicode: Bool) -> [String] { obstacles + (unicode ? unicodeObstacles : []) }
  }

  /// Something that can be changed without changing what a reader sees or does.
  package enum Repair: Hashable, Sendable {
    /// The file is to be written without encryption.
    case decryption
    /// The links of a page, counted from 1, are to have the flag that PDF/A wants of all annotations.
    case linkFlags(page: Int)
    /// A page, counted from 1, is to have the resources itself that it inherits (6.2.2).
    case resources(page: Int)
  }

  /// Kinds of device colours.
  package enum ColorKind: String, Sendable {
    /// Grey, light, or inks.
    case gray, rgb, cmyk
  }

  /// Everything that keeps the PDF from being PDF/A-2.
  ///
  /// `pages` are the numbers of those that stay as they are, from 1; nil stands for all.
  package static func report(_ file: InputFile, passwords: [String] = [], pages: Set<Int>? = nil) -> Report {
    do {
      return try PDFArchivalCheck(document: PDFGraftDocument(file, passwords: passwords), pages: pages).run()
    } catch {
      var report = Report()
      report.obstacles = [error.message]
      return report
    }
  }

  private static let printFlag: Int64 = 4

  /// Makes the repairs in an open document whose pages are still numbered as they were when it was checked.
  ///
  /// Decryption comes with writing.
  static func apply(_ repairs: Set<Repair>, to document: PDFGraftDocument) {
    for repair in repairs {
      switch repair {
      case .decryption: break
      case .resources(let page):
        let page = document.page(page - 1)
        page.set("/Resources", to: page.inherited("/Resources"))
      case .linkFlags(let page):
        for link in document.page(page - 1)["/Annots"].items where link["/Subtype"].name == "/Link" {
          link.set("/F", to: document.number((link["/F"].integer ?? 0) | printFlag))
        }
      }
      document.release()
    }
  }
}
