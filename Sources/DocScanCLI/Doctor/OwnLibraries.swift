// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCertificate
internal import CCurl
internal import CHTTP
internal import CICU
internal import CJansson
internal import CLCMS
internal import CSQLite
internal import CXLSXWriter
internal import CXML2
internal import CZlib

/// The libraries linked into docscan itself. None of them reads documents.
enum OwnLibraries {
  /// The version of each library, such as "libcurl": "7.88.1". For ICU and libxml2, the version at build time.
  static var versions: [String: String] {
    let lcms = cmsGetEncodedCMMversion()
    return [
      "GnuTLS": unsafe String(cString: ccertificate_version()),
      "libcurl": unsafe String(cString: ccurl_version()),
      "libmicrohttpd": unsafe String(cString: chttp_version()),
      "ICU": U_ICU_VERSION,
      "jansson": unsafe String(cString: jansson_version_str()),
      "lcms2": "\(lcms / 1000).\(lcms % 1000 / 10)",
      "libxlsxwriter": unsafe String(cString: lxw_version()),
      "libxml2": LIBXML_DOTTED_VERSION,
      "SQLite": unsafe String(cString: sqlite3_libversion()),
      "zlib": unsafe String(cString: zlibVersion()),
    ]
  }
}
