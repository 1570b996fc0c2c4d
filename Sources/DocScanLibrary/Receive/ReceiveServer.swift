// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanBatch
internal import DocScanCore
internal import Glibc

/// Takes documents from phones and programs, and puts them into an inbox.
package final class ReceiveServer {
  /// The address for programs.
  package let url: String

  private let server: HTTPServer
  private let door: DeviceDoor
  private let service: ScanService

  /// Starts to listen. `output` is the folder with the results of the inbox. With an
  /// identity, it speaks TLS. `onNotice` gets what a person should know.
  ///
  /// `onInvitation` gets the address that makes a phone or a browser a device, and its QR code row by row, dark where true; the code is
  /// empty where none can be drawn. Each is good once, and then it is called with the next one. It is called on any thread.
  package init(
    inbox: String, output: String, access: SiteServer.Access, identity: ServerIdentity? = nil,
    onNotice: @escaping (String) -> Void,
    onInvitation: @escaping @Sendable (String, [[Bool]]) -> Void
  ) throws(BatchError) {
    let store = try ReceivedStore(inbox: inbox)
    // One picture after the other: reading them is what the inbox is for.
    let service = ScanService(workers: 1)
    let door = DeviceDoor(try DeviceBook(), folder: LastingFolder.name(for: inbox) ?? String(Secret.token().prefix(32)))
    let library = ReceivedLibrary(store: store, corners: CornerFinder(service), output: output)
    server = try HTTPServer(address: access.address, port: access.port, identity: identity) { port in
      let gate = AccessControl(
        key: .devices(door), address: access.address, port: port, names: access.names.map { $0.lowercased() },
        isSecure: identity != nil)
      let responder = ReceiveResponder(library, gate: gate, door: door)
      return HTTPServer.Handler(opening: responder.opening, answer: responder.answer)
    }
    (self.service, self.door) = (service, door)
    let name = access.names.first ?? Self.reached(access.address, port: server.port)
    url = "\(identity == nil ? "http" : "https")://\(name)"
    door.onProblem = onNotice
    door.onAdmission = { [url, unowned door] name in
      onNotice("\(name) may send documents now. To take that back: docscan receive --revoke \"\(name)\"")
      Self.invite(to: url, door, service, onInvitation)
    }
    Self.invite(to: url, door, service, onInvitation)
  }

  /// Makes an invitation; a worker draws its code.
  private static func invite(
    to url: String, _ door: DeviceDoor, _ service: ScanService,
    _ onInvitation: @escaping @Sendable (String, [[Bool]]) -> Void
  ) {
    let address = "\(url)/\(door.folder)/?token=\(door.invite())"
    Task {
      do {
        let work = PageWork(.code(address), of: [], stages: CornerFinder.stages)
        onInvitation(address, try await service.perform(work).code)
      } catch {
        onInvitation(address, [])
      }
    }
  }

  /// Answers until the interruption comes.
  package func run(interruption: Interruption) {
    while !interruption.comes(before: server.descriptor, milliseconds: server.patience) { server.turn() }
    service.finish()
  }

  /// What other computers reach an address by.
  private static func reached(_ address: String, port: Int) -> String {
    let number = ["0.0.0.0", "::"].contains(address) ? ownAddress ?? "127.0.0.1" : address
    return (number.contains(":") ? "[\(number)]" : number) + ":\(port)"
  }

  /// The address from which this computer would send to the Internet; nothing is sent. Nil where it is in no network.
  private static var ownAddress: String? {
    let number = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return nil }
    defer { close(number) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(9).bigEndian
    // An address that is nobody's (RFC 5737).
    address.sin_addr.s_addr = in_addr_t(0xC000_0201).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isKnown = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(number, $0, size) == 0 && getsockname(number, $0, &size) == 0
      }
    }
    guard isKnown else { return nil }
    let bytes = UInt32(bigEndian: address.sin_addr.s_addr)
    return (0..<4).map { String(bytes >> (24 - 8 * $0) & 255) }.joined(separator: ".")
  }
}
