// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import Glibc

/// The disk space that is promised to uploads in progress. An upload alone would see free space that others are about to use.
final class RoomLedger {
  /// The space for one upload, which is released when the upload ends.
  final class Reservation {
    private let ledger: RoomLedger
    private let number: Int
    /// The number of bytes written since the disk was last checked.
    private var unchecked = 0

    fileprivate init(_ ledger: RoomLedger, _ number: Int) { (self.ledger, self.number) = (ledger, number) }

    deinit { ledger.open[number] = nil }

    /// Uses space for bytes that are written next, and reserves more if they exceed the reservation. Throws if the disk has become full.
    func use(_ bytes: Int) throws(ReceivedStore.Refusal) {
      guard let entry = ledger.open[number] else { return }
      if entry.bytes < bytes {
        try ledger.check(max(bytes, RoomLedger.step) - entry.bytes, of: entry.device)
        ledger.open[number]?.bytes = max(bytes, RoomLedger.step)
        ledger.used[entry.device, default: 0] += max(bytes, RoomLedger.step) - entry.bytes
      }
      unchecked += bytes
      if unchecked >= RoomLedger.step {
        unchecked = 0
        // Other programs write to the disk as well.
        guard ledger.free ?? .max >= ReceiveLimits.freeBytes else { throw .full }
      }
      ledger.open[number]?.bytes -= bytes
    }
  }

  private struct Entry {
    let device: String
    var bytes: Int
  }

  /// The interval of checks while an upload arrives, and the space that is reserved at once for an upload of unknown size.
  private static let step = 16 << 20

  private let folder: Folder
  private var open: [Int: Entry] = [:]
  private var next = 0
  /// The bytes that each device has on disk or reserved, counting what was removed since.
  private var used: [String: Int] = [:]

  init(_ folder: Folder) { self.folder = folder }

  /// Reserves space for an upload of a device. Throws if the disk or the device's share is full.
  func reserve(_ bytes: Int, for device: DeviceBook.Device) throws(ReceivedStore.Refusal) -> Reservation {
    try check(bytes, of: device.folder)
    used[device.folder, default: 0] += bytes
    next += 1
    open[next] = Entry(device: device.folder, bytes: bytes)
    return Reservation(self, next)
  }

  func check(_ bytes: Int, of device: String) throws(ReceivedStore.Refusal) {
    if let free, free - open.values.reduce(0, { $0 + $1.bytes }) - bytes < ReceiveLimits.freeBytes { throw .full }
    if (used[device] ?? ReceiveLimits.openBytes) + bytes > ReceiveLimits.openBytes {
      // Documents that were sent or removed no longer count.
      let own = folder.folder(device)
      let stored = own?.paths().reduce(0) { $0 + Int(own?.status($1)?.st_size ?? 0) } ?? 0
      used[device] = stored + open.values.reduce(0) { $0 + ($1.device == device ? $1.bytes : 0) }
    }
    guard (used[device] ?? 0) + bytes <= ReceiveLimits.openBytes else {
      throw ReceivedStore.Refusal(
        507, "This device has \(ReceiveLimits.openBytes >> 20) MB that were not sent. Send or delete some documents.")
    }
  }

  /// The free space of the disk in bytes, or `nil` if it's unknown.
  private var free: Int? {
    var disk = statvfs()
    guard unsafe fstatvfs(folder.descriptor, &disk) == 0 else { return nil }
    return Int(clamping: UInt64(disk.f_bavail)).multipliedReportingOverflow(by: Int(disk.f_frsize)).partialValue
  }
}
