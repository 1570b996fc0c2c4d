// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Detects email addresses with a known top-level domain, in the common forms of RFC 5321.
/// A misread "@" (Q, O, ©) is corrected after a keyword such as "email", or if the domain occurs elsewhere on the page.
package enum EmailDetector: Detector {
  package static let kinds = [Detection.Kind.email]

  private static let names = SearchWords("email.label")

  package static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] {
    var found: [Detected] = []
    for at in 0..<text.count where text[at] == "@" {
      if let hit = address(around: at, text) { found.append(hit) }
    }
    let domains = Set(found.compactMap { $0.value.split(separator: "@").last.map(String.init) })
      .union(URLDetector.find(in: text, context).compactMap { URLDetector.domain(of: $0.value) })
    var at = 0
    while at < text.count {
      // Addresses only begin at the start of a word.
      if text[at].isASCIILetter, !text[at - 1].isAlphanumeric, !isLocal(text[at - 1]),
        !found.contains(where: { $0.range.contains(at) }), let hit = withoutSign(from: at, text, domains)
      {
        found.append(hit)
        at = hit.range.upperBound
      } else {
        at += 1
      }
    }
    return found
  }

  package static func isLocal(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isAlphanumeric || [".", "_", "-", "+", "%"].contains(scalar)
  }

  private static func address(around sign: Int, _ text: SearchText) -> Detected? {
    guard let domain = DomainName(in: text, at: text[sign + 1] == " " ? sign + 2 : sign + 1, mayBeTorn: true) else {
      return nil
    }
    var isCorrected = text[sign + 1] == " " || domain.isCorrected
    var end = sign
    if text[end - 1] == " ", isLocal(text[end - 2]) {
      end -= 1
      isCorrected = true
    }
    var start = end
    while isLocal(text[start - 1]), end - start < 64 { start -= 1 }
    var local = text.string(start..<end)
    // A missing or separate underscore splits the name: "j_ costa", and after a keyword "j costa".
    if text[start - 1] == " ", text[start - 2] == "_" || isAlone(start - 2, text) {
      var first = start - 1
      while isLocal(text[first - 1]), start - first < 32 { first -= 1 }
      let head = text.string(first..<start - 1)
      if head.hasSuffix("_") || (head.count == 1 && text.has(names, before: first, within: 16)) {
        local = head + (head.hasSuffix("_") ? "" : "_") + local
        start = first
        isCorrected = true
      }
    }
    // The end of a telephone number, without a space after it: "60 45 13.office@museum.org".
    if let dot = local.firstIndex(of: "."), dot > local.startIndex, local[..<dot].allSatisfy(\.isNumber),
      text[start - 1] == " ", text[start - 2].isDigit
    {
      start += local[...dot].unicodeScalars.count
      local = String(local[local.index(after: dot)...])
    }
    // The sign was read twice, as a letter and as "@".
    if local.count > 2, let last = local.last, "QO©".contains(last), local.dropLast().allSatisfy({ !$0.isUppercase }) {
      local.removeLast()
      isCorrected = true
    }
    while let first = local.first, ".-+%".contains(first) {
      local.removeFirst()
      start += 1
    }
    guard !local.isEmpty, !local.hasSuffix("."), !local.contains("..") else { return nil }
    return Detected(
      kind: .email, range: start..<domain.end, value: local + "@" + domain.name, proof: .grammar,
      isCorrected: isCorrected)
  }

  private static func isAlone(_ at: Int, _ text: SearchText) -> Bool {
    text[at].isASCIILetter && (text[at - 1] == " " || text[at - 1] == "\n")
  }

  private static func withoutSign(from start: Int, _ text: SearchText, _ domains: Set<String>) -> Detected? {
    var end = start
    while end - start < 80, isLocal(text[end]) || isSignLike(text[end]) { end += 1 }
    let isNamed = text.has(names, before: start, within: 14)
    // A single first letter, after which the underscore is missing.
    var head = ""
    var first = start
    if isNamed, end == start + 1, text[end] == " ", isLocal(text[end + 1]) {
      head = String(Character(text[start])) + "_"
      first = end + 1
      end = first
      while end - first < 80, isLocal(text[end]) || isSignLike(text[end]) { end += 1 }
    }
    // "office post.kr", "office Epost.kr", "officeO werk7.de"
    var places: [(local: Range<Int>, domain: Int)] = []
    if end > first + 1 {
      for at in first + 1..<end where isSignLike(text[at]) && !("a"..."z").contains(text[at]) {
        places.append((first..<at, text[at + 1] == " " ? at + 2 : at + 1))
      }
      if text[end] == " " { places.append((first..<end, isSignLike(text[end + 1]) ? end + 2 : end + 1)) }
      // A "d" or "a" in place of the sign, accepted for domains that occur elsewhere.
      for at in first + 1..<end where text[at] == "d" || text[at] == "a" { places.append((first..<at, at + 1)) }
    }
    for place in places {
      guard let domain = DomainName(in: text, at: place.domain, mayBeTorn: false), text[place.local.upperBound] != ".",
        domain.name.allSatisfy({ !$0.isUppercase })
      else { continue }
      let local = head + text.string(place.local)
      let isSpace = text[place.local.upperBound] == " "
      let isLetter = text[place.local.upperBound] == "d" || text[place.local.upperBound] == "a"
      let isKnown = domains.contains(domain.name)
      // A missing sign needs a keyword, and a lowercase letter needs a known domain.
      guard local.count > 1, local.allSatisfy({ !$0.isUppercase }), !local.contains("www"),
        isKnown && (isNamed || !isSpace) || (isNamed && !isLetter),
        !isSpace || isNamed, text[place.local.lowerBound - 1] != "/"
      else { continue }
      // A word before a web address isn't a name, so a missing sign needs the keyword directly before the name.
      if isSpace, !text.has(names, in: previousWord(first, text)) { continue }
      return Detected(
        kind: .email, range: start..<domain.end, value: local + "@" + domain.name, proof: .named, isCorrected: true)
    }
    return nil
  }

  private static func previousWord(_ at: Int, _ text: SearchText) -> Range<Int> {
    var start = at
    while start > 0, [" ", "\n", ":"].contains(text[start - 1]) { start -= 1 }
    while start > 0, ![" ", "\n"].contains(text[start - 1]) { start -= 1 }
    return start..<at
  }

  private static func isSignLike(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isCapital
      || ["0", "©", "®", "ô", "ö", "ó", "ò", "õ", "ð", "¢", "€", "&", "(", "a", "d"].contains(scalar)
  }
}
