// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles

/// Admits devices: an invitation registers one browser as a device, which gets its own token.
final class DeviceAuthentication {
  /// The first path component of the page's addresses, which other users can't guess, because browsers send cookies to all ports of a host.
  let folder: String
  /// Called with the name of each new device. The caller must create another invitation for the next one.
  var onAdmission: (String) -> Void = { _ in }
  var onProblem: (String) -> Void = { _ in }

  private let book: DeviceBook
  private var invitation: (token: Secret, end: ContinuousClock.Instant)?
  private var devices: [DeviceBook.Device] = []
  /// The identity of the list file when it was last read, or `nil` before the first time.
  private var identity: FileIdentity??

  init(_ book: DeviceBook, folder: String) { (self.book, self.folder) = (book, folder) }

  /// The lifetime of an invitation. A printed address may stay in a log.
  private static let lifetime = Duration.seconds(600)

  /// Creates a token that registers one browser within ten minutes. The previous invitation becomes invalid.
  func invite() -> String {
    let token = Secret.token()
    invitation = (Secret(token), .now + Self.lifetime)
    return token
  }

  /// Discards an expired invitation. Returns whether there was one.
  func expire() -> Bool {
    guard let invitation, invitation.end <= .now else { return false }
    self.invitation = nil
    return true
  }

  /// Registers a browser, with the `User-Agent` header `agent`, as a device. Returns its token, or `nil` for an unknown or used invitation.
  func admit(_ token: String, agent: String) -> String? {
    guard let invitation, invitation.end > .now, invitation.token.matches(token) else { return nil }
    self.invitation = nil
    do throws(BatchError) {
      let (device, token) = try book.add(Self.name(of: agent))
      onAdmission(device.name)
      return token
    } catch {
      onProblem("\(error)")
      return nil
    }
  }

  func device(for token: String) -> DeviceBook.Device? {
    follow()
    // Comparing with all devices takes the same time for every token.
    let secret = Secret(token).sha256
    return devices.filter { Secret(sha256: $0.sha256).isSame(as: secret) }.first
  }

  private func follow() {
    let now = book.identity
    guard identity != .some(now) else { return }
    do throws(BatchError) {
      devices = try book.all()
      identity = .some(now)
    } catch {
      // If the list can't be read, no device is admitted.
      devices = []
      onProblem("\(error)")
    }
  }

  private static func name(of agent: String) -> String {
    let kinds = [
      ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Macintosh", "Mac"), ("Windows", "Windows"),
      ("Linux", "Linux"),
    ]
    return kinds.first { agent.contains($0.0) }?.1 ?? "browser"
  }
}
