// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The address of a server that receives text and keys, so the connection must be encrypted or local.
package struct ServerAddress: Hashable, Sendable {
  /// The address without a trailing slash.
  package let text: String
  package let isLocal: Bool

  /// The address for messages, without the query, which may contain a secret.
  package var shown: String { String(text.prefix { $0 != "?" }) }

  /// Checks an address from a pipeline file: `https://`, or `http://` on this computer, without a user or fragment, and with a query only if
  /// `allowsQuery`. `path` is the address's key in the pipeline file, for messages.
  package init(
    _ text: String, path: String, allowsQuery: Bool = false
  ) throws(PipelineError) {
    func wrong(_ reason: String) -> PipelineError { .invalid(path: path, message: "\"\(text)\" \(reason)") }
    guard let end = text.range(of: "://"), text.unicodeScalars.allSatisfy({ (0x21...0x7E).contains($0.value) }) else {
      throw wrong("is not an address: expected one such as https://translate.example.org")
    }
    let scheme = text[..<end.lowerBound].lowercased()
    let rest = text[end.upperBound...]
    let authority = rest.prefix { !"/?#\\".contains($0) }
    guard !authority.isEmpty, !rest.contains(where: { (allowsQuery ? "@#\\" : "@?#\\").contains($0) }) else {
      throw wrong("has a user, a query or a mark: only a server and a path are expected. Keys belong in keyFile.")
    }
    let host =
      authority.hasPrefix("[")
      ? String(authority.dropFirst().prefix { $0 != "]" }) : String(authority.prefix { $0 != ":" })
    isLocal = Self.isLocal(host)
    guard scheme == "https" || scheme == "http" && isLocal else {
      throw wrong("would send the text unencrypted to another computer. Use https://.")
    }
    self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  /// Returns whether a host name denotes this computer, without a DNS lookup.
  private static func isLocal(_ host: String) -> Bool {
    if host.lowercased() == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

extension String {
  fileprivate func range(of part: String) -> Range<String.Index>? { firstRange(of: part) }
}
