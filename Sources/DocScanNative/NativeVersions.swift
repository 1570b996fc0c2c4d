// SPDX-License-Identifier: GPL-3.0-or-later

internal import CHEIF
internal import CJPEG
internal import CLeptonica
internal import CPoppler
internal import CTIFF

/// The versions of the libraries that read documents.
package enum NativeVersions {
  /// Library name to version, such as "poppler": "22.12.0".
  package static var all: [String: String] {
    var versions = [
      "poppler": unsafe String(cString: poppler_get_version()),
      "cairo": unsafe String(cString: cairo_version_string()),
      "libjpeg": unsafe String(cString: jpeg_shim_version()),
      "zxing-cpp": Barcodes.version,
      "libexttextcat": LanguageIdentifier.version,
      "libheif": unsafe String(cString: heif_get_version()),
    ]
    if let version = unsafe getLeptonicaVersion() {
      // "leptonica-1.82.0"
      versions["Leptonica"] = unsafe String(cString: version).split(separator: "-").last.map(String.init)
      unsafe lept_free(version)
    }
    // "LIBTIFF, Version 4.5.0" and a copyright line.
    if let version = unsafe TIFFGetVersion() {
      versions["libtiff"] = unsafe String(cString: version).split(separator: "\n").first?.split(separator: " ").last
        .map(String.init)
    }
    return versions
  }
}
