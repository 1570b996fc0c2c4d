// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import DocScanRequests
internal import Glibc

/// A server that receives documents from phones and programs and puts them into an inbox.
package final class ReceiveServer {
  package let url: String

  private let server: HTTPServer
  private let devices: DeviceAuthentication
  private let service: ScanService
  private let renewsInvitation: () -> Void

  /// Starts to listen.
  /// - Parameters:
  ///   - inbox: The folder that receives the documents.
  ///   - output: The folder with the results of the inbox.
  ///   - identity: The certificate for TLS, or `nil` for plain HTTP.
  ///   - fingerprint: The fingerprint of a self-signed certificate, which becomes part of the printed addresses.
  ///   - renewsInvitations: Whether an invitation that expires is replaced by another one. An address in a log should not be valid all the time.
  ///   - onNotice: Receives messages for the user.
  ///   - onInvitation: Receives the address that registers one phone or browser, and the rows of its QR code, in which `true` is dark. The code is
  ///     empty if it can't be drawn. Called on any thread: at the start, and again with a new address after each use.
  /// - Throws: `BatchError` if the inbox, the port, or the certificate can't be used.
  package init(
    inbox: String, output: String, access: SiteServer.Access, identity: ServerIdentity? = nil,
    fingerprint: String? = nil, renewsInvitations: Bool = true, onNotice: @escaping (String) -> Void,
    onInvitation: @escaping @Sendable (String, [[Bool]]) -> Void
  ) throws(BatchError) {
    let store = try ReceivedStore(inbox: inbox)
    // One worker is enough to find corners; the inbox's own run needs the other cores.
    let service = ScanService(workers: 1)
    let devices = DeviceAuthentication(
      try DeviceBook(), folder: StableURLPrefix.name(for: inbox) ?? String(Secret.token().prefix(32)))
    let library = ReceivedLibrary(store: store, corners: CornerFinder(service), output: output)
    server = try HTTPServer(address: access.address, port: access.port, identity: identity) { port in
      let gate = AccessControl(
        key: .devices(devices), address: access.address, port: port, names: access.names.map { $0.lowercased() },
        isSecure: identity != nil)
      let responder = ReceiveResponder(library, gate: gate, devices: devices)
      return HTTPServer.Handler(opening: responder.opening, answer: responder.answer)
    }
    (self.service, self.devices) = (service, devices)
    let host = Self.host(of: access.address)
    let name = access.names.first ?? "\(host.contains(":") ? "[\(host)]" : host):\(server.port)"
    url = "\(identity == nil ? "http" : "https")://\(name)"
    renewsInvitation = { [url, unowned devices] in
      guard renewsInvitations else {
        return onNotice("The link has expired. For another phone or browser, start docscan receive again.")
      }
      Self.invite(to: url, fingerprint, devices, service, onInvitation)
    }
    devices.onProblem = onNotice
    devices.onAdmission = { [url, unowned devices] name in
      onNotice("\(name) may now send documents. To revoke this: docscan receive --revoke \"\(name)\"")
      Self.invite(to: url, fingerprint, devices, service, onInvitation)
    }
    Self.invite(to: url, fingerprint, devices, service, onInvitation)
  }

  private static func invite(
    to url: String, _ fingerprint: String?, _ devices: DeviceAuthentication, _ service: ScanService,
    _ onInvitation: @escaping @Sendable (String, [[Bool]]) -> Void
  ) {
    // The fragment is for users who compare fingerprints. Browsers don't send it.
    let address = "\(url)/\(devices.folder)/?token=\(devices.invite())" + (fingerprint.map { "#sha256=\($0)" } ?? "")
    Task {
      do {
        let work = PageWork(.code(address), of: [], stages: CornerFinder.stages)
        onInvitation(address, try await service.perform(work).code)
      } catch {
        onInvitation(address, [])
      }
    }
  }

  package func run(interruption: Interruption) {
    while !interruption.comes(before: server.descriptor, milliseconds: server.patience) {
      server.turn()
      if devices.expire() { renewsInvitation() }
    }
    service.finish()
  }

  /// Returns the host name or address by which other computers reach a server that listens on `address`.
  static func host(of address: String) -> String {
    ["0.0.0.0", "::"].contains(address) ? LocalHostNames.outgoing ?? "127.0.0.1" : address
  }
}
