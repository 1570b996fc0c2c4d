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
  /// Where the body went instead, once it is complete; nil if it is in `body`, and where a form did not end as forms do.
  var upload: (any HTTPUpload)?

  /// The values of a header, as often as it is there; case makes no difference in its name.
  func values(_ name: String) -> [String] {
    let wanted = name.lowercased()
    return headers.filter { $0.name.lowercased() == wanted }.map(\.value)
  }
}

/// Takes the body of a request as it comes. It is let go of when the request is over, whether it was complete or not.
protocol HTTPUpload: AnyObject {
  /// Takes some bytes; false ends the connection.
  func take(_ piece: HTTPUploadPiece) -> Bool
}

/// Some bytes of a body, or of a part of a form. Nothing in it is to be trusted.
struct HTTPUploadPiece {
  /// The name of the part; nil if the body is no form.
  let key: String?
  /// What a form calls the file; nil if it has no name.
  let fileName: String?
  /// How many bytes of the body, or of the part, came before; a part begins at 0.
  let offset: Int
  let bytes: [UInt8]
}
