// SPDX-License-Identifier: GPL-3.0-or-later
// Support: a server that accepts connections and never answers.

import DocScanFixtures
import Glibc

/// A local server that accepts all connections and never answers.
final class LocalServer {
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, size) == 0 && listen(descriptor, 8) == 0
          && getsockname(descriptor, address, &size) == 0
      }
    }
    (self.descriptor, port) = (descriptor, UInt16(bigEndian: address.sin_port))
    guard isListening else { throw FixtureError("This computer lets nobody listen.") }
  }

  deinit { close(descriptor) }
}
