// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// The names and addresses of this computer in its networks.
enum LocalHostNames {
  /// The host name, also with `.local` (RFC 6762) if it has no domain. Empty if the name isn't a valid host name.
  static var names: [String] {
    var bytes = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
    guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return [] }
    let name = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).lowercased()
    guard isName(name), name != "localhost" else { return [] }
    return name.contains(".") ? [name] : [name, name + ".local"]
  }

  /// The numeric addresses of all network interfaces, without loopback.
  static var addresses: [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&first) == 0 else { return [] }
    defer { unsafe freeifaddrs(first) }
    var found: [String] = []
    var next = unsafe first
    while let entry = unsafe next {
      unsafe next = entry.pointee.ifa_next
      guard let address = unsafe entry.pointee.ifa_addr else { continue }
      let size: Int
      switch Int32(unsafe address.pointee.sa_family) {
      case AF_INET: size = MemoryLayout<sockaddr_in>.size
      case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
      case _: continue
      }
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      guard
        unsafe getnameinfo(address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
      else { continue }
      let number = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      // Addresses with a zone and loopback addresses are useless to other computers.
      let isOthers = number != "127.0.0.1" && number != "::1" && !number.contains("%")
      if isOthers, !found.contains(number) { found.append(number) }
    }
    return found
  }

  /// The IPv4 address from which this computer would send to the Internet, or `nil` if it isn't connected to a network. Nothing is sent.
  static var outgoing: String? {
    let number = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return nil }
    defer { close(number) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(9).bigEndian
    // An address for documentation, which belongs to no computer (RFC 5737).
    address.sin_addr.s_addr = in_addr_t(0xC000_0201).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isKnown = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(number, $0, size) == 0 && getsockname(number, $0, &size) == 0
      }
    }
    guard isKnown else { return nil }
    let bytes = UInt32(bigEndian: address.sin_addr.s_addr)
    return (0..<4).map { (place: UInt32) -> String in String(bytes >> (24 - 8 * place) & 255) }.joined(separator: ".")
  }

  static func isName(_ text: String) -> Bool {
    (1...253).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789.-:".unicodeScalars.contains($0))
      }
  }
}
