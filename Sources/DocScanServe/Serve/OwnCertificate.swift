// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCertificate
package import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import Glibc

/// The TLS certificate that docscan makes for this user's servers, with its key: `tls.pem` in the user's state folder. The certificate is
/// self-signed, so users check its fingerprint. It is kept as long as possible, because browsers ask again after each change.
package struct OwnCertificate: Sendable {
  package let identity: ServerIdentity
  /// The SHA-256 digest of the certificate, in lowercase hexadecimal digits.
  package let fingerprint: String
  /// Whether the certificate was just created, so browsers must accept it again.
  package let isNew: Bool

  private static let file = "tls.pem"
  private static let mostBytes = 1 << 16
  private static let day = 86400
  /// The validity in days. iOS rejects certificates that are valid for more than 825 days.
  private static let lastingDays = 800
  /// The remaining validity, in days, below which a new certificate is made, so that a started server can run for a year.
  private static let leastDays = 366
  /// The number of days by which the validity begins early, for phones whose clocks are slow.
  private static let earlyDays = 1
  private static let mostHosts = 100

  /// Reads the user's certificate. Makes a new one if there is none, if it expires too soon, or if it doesn't cover the hosts of `access`.
  package init(for access: SiteServer.Access) throws(BatchError) {
    guard let folder = StateFolder.opened() else {
      throw .output(
        "The certificate's key can't be stored. Set HOME or XDG_STATE_HOME to a folder that you can write to.")
    }
    let lock = try StateFolder.lock("tls.lock", in: folder)
    defer { close(lock) }
    let now = time(nil)
    let hosts = Self.hosts(of: access)
    if folder.exists(Self.file) {
      let pem = try Self.kept(in: folder)
      guard let facts = Self.facts(of: pem, hosts) else {
        throw .usage(
          "\(folder.path)/\(Self.file) is damaged: it doesn't contain a certificate and its key. Remove it, and docscan makes new ones."
        )
      }
      if facts.names_hosts == 1, facts.begin <= Int64(now), facts.end - Int64(now) > Int64(Self.leastDays * Self.day) {
        self.init(pem, facts, isNew: false)
        return
      }
    }
    let own = (["127.0.0.1", "::1", "localhost"] + LocalHostNames.names + LocalHostNames.addresses).filter {
      !hosts.contains($0)
    }
    let pem = try Self.made(for: hosts + own.prefix(Self.mostHosts), at: now)
    guard let facts = Self.facts(of: pem, hosts) else { throw .missingPart("GnuTLS cannot read its own certificate.") }
    guard folder.write(pem, to: Self.file, mode: 0o600), folder.sync(Self.file), folder.sync() else {
      throw .output("\(folder.path)/\(Self.file) cannot be written: \(errorText()).")
    }
    self.init(pem, facts, isNew: true)
  }

  private init(_ pem: [UInt8], _ facts: ccertificate_facts, isNew: Bool) {
    let text = String(decoding: pem, as: UTF8.self)
    identity = ServerIdentity(certificate: text, key: text)
    fingerprint = unsafe withUnsafeBytes(of: facts.fingerprint) { bytes in
      unsafe bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    self.isNew = isNew
  }

  private static func kept(in folder: Folder) throws(BatchError) -> [UInt8] {
    if let pem = StateFolder.secret(file, in: folder, most: mostBytes) { return pem }
    throw .usage(
      "\(folder.path)/\(file) must belong to you and be readable only by you. Other users may know its "
        + "key. Remove it, and docscan makes a new one.")
  }

  private static func hosts(of access: SiteServer.Access) -> [String] {
    let named = access.names.map { name -> String in
      // IPv6 addresses are in brackets.
      if name.hasPrefix("[") { return String(name.dropFirst().prefix { $0 != "]" }) }
      return String(name.prefix { $0 != ":" }).lowercased()
    }
    return ([ReceiveServer.host(of: access.address)] + named).filter(LocalHostNames.isName)
  }

  private static func facts(of pem: [UInt8], _ hosts: [String]) -> ccertificate_facts? {
    var facts = ccertificate_facts()
    let isRead = unsafe withPointers(hosts) { unsafe ccertificate_read(pem, pem.count, $0, &facts) } == 1
    return isRead ? facts : nil
  }

  private static func made(for hosts: [String], at now: Int) throws(BatchError) -> [UInt8] {
    let (begin, end) = (now - earlyDays * day, now + lastingDays * day)
    let pem = unsafe withPointers(hosts) {
      unsafe ccertificate_make("docscan", $0, Int64(begin), Int64(end))
    }
    guard let pem = unsafe pem else { throw .missingPart("GnuTLS cannot make a certificate.") }
    defer { unsafe ccertificate_free(pem) }
    return unsafe Array(String(cString: pem).utf8)
  }

  private static func withPointers<Value>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
  ) -> Value {
    let copies = unsafe texts.map { unsafe strdup($0) }
    defer { unsafe copies.forEach { unsafe free($0) } }
    let pointers = unsafe copies.map { unsafe UnsafePointer($0) } + [nil]
    return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
  }
}
