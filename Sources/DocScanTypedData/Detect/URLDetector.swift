// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Detects web addresses with a scheme, with "www.", or with an unambiguous domain.
package enum URLDetector: Detector {
  package static let kinds = [Detection.Kind.url]

  private static let schemes: [[Unicode.Scalar]] = ["https", "http", "ftp"].map { Array($0.unicodeScalars) }
  private static let names = SearchWords("url.label")

  package static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] {
    var found: [Detected] = []
    var at = 0
    while at < text.count {
      guard text[at].isAlphanumeric, !text[at - 1].isAlphanumeric, text[at - 1] != "@",
        let hit = withScheme(at, text) ?? withoutScheme(at, text)
      else {
        at += 1
        continue
      }
      found.append(hit)
      at = max(hit.range.upperBound, at + 1)
    }
    return found
  }

  /// Returns the domain of an absolute URL, without "www.", or `nil` if there is none.
  package static func domain(of url: String) -> String? {
    let parts = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty else { return nil }
    let host = parts[2].prefix { !"/?#:".contains($0) }
    return host.hasPrefix("www.") ? String(host.dropFirst(4)) : String(host)
  }

  private static func withScheme(_ start: Int, _ text: SearchText) -> Detected? {
    for scheme in schemes where zip(scheme, 0...).allSatisfy({ text[start + $1].small == $0 }) {
      var at = start + scheme.count
      var corrected = false
      func skipSpace() {
        if text[at] == " " {
          at += 1
          corrected = true
        }
      }
      skipSpace()
      guard [":", ";", "."].contains(text[at]) else { return nil }
      if text[at] != ":" { corrected = true }
      at += 1
      skipSpace()
      // Two slashes, of which one may be missing, or letters that slashes are misread as.
      let before = at
      while at - before < 2, ["/", "I", "l", "1", "J", "j", "A", "f", "|"].contains(text[at]) {
        if text[at] != "/" {
          // The first letters of a domain aren't slashes.
          if at == before || !(text[at + 1].isASCIILetter && text[at] == "A") {
            guard at > before || text[at + 1] == "/" else { break }
          }
          corrected = true
        }
        at += 1
      }
      guard at > before else { return nil }
      if at - before == 1 { corrected = true }
      skipSpace()
      guard let domain = DomainName(in: text, at: at, mayBeTorn: true) else { return nil }
      let tail = path(from: domain.end, text)
      return Detected(
        kind: .url, range: start..<tail.end,
        value: String(String.UnicodeScalarView(scheme)) + "://" + domain.name + tail.path,
        proof: .grammar, isCorrected: corrected || domain.isCorrected || tail.isCorrected)
    }
    return nil
  }

  private static func withoutScheme(_ start: Int, _ text: SearchText) -> Detected? {
    guard let domain = DomainName(in: text, at: start, mayBeTorn: false), text[domain.end] != "@",
      !EmailDetector.isLocal(text[domain.end]) || text[domain.end] == "."
    else { return nil }
    let isWeb = domain.name.hasPrefix("www.")
    let tail = path(from: domain.end, text)
    let hasPath = tail.path.count > 1
    guard domain.name.contains(where: \.isLetter) else { return nil }
    if !isWeb {
      // Excludes "e.g.", "p.m.", "Mr.De", and "item.It": requires a lowercase name with an unambiguous top-level domain, a keyword,
      // or a path.
      let label = domain.name.prefix { $0 != "." }
      guard label.count > 1, !text[start].isCapital || domain.isPlain, !domain.isWord || hasPath,
        domain.isPlain && isTidy(text.string(start..<domain.end)) || text.has(names, before: start, within: 16)
          || hasPath,
        !label.allSatisfy(\.isNumber), text[start - 1] != ".", text[start - 1] != "'", text[start - 1] != "/"
      else { return nil }
    }
    return Detected(
      kind: .url, range: start..<tail.end, value: "https://" + domain.name + tail.path,
      proof: isWeb || hasPath ? .grammar : .named, isCorrected: domain.isCorrected || tail.isCorrected)
  }

  private static func isTidy(_ read: String) -> Bool {
    let tail = read.dropFirst()
    return read == read.uppercased() || tail == tail.lowercased()
  }

  private static func path(from start: Int, _ text: SearchText) -> (path: String, end: Int, isCorrected: Bool) {
    var at = start
    var path = ""
    var corrected = false
    if text[at] == ":", text[at + 1].isDigit, text[at + 2].isDigit {
      var port = at + 1
      while text[port].isDigit, port - at < 6 { port += 1 }
      path = text.string(at..<port)
      at = port
    }
    // A space before the slash.
    if text[at] == " ", text[at + 1] == "/", text[at + 2].isAlphanumeric {
      at += 1
      corrected = true
    }
    guard ["/", "?", "#"].contains(text[at]) else { return (path, at, false) }
    var end = at
    var kept = path
    while at < text.count, path.utf8.count < 1024 {
      let scalar = text[at]
      if isPath(scalar) {
        path.unicodeScalars.append(scalar)
        at += 1
        if ![".", ",", ";", ":", "!", "?", ")", "'", "]"].contains(scalar)
          || (scalar == ")" && path.contains("("))
        {
          (end, kept) = (at, path)
        }
        continue
      }
      // A space or line feed only continues the address after a mark that needs a continuation.
      let last = text[at - 1]
      guard scalar == " " || scalar == "\n" else { break }
      let next = at + 1
      let asks = last == "?" || last == "&" || last == "="
      if asks || (scalar == "\n" && ["/", "-", "_", "."].contains(last)), isPath(text[next]), text[next].isAlphanumeric,
        last != "?" || hasParameter(next, text)
      {
        if scalar == "\n", last == ".", text[next].isCapital { break }
        corrected = corrected || scalar == " "
        at = next
      } else if scalar == "\n", ["/", "?", "=", "&"].contains(text[next]), isPath(text[next + 1]), text[next + 1] != " "
      {
        at = next
      } else {
        break
      }
    }
    return (kept == "/" && path == "/" ? "/" : kept, end, corrected)
  }

  private static func hasParameter(_ start: Int, _ text: SearchText) -> Bool {
    var at = start
    while text[at].isAlphanumeric || text[at] == "_" || text[at] == "-" { at += 1 }
    return at > start && text[at] == "="
  }

  private static func isPath(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isAlphanumeric
      || [
        "/", ".", "-", "_", "~", "?", "=", "&", "#", "%", "+", ":", ",", ";", "!", "$", "*", "(", ")", "@", "'",
      ].contains(scalar)
  }
}
