// SPDX-License-Identifier: GPL-3.0-or-later

/// The website's own files, which are the same in every library. Their sources are next to this file.
enum SiteFiles {
  static let index: [UInt8] = PackageResources.index_html

  /// The files that `index.html` loads, in its order.
  static let app: [(name: String, bytes: [UInt8])] = [
    ("style.css", PackageResources.style_css),
    ("docscan.js", PackageResources.docscan_js),
    ("strings.en.js", PackageResources.strings_en_js),
    ("strings.de.js", PackageResources.strings_de_js),
    ("strings.ja.js", PackageResources.strings_ja_js),
    ("strings.ko.js", PackageResources.strings_ko_js),
    ("dom.js", PackageResources.dom_js),
    ("virtual-list.js", PackageResources.virtual_list_js),
    ("links.js", PackageResources.links_js),
    ("library-data.js", PackageResources.library_data_js),
    ("text-search.js", PackageResources.text_search_js),
    ("library-selection.js", PackageResources.library_selection_js),
    ("library-page.js", PackageResources.library_page_js),
    ("receipts-page.js", PackageResources.receipts_page_js),
    ("page-layers.js", PackageResources.page_layers_js),
    ("page-stage.js", PackageResources.page_stage_js),
    ("page-tables.js", PackageResources.page_tables_js),
    ("page-text.js", PackageResources.page_text_js),
    ("corrections.js", PackageResources.corrections_js),
    ("word-card.js", PackageResources.word_card_js),
    ("document-page.js", PackageResources.document_page_js),
    ("review-pictures.js", PackageResources.review_pictures_js),
    ("review-boundaries.js", PackageResources.review_boundaries_js),
    ("review-page.js", PackageResources.review_page_js),
    ("names-page.js", PackageResources.names_page_js),
    ("page-geometry.js", PackageResources.page_geometry_js),
    ("page-corners.js", PackageResources.page_corners_js),
    ("page-preview.js", PackageResources.page_preview_js),
    ("page-order.js", PackageResources.page_order_js),
    ("page-editor.js", PackageResources.page_editor_js),
    ("main.js", PackageResources.main_js),
  ]

  /// The page on which phones photograph documents, and the description of the same interface for programs.
  static let receive: [UInt8] = PackageResources.receive_html
  static let openAPI: [UInt8] = PackageResources.openapi_json

  /// The files that the phone page loads: its own, and those that it shares with the website.
  static let receiving: [(name: String, bytes: [UInt8])] =
    app.filter { shared.contains($0.name) || $0.name.hasPrefix("strings.") } + [
      ("receive.css", PackageResources.receive_css),
      ("receive-sending.js", PackageResources.receive_sending_js),
      ("receive-pages.js", PackageResources.receive_pages_js),
      ("receive-page.js", PackageResources.receive_page_js),
    ]
  private static let shared: Set<String> = ["style.css", "docscan.js", "dom.js", "page-geometry.js", "page-corners.js"]
}
