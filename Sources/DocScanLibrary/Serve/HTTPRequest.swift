// SPDX-License-Identifier: GPL-3.0-or-later

/// What somebody asks a server for. Nothing in it is to be trusted.
struct HTTPRequest {
  struct Header {
    let name: String
    let value: String
  }

  let method: String
  /// What stood in the first line, with nothing decoded.
  let target: String
  let headers: [Header]
  let body: [UInt8]

  /// The values of a header, as often as it is there; case makes no difference in its name.
  func values(_ name: String) -> [String] {
    let wanted = name.lowercased()
    return headers.filter { $0.name.lowercased() == wanted }.map(\.value)
  }
}
