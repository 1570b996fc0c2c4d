// SPDX-License-Identifier: GPL-3.0-or-later

/// What bounds those who send documents.
///
/// The numbers are chosen: a photograph of a phone has 3 to 15 MB, and a person takes a picture in some seconds.
enum ReceiveLimits {
  /// The largest document, in bytes; the same for all files of a form together.
  static let documentBytes = 512 << 20
  /// The largest picture of a page, in bytes.
  static let pageBytes = 64 << 20
  /// The highest number of a page, and so the most pages of a document.
  static let pages = 500
  /// A device has so many documents at most that are not complete.
  static let openDocuments = 50
  /// So much has to stay free on the disk, in bytes.
  static let freeBytes = 256 << 20
  /// A device may ask so often at once, and so often a second after that.
  static let requests = (burst: 600.0, perSecond: 10.0)
  /// What was never completed is kept for so many days, and so long is remembered what was sent.
  static let days = (open: 7, sent: 90)
}

/// How often a device has asked: a bucket that each request takes a drop from, and that fills again (token bucket).
struct RequestRate {
  private var drops = ReceiveLimits.requests.burst
  private var last = ContinuousClock.now

  /// Whether one more request is within the rate.
  mutating func takesOne() -> Bool {
    let now = ContinuousClock.now
    drops = min(
      ReceiveLimits.requests.burst, drops + (now - last) / .seconds(1) * ReceiveLimits.requests.perSecond)
    last = now
    guard drops >= 1 else { return false }
    drops -= 1
    return true
  }
}
