// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import FoundationEssentials
internal import Glibc

/// The phones and programs that may send documents to this user. They are stored in `devices.json` in the user's state folder, which other users
/// can't read. Each device has its own token, of which only the digest is stored.
package struct DeviceBook: Sendable {
  /// A phone or program that may send documents.
  package struct Device: Codable, Hashable, Sendable {
    /// The name that the user sees and uses to revoke the token.
    package var name: String
    /// The time at which the device was added, in ISO 8601.
    package var added: String
    /// The SHA-256 digest of the device's token, in hexadecimal digits.
    var sha256: String
    /// Whether the token is for a program, which doesn't send it as a cookie, or `nil` if it's unknown.
    var isProgram: Bool?

    var folder: String { String(sha256.prefix(32)) }
  }

  private struct Content: Codable {
    var schema = Self.current
    var devices: [Device] = []

    static let current = "docscan-devices/1"
  }

  private static let file = "devices.json"
  private static let mostBytes = 1 << 20
  private static let most = 1000

  private let folder: Folder

  /// Opens the user's list. Throws if the user has no state folder.
  package init() throws(BatchError) {
    guard let folder = StateFolder.opened() else {
      throw .output(
        "The list of devices can't be stored. Set HOME or XDG_STATE_HOME to a folder that you can write to.")
    }
    self.folder = folder
  }

  var identity: FileIdentity? { folder.identity(Self.file) }

  /// Returns all devices, in the order in which they were added. Throws if the list can't be read.
  package func all() throws(BatchError) -> [Device] { try read().devices }

  /// Adds a device, with a number after its name if that is taken. Returns the device and its token, which isn't stored anywhere.
  package func add(
    _ wish: String, isProgram: Bool = false
  ) throws(BatchError) -> (device: Device, token: String) {
    let token = Secret.token()
    var made: Device?
    try change { (content) throws(BatchError) in
      guard content.devices.count < Self.most else {
        throw .usage("\(Self.most) devices are listed. Remove some with docscan receive --revoke NAME.")
      }
      let taken = Set(content.devices.map(\.name))
      let plain = wish.replacing(where: { $0.isUnseen }, with: " ").prefix(scalars: 60).trimmed
      let stem = plain.isEmpty ? "device" : plain
      var (name, number) = (stem, 1)
      while taken.contains(name) {
        number += 1
        name = "\(stem) \(number)"
      }
      let device = Device(
        name: name, added: Date().formatted(.iso8601), sha256: Secret(token).sha256, isProgram: isProgram)
      content.devices.append(device)
      made = device
    }
    guard let made else { throw .output("The list of devices cannot be written.") }
    return (made, token)
  }

  /// Removes a device, whose token is invalid from then on. Returns `false` if there is no device with this name.
  package func revoke(_ name: String) throws(BatchError) -> Bool {
    var isFound = false
    try change { (content) throws(BatchError) in
      isFound = content.devices.contains { $0.name == name }
      content.devices.removeAll { $0.name == name }
    }
    return isFound
  }

  private func read() throws(BatchError) -> Content {
    guard folder.exists(Self.file) else { return Content() }
    let path = "\(folder.path)/\(Self.file)"
    guard let json = StateFolder.secret(Self.file, in: folder, most: Self.mostBytes) else {
      throw .output(
        "\(path) must belong to you and be readable only by you. Run chmod 600 on it, or remove it.")
    }
    do {
      let content = try JSONDecoder().decode(Content.self, from: Data(json))
      if content.schema == Content.current { return content }
    } catch {
      throw .output("\(path) is damaged. Move it away, and add your devices again.")
    }
    throw .output("\(path) cannot be used: another version of docscan wrote it.")
  }

  /// Changes the list under a lock, so that concurrent processes don't overwrite each other's changes.
  private func change(_ body: (inout Content) throws(BatchError) -> Void) throws(BatchError) {
    let lock = try StateFolder.lock("devices.lock", in: folder)
    defer { close(lock) }
    var content = try read()
    try body(&content)
    let json: [UInt8]
    do {
      json = [UInt8](try JSONText.pretty(content))
    } catch {
      throw .output("The list of devices cannot be written: \(error)")
    }
    guard folder.write(json, to: Self.file, mode: 0o600) else {
      throw .output("\(folder.path)/\(Self.file) cannot be written: \(errorText()).")
    }
  }
}
