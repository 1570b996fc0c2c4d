// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
package import DocScanStore
internal import FoundationEssentials
internal import Glibc

/// The phones and programs that may send documents to this user: `devices.json` in the user's state folder, which nobody else can read.
///
/// Each has a token of its own, of which only the digest is kept.
package struct DeviceBook: Sendable {
  /// A phone or a program.
  package struct Device: Codable, Hashable, Sendable {
    /// What a person calls it.
    package var name: String
    /// Since when it may send, in ISO 8601.
    package var added: String
    /// SHA-256 of its token, in hexadecimal digits.
    var sha256: String

    /// The folder of what it has sent.
    var folder: String { String(sha256.prefix(32)) }
  }

  private struct Content: Codable {
    var schema = Self.current
    var devices: [Device] = []

    static let current = "docscan-devices/1"
  }

  /// The name of the file.
  private static let file = "devices.json"
  private static let mostBytes = 1 << 20
  /// More devices are none of a person's.
  private static let most = 1000

  private let folder: Folder

  /// Opens the user's; fails where there is no place for it.
  package init() throws(BatchError) {
    guard let folder = StateFolder.opened() else {
      throw .output("There is no place for the list of devices. Set HOME, or XDG_STATE_HOME, to a folder of yours.")
    }
    self.folder = folder
  }

  /// What changes with the list.
  var identity: FileIdentity? { folder.identity(Self.file) }

  /// All of them, in the order in which they were added.
  package func all() throws(BatchError) -> [Device] { try read().devices }

  /// Adds a device, and gives the token that it alone gets to know; its name gets a number where another one has it.
  package func add(_ wish: String) throws(BatchError) -> (device: Device, token: String) {
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
      let device = Device(name: name, added: Date().formatted(.iso8601), sha256: Secret(token).sha256)
      content.devices.append(device)
      made = device
    }
    guard let made else { throw .output("The list of devices cannot be written.") }
    return (made, token)
  }

  /// Removes a device, whose token is good for nothing from then on; false if there is none of that name.
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
        "\(path) cannot be used: it is not a file of yours that nobody else can read. Remove it, or chmod 600 it.")
    }
    do {
      let content = try JSONDecoder().decode(Content.self, from: Data(json))
      if content.schema == Content.current { return content }
    } catch {
      throw .output("\(path) cannot be used: it is not as docscan writes it. Move it away, and add your devices again.")
    }
    throw .output("\(path) cannot be used: another version of docscan wrote it.")
  }

  /// Processes that change the list wait for each other.
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
