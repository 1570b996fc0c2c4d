// SPDX-License-Identifier: GPL-3.0-or-later

#include "CSite.h"

static const uint8_t index_html[] = {
#embed "../DocScanServe/View/Site/index.html"
};
static const uint8_t receive_html[] = {
#embed "../DocScanServe/View/Site/receive.html"
};
static const uint8_t openapi_json[] = {
#embed "../DocScanServe/View/Site/openapi.json"
};
static const uint8_t style_css[] = {
#embed "../DocScanServe/View/Site/style.css"
};
static const uint8_t docscan_js[] = {
#embed "../DocScanServe/View/Site/docscan.js"
};
static const uint8_t strings_en_js[] = {
#embed "../DocScanServe/View/Site/strings.en.js"
};
static const uint8_t strings_de_js[] = {
#embed "../DocScanServe/View/Site/strings.de.js"
};
static const uint8_t strings_ja_js[] = {
#embed "../DocScanServe/View/Site/strings.ja.js"
};
static const uint8_t strings_ko_js[] = {
#embed "../DocScanServe/View/Site/strings.ko.js"
};
static const uint8_t dom_js[] = {
#embed "../DocScanServe/View/Site/dom.js"
};
static const uint8_t virtual_list_js[] = {
#embed "../DocScanServe/View/Site/virtual-list.js"
};
static const uint8_t links_js[] = {
#embed "../DocScanServe/View/Site/links.js"
};
static const uint8_t library_data_js[] = {
#embed "../DocScanServe/View/Site/library-data.js"
};
static const uint8_t text_search_js[] = {
#embed "../DocScanServe/View/Site/text-search.js"
};
static const uint8_t library_selection_js[] = {
#embed "../DocScanServe/View/Site/library-selection.js"
};
static const uint8_t library_page_js[] = {
#embed "../DocScanServe/View/Site/library-page.js"
};
static const uint8_t receipts_page_js[] = {
#embed "../DocScanServe/View/Site/receipts-page.js"
};
static const uint8_t page_layers_js[] = {
#embed "../DocScanServe/View/Site/page-layers.js"
};
static const uint8_t page_stage_js[] = {
#embed "../DocScanServe/View/Site/page-stage.js"
};
static const uint8_t page_tables_js[] = {
#embed "../DocScanServe/View/Site/page-tables.js"
};
static const uint8_t page_text_js[] = {
#embed "../DocScanServe/View/Site/page-text.js"
};
static const uint8_t corrections_js[] = {
#embed "../DocScanServe/View/Site/corrections.js"
};
static const uint8_t word_card_js[] = {
#embed "../DocScanServe/View/Site/word-card.js"
};
static const uint8_t document_page_js[] = {
#embed "../DocScanServe/View/Site/document-page.js"
};
static const uint8_t review_pictures_js[] = {
#embed "../DocScanServe/View/Site/review-pictures.js"
};
static const uint8_t review_boundaries_js[] = {
#embed "../DocScanServe/View/Site/review-boundaries.js"
};
static const uint8_t review_page_js[] = {
#embed "../DocScanServe/View/Site/review-page.js"
};
static const uint8_t names_page_js[] = {
#embed "../DocScanServe/View/Site/names-page.js"
};
static const uint8_t page_geometry_js[] = {
#embed "../DocScanServe/View/Site/page-geometry.js"
};
static const uint8_t page_corners_js[] = {
#embed "../DocScanServe/View/Site/page-corners.js"
};
static const uint8_t page_preview_js[] = {
#embed "../DocScanServe/View/Site/page-preview.js"
};
static const uint8_t page_order_js[] = {
#embed "../DocScanServe/View/Site/page-order.js"
};
static const uint8_t page_editor_js[] = {
#embed "../DocScanServe/View/Site/page-editor.js"
};
static const uint8_t main_js[] = {
#embed "../DocScanServe/View/Site/main.js"
};
static const uint8_t receive_css[] = {
#embed "../DocScanServe/View/Site/receive.css"
};
static const uint8_t receive_sending_js[] = {
#embed "../DocScanServe/View/Site/receive-sending.js"
};
static const uint8_t receive_pages_js[] = {
#embed "../DocScanServe/View/Site/receive-pages.js"
};
static const uint8_t receive_page_js[] = {
#embed "../DocScanServe/View/Site/receive-page.js"
};

#define FILE(bytes, name, pages) {name, bytes, sizeof bytes, pages}

// In the order in which the pages load them.
static const csite_file files[] = {
    FILE(index_html, "index.html", 0),
    FILE(receive_html, "receive.html", 0),
    FILE(openapi_json, "openapi.json", 0),
    FILE(style_css, "style.css", csite_website | csite_phone_page),
    FILE(docscan_js, "docscan.js", csite_website | csite_phone_page),
    FILE(strings_en_js, "strings.en.js", csite_website | csite_phone_page),
    FILE(strings_de_js, "strings.de.js", csite_website | csite_phone_page),
    FILE(strings_ja_js, "strings.ja.js", csite_website | csite_phone_page),
    FILE(strings_ko_js, "strings.ko.js", csite_website | csite_phone_page),
    FILE(dom_js, "dom.js", csite_website | csite_phone_page),
    FILE(virtual_list_js, "virtual-list.js", csite_website),
    FILE(links_js, "links.js", csite_website),
    FILE(library_data_js, "library-data.js", csite_website),
    FILE(text_search_js, "text-search.js", csite_website),
    FILE(library_selection_js, "library-selection.js", csite_website),
    FILE(library_page_js, "library-page.js", csite_website),
    FILE(receipts_page_js, "receipts-page.js", csite_website),
    FILE(page_layers_js, "page-layers.js", csite_website),
    FILE(page_stage_js, "page-stage.js", csite_website),
    FILE(page_tables_js, "page-tables.js", csite_website),
    FILE(page_text_js, "page-text.js", csite_website),
    FILE(corrections_js, "corrections.js", csite_website),
    FILE(word_card_js, "word-card.js", csite_website),
    FILE(document_page_js, "document-page.js", csite_website),
    FILE(review_pictures_js, "review-pictures.js", csite_website),
    FILE(review_boundaries_js, "review-boundaries.js", csite_website),
    FILE(review_page_js, "review-page.js", csite_website),
    FILE(names_page_js, "names-page.js", csite_website),
    FILE(page_geometry_js, "page-geometry.js", csite_website | csite_phone_page),
    FILE(page_corners_js, "page-corners.js", csite_website | csite_phone_page),
    FILE(page_preview_js, "page-preview.js", csite_website),
    FILE(page_order_js, "page-order.js", csite_website),
    FILE(page_editor_js, "page-editor.js", csite_website),
    FILE(main_js, "main.js", csite_website),
    FILE(receive_css, "receive.css", csite_phone_page),
    FILE(receive_sending_js, "receive-sending.js", csite_phone_page),
    FILE(receive_pages_js, "receive-pages.js", csite_phone_page),
    FILE(receive_page_js, "receive-page.js", csite_phone_page),
};

const csite_file *csite_files(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}
