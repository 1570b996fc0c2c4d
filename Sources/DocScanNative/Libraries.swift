// SPDX-License-Identifier: GPL-3.0-or-later

internal import CHEIF
internal import CJPEG
internal import CLeptonica
internal import CPoppler
internal import CTIFF
internal import DocScanVision
internal import Glibc
internal import Synchronization

/// Keeps the document libraries from writing to standard error, and counts poppler's errors.
enum Libraries {
  /// The number of errors per thread, because poppler reports them on the calling thread.
  private static let errors = Mutex<[pthread_t: Int]>([:])

  /// The number of errors that poppler has reported on this thread. After an error, poppler omits the damaged part and continues.
  static var complaints: Int {
    let thread = pthread_self()
    return errors.withLock { $0[thread, default: 0] }
  }

  private static let silence: Void = {
    setMsgSeverity(l_int32(L_SEVERITY_NONE))
    ctiff_be_silent()
    unsafe g_log_set_default_handler(
      { _, _, message, _ in
        // Such as "Syntax error at position 8857: Bad color space (fill)", but not warnings.
        guard let message = unsafe message, unsafe strstr(message, " error") != nil else { return }
        let thread = pthread_self()
        Libraries.errors.withLock { $0[thread, default: 0] += 1 }
      }, nil)
  }()

  static func quiet() { silence }
}

/// The versions of the libraries that read documents.
package enum NativeVersions {
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
