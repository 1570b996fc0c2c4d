// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import DocScanCore
internal import DocScanFiles
internal import DocScanNative
internal import DocScanWire
internal import Glibc
internal import Synchronization

/// The process that talks to scanners. SANE's backends parse data from devices, so they run only here. The process has access to the network,
/// scanners, system files, and the file of the current request. If the parent exits, the process completes the current page's file, then exits.
struct ScannerSession: ~Copyable {
  private static let readable = [
    "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/sane.d", "/etc/hp", "/etc/resolv.conf", "/etc/hosts",
    "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services", "/etc/protocols", "/etc/localtime",
    "/etc/passwd", "/etc/group", "/etc/ssl", "/etc/ca-certificates", "/etc/gnutls", "/etc/dbus-1", "/etc/avahi",
    "/etc/udev", "/etc/machine-id", "/sys", "/proc/self", "/proc/sys", "/proc/bus", "/run/udev", "/run/avahi-daemon",
    "/run/dbus", "/run/systemd/resolve", "/opt",
  ]
  /// The devices of scanners. The system's permissions decide which of them the user may open.
  private static let devices =
    ["/dev/bus/usb", "/dev/usb", "/dev/urandom", "/dev/random"] + (0..<32).filter(isScanner).map { "/dev/sg\($0)" }
    + (0..<4).map { "/dev/parport\($0)" }
  /// The time to complete the current page after the parent has exited, in seconds.
  private static let secondsAlone = 120

  /// Whether a SCSI device is a processor or a scanner, not a disk. The kernel shows the type of the standard SPC: 3 or 6.
  private static func isScanner(_ number: Int) -> Bool {
    guard let file = OpenFile(path: "/sys/class/scsi_generic/sg\(number)/device/type", followingLinks: true) else {
      return false
    }
    return ["3", "6"].contains(String(decoding: file.read(at: 0, count: 16) ?? [], as: UTF8.self).trimmed)
  }

  private var channel = WorkerChannel()
  private let confinement: Confinement
  private var names: [ScannerName] = []
  private var device: ScannerDevice?

  init() {
    let environment = { (name: String) in unsafe getenv(name).map { unsafe String(cString: $0) } }
    let own =
      (environment("SANE_CONFIG_DIR") ?? "").split(separator: ":").map(String.init)
      + [environment("HOME").map { $0 + "/.sane" }].compactMap(\.self)
    confinement = Sandbox.enterAsScanner(
      readable: Self.readable + own.filter { $0.hasPrefix("/") }, devices: Self.devices)
  }

  mutating func run() throws {
    guard Self.watchParent() else { return }
    while let arrival = try channel.receive() {
      guard try answer(arrival.message, arrival.files) else { return }
    }
  }

  private mutating func answer(_ message: Message, _ files: [InputFile]) throws -> Bool {
    switch message.name {
    case ConnectScannersRequest.name: return try WorkerChannel.send(.done, connect())
    case ListScannersRequest.name: return try WorkerChannel.send(.done, list())
    case OpenScannerRequest.name:
      return try WorkerChannel.send(.done, open(try message.body(OpenScannerRequest.self)))
    case PrepareScanRequest.name:
      let request = try message.body(PrepareScanRequest.self)
      return try WorkerChannel.send(
        .done, reply { (device) throws(ScannerTrouble) in try device.prepare(request.settings) })
    case ScanPageRequest.name:
      let reply = scan(files)
      let isHeard = try WorkerChannel.send(.done, reply)
      if reply.value?.page == nil { device?.endPile() }
      return isHeard
    case _: throw InvalidInput("a request of an unknown kind")
    }
  }

  private func connect() -> ConnectScannersRequest.Reply {
    do throws(ScannerTrouble) {
      return .init(version: try Scanners.load(), missing: nil, confinement: confinement)
    } catch {
      return .init(version: nil, missing: error.detail, confinement: confinement)
    }
  }

  private mutating func list() -> ListScannersRequest.Reply {
    do throws(ScannerTrouble) {
      names = try Scanners.list()
      return .init(names)
    } catch {
      return .init(error)
    }
  }

  private mutating func open(_ request: OpenScannerRequest) -> OpenScannerRequest.Reply {
    // Some scanners can be opened only once.
    device = nil
    do throws(ScannerTrouble) {
      let kind = names.first { $0.name == request.device }?.kind ?? ""
      device = try ScannerDevice(name: request.device, kind: kind)
    } catch {
      return .init(error)
    }
    return reply { (device) throws(ScannerTrouble) in try device.features() }
  }

  private func reply<Value>(
    _ body: (ScannerDevice) throws(ScannerTrouble) -> Value
  ) -> ScannerReply<Value> {
    guard let device else { return .init(ScannerTrouble(.unknown, "no scanner is open")) }
    do throws(ScannerTrouble) {
      return .init(try body(device))
    } catch {
      return .init(error)
    }
  }

  private func scan(_ files: [InputFile]) -> ScanPageRequest.Reply {
    guard files.count == 1 else { return .init(ScannerTrouble(.storage, "no file")) }
    let file = files[0].duplicateDescriptor()
    defer { close(file) }
    var told = ContinuousClock.now
    return reply { (device) throws(ScannerTrouble) in
      .init(
        page: try device.scanPage(into: file) {
          guard told + .seconds(1) < .now else { return }
          told = .now
          WorkerChannel.tell(stage: ScanPageRequest.notice)
        })
    }
  }

  /// Starts a thread that exits the process some time after the parent, even if a device blocks. Returns `false` if the thread can't be created.
  private static func watchParent() -> Bool {
    var thread = pthread_t()
    return unsafe pthread_create(
      &thread, nil,
      { _ in
        // `poll` always reports a closed end.
        var watched = pollfd(fd: WorkerChannel.number, events: 0, revents: 0)
        while unsafe poll(&watched, 1, -1) < 0, errno == EINTR {}
        sleep(UInt32(ScannerSession.secondsAlone))
        _exit(1)
      }, nil) == 0
  }
}
