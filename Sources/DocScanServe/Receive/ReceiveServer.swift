// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
package import DocScanStore
internal import DocScanWorkers
internal import Glibc

/// Takes documents from phones and programs, and puts them into an inbox.
package final class ReceiveServer {
  /// The address for programs.
  package let url: String

  private let server: HTTPServer
  private let door: DeviceDoor
  private let service: ScanService

  /// Starts to listen. `output` is the folder with the results of the inbox. With an identity, it speaks TLS; the fingerprint of a
  /// certificate that nobody vouches for is in the addresses that are printed. `onNotice` gets what a person should know.
  ///
  /// `onInvitation` gets the address that makes a phone or a browser a device, and its QR code row by row, dark where true; the code is
  /// empty if none can be drawn. Each is good once, and then it is called with the next one. It is called on any thread.
  package init(
    inbox: String, output: String, access: SiteServer.Access, identity: ServerIdentity? = nil,
    fingerprint: String? = nil, onNotice: @escaping (String) -> Void,
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
    let host = Self.host(of: access.address)
    let name = access.names.first ?? "\(host.contains(":") ? "[\(host)]" : host):\(server.port)"
    url = "\(identity == nil ? "http" : "https")://\(name)"
    door.onProblem = onNotice
    door.onAdmission = { [url, unowned door] name in
      onNotice("\(name) may send documents now. To take that back: docscan receive --revoke \"\(name)\"")
      Self.invite(to: url, fingerprint, door, service, onInvitation)
    }
    Self.invite(to: url, fingerprint, door, service, onInvitation)
  }

  /// Makes an invitation; a worker draws its code.
  private static func invite(
    to url: String, _ fingerprint: String?, _ door: DeviceDoor, _ service: ScanService,
    _ onInvitation: @escaping @Sendable (String, [[Bool]]) -> Void
  ) {
    // What is behind # is for whoever reads the code: browsers don't send it.
    let address = "\(url)/\(door.folder)/?token=\(door.invite())" + (fingerprint.map { "#sha256=\($0)" } ?? "")
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
  static func host(of address: String) -> String {
    ["0.0.0.0", "::"].contains(address) ? OwnHosts.outgoing ?? "127.0.0.1" : address
  }
}
