// SPDX-License-Identifier: GPL-3.0-or-later

/// Answers requests for files: the whole file, one byte range, or 304 if the client's copy is current (RFC 9110).
enum FileAnswer {
  static func of(_ found: ServedFolder.Found, to request: HTTPRequest) -> HTTPAnswer {
    let (file, caching) = (found.file, "private, no-cache")
    var headers = [("ETag", file.tag), ("Accept-Ranges", "bytes")]
    if found.isDownload { headers.append(("Content-Disposition", "attachment")) }
    let known = request.values("If-None-Match").flatMap { $0.split(separator: ",") }
    if known.contains(where: { $0.drop { $0 == " " } == file.tag[...] }) {
      return HTTPAnswer(304, .bytes([]), type: found.type, caching: caching, headers: headers)
    }
    var (status, range) = (200, 0..<file.size)
    if let wanted = request.values("Range").first, request.values("If-Range").allSatisfy({ $0 == file.tag }) {
      switch piece(wanted, of: file.size) {
      case .some(let piece?):
        (status, range) = (206, piece)
        headers.append(("Content-Range", "bytes \(piece.lowerBound)-\(piece.upperBound - 1)/\(file.size)"))
      case .some(nil):
        return HTTPAnswer(
          416, "The requested range is outside the file.", headers: [("Content-Range", "bytes */\(file.size)")])
      case nil: break
      }
    }
    return HTTPAnswer(status, .file(file, range), type: found.type, caching: caching, headers: headers)
  }

  /// Returns the single byte range that a `Range` header requests. Returns `.some(nil)` if the range is outside the file, and `nil` if the header
  /// isn't a single byte range, in which case the whole file is sent.
  private static func piece(_ header: String, of size: Int) -> Range<Int>?? {
    guard header.hasPrefix("bytes="), !header.contains(",") else { return nil }
    let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && $0.utf8.count < 18 })
    else { return nil }
    switch (Int(ends[0]), Int(ends[1])) {
    case (let first?, let last?):
      guard first <= last else { return nil }
      return .some(first < size ? first..<min(last + 1, size) : nil)
    case (let first?, nil): return .some(first < size ? first..<size : nil)
    case (nil, let count?): return .some(count > 0 && size > 0 ? max(0, size - count)..<size : nil)
    case (nil, nil): return nil
    }
  }
}
