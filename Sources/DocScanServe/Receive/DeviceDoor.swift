// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanStore

/// How devices come in: an invitation makes one browser a device, which has a token of its own from then on.
final class DeviceDoor {
  /// The first name of the addresses that cookies are for: browsers send them to every server of an address, those of others, too.
  let folder: String
  /// Called when a device was added, with its name: the next one needs another invitation.
  var onAdmission: (String) -> Void = { _ in }
  /// Called with what a person should know.
  var onProblem: (String) -> Void = { _ in }

  private let book: DeviceBook
  private var invitation: Secret?
  private var devices: [DeviceBook.Device] = []
  /// What the list was when it was read; nil before the first time.
  private var identity: FileIdentity??

  init(_ book: DeviceBook, folder: String) { (self.book, self.folder) = (book, folder) }

  /// A token that makes one browser a device; the one before is good for nothing any more.
  func invite() -> String {
    let token = Secret.token()
    invitation = Secret(token)
    return token
  }

  /// Makes a browser a device, which gives itself out as `agent`; nil if the token is no invitation, or was used.
  func admit(_ token: String, agent: String) -> String? {
    guard let invitation, invitation.matches(token) else { return nil }
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

  /// The device that has a token; nil if none has, or it was revoked.
  func device(for token: String) -> DeviceBook.Device? {
    follow()
    // All of them are compared with it: how long that takes says nothing of the token.
    let secret = Secret(token).sha256
    return devices.filter { Secret(sha256: $0.sha256).isSame(as: secret) }.first
  }

  /// Takes over what was added and revoked since.
  private func follow() {
    let now = book.identity
    guard identity != .some(now) else { return }
    do throws(BatchError) {
      devices = try book.all()
      identity = .some(now)
    } catch {
      // Nobody comes in by a list that cannot be read.
      devices = []
      onProblem("\(error)")
    }
  }

  /// What people call the kind of device that a browser runs on.
  private static func name(of agent: String) -> String {
    let kinds = [
      ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Macintosh", "Mac"), ("Windows", "Windows"),
      ("Linux", "Linux"),
    ]
    return kinds.first { agent.contains($0.0) }?.1 ?? "browser"
  }
}
