// SPDX-License-Identifier: GPL-3.0-or-later

/// Limits for the devices that send documents. The values are chosen: a phone's photo is 3 to 15 MB, and taking one takes a few seconds.
enum ReceiveLimits {
  /// The maximum size of a document, or of all files in a form, in bytes.
  static let documentBytes = 512 << 20
  static let pageBytes = 64 << 20
  static let pages = 500
  /// The maximum number of incomplete documents per device.
  static let openDocuments = 50
  /// The maximum size of a device's unsent documents and uploads in progress, in bytes.
  static let openBytes = 4 << 30
  /// The maximum number of a device's pictures that wait for corner finding.
  static let waitingPictures = 20
  /// The disk space that must stay free, in bytes.
  static let freeBytes = 256 << 20
  /// The request rate per device: requests allowed at once, and requests per second after that.
  static let requests = (burst: 600.0, perSecond: 10.0)
  /// The number of days after which incomplete documents and the records of sent ones are deleted.
  static let days = (open: 7, sent: 90)
}

/// A token bucket that limits the request rate of one device.
struct RequestRate {
  private var drops = ReceiveLimits.requests.burst
  private var last = ContinuousClock.now

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
