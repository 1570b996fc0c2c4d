// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import Glibc

/// A server's TLS certificate chain and private key, in PEM format.
package struct ServerIdentity: Sendable {
  private static let mostBytes = 1 << 20

  let certificate: String
  let key: String

  init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }

  /// Reads the certificate chain and the key from files. Throws if a file can't be read or if other users can read the key.
  package init(certificateFile: String, keyFile: String) throws(BatchError) {
    certificate = try Self.text(of: certificateFile, isSecret: false)
    key = try Self.text(of: keyFile, isSecret: true)
  }

  private static func text(of path: String, isSecret: Bool) throws(BatchError) -> String {
    guard let file = OpenFile(path: path, followingLinks: true), let size = file.identity?.byteCount, size <= mostBytes,
      let bytes = file.read(at: 0, count: size)
    else { throw .usage("\(path) cannot be read. It must be a PEM file.") }
    var status = stat()
    let isKnown = unsafe fstat(file.descriptor, &status) == 0
    guard !isSecret || isKnown && status.st_mode & 0o077 == 0 else {
      throw .usage("Other users can read the key \(path). Run chmod 600 on it.")
    }
    if isSecret, let objection = TrustedPath.objection(to: path) {
      throw .usage("Other users can replace the key \(path). \(objection)")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
