// SPDX-License-Identifier: GPL-3.0-or-later

import DocScan
import Foundation

// Answers uploaded pictures with JSON, until it's stopped. For a server in the Internet, put a proxy in front of it.
//
//   PictureServer [PORT]                                             # prints its address
//   curl --data-binary @photo.jpg http://127.0.0.1:8080/text         # lines of text with their boxes
//   curl --data-binary @photo.jpg http://127.0.0.1:8080/document     # paragraphs, lists, and tables
//   curl --data-binary @photo.jpg http://127.0.0.1:8080/barcodes
//   curl --data-binary @photo.jpg http://127.0.0.1:8080/receipt      # null if the page isn't a receipt

/// Reads a picture as a path asks. Returns `nil` for an unknown path.
func answer(_ path: String, _ picture: Data) async throws -> Data? {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  switch path {
  case "/text":
    var request = RecognizeTextRequest()
    request.recognitionLevel = .fast
    return try encoder.encode(await request.perform(on: picture))
  case "/document": return try encoder.encode(await RecognizeDocumentsRequest().perform(on: picture).first)
  case "/barcodes": return try encoder.encode(await DetectBarcodesRequest().perform(on: picture))
  case "/receipt": return try encoder.encode(await RecognizeReceiptRequest().perform(on: picture))
  case _: return nil
  }
}

/// Reads a picture. Returns the status line and the body of the response.
func response(_ path: String, _ picture: Data) async -> (status: String, body: Data) {
  struct Problem: Encodable { var error: String }
  do {
    guard let body = try await answer(path, picture) else { return ("404 Not Found", Data()) }
    return ("200 OK", body)
  } catch is PageFailure {
    // The message can contain details that are only meant for the log.
    return ("422 Unprocessable Content", Data(#"{"error":"The picture cannot be read."}"#.utf8))
  } catch is CancellationError {
    // The client has hung up.
    return ("499 Client Closed Request", Data())
  } catch {
    FileHandle.standardError.write(Data("\(path): \(error.localizedDescription)\n".utf8))
    return ("500 Internal Server Error", Data(#"{"error":"The server cannot read pictures now."}"#.utf8))
  }
}

signal(SIGPIPE, SIG_IGN)
do {
  let port = CommandLine.arguments.dropFirst().first.flatMap { UInt16($0) } ?? 8080
  let server = try Server(port: port)
  print("http://127.0.0.1:\(server.port)")
  fflush(nil)
  server.serve(response)
} catch {
  print("The server cannot start: \(error)")
  exit(1)
}
