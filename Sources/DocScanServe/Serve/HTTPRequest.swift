// SPDX-License-Identifier: GPL-3.0-or-later

/// An HTTP request. All of its content is untrusted.
struct HTTPRequest {
  struct Header {
    let name: String
    let value: String
  }

  let method: String
  /// The request target as sent, without decoding.
  let target: String
  let headers: [Header]
  let body: [UInt8]
  /// The receiver of a body that was streamed. `nil` if the body is in `body`, or if a multipart form ended early.
  var upload: (any HTTPUpload)?

  var hasBody: Bool {
    !values("Transfer-Encoding").isEmpty || values("Content-Length").contains { $0.contains { $0 != "0" } }
  }

  func values(_ name: String) -> [String] {
    let wanted = name.lowercased()
    return headers.filter { $0.name.lowercased() == wanted }.map(\.value)
  }
}

/// Receives the body of a request while it arrives. The server releases it when the request ends, complete or not.
protocol HTTPUpload: AnyObject {
  /// Accepts the next bytes of the body. Returns `false` to close the connection.
  func take(_ piece: HTTPUploadPiece) -> Bool
}

/// A chunk of a request body or of one part of a multipart form. Its content is untrusted.
struct HTTPUploadPiece {
  /// The name of the form field, or `nil` if the body isn't a form.
  let key: String?
  let fileName: String?
  /// The number of preceding bytes in the body or in the form part.
  let offset: Int
  let bytes: [UInt8]
}
