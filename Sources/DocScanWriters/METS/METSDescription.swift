// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles

/// The description of the document in a METS file, as MODS.
struct METSDescription {
  /// The ID by which the structure refers to the description.
  static let name = "DMDLOG_0001"

  private let title: String
  private let author: String?
  private let languages: [String]
  let identifier: (text: String, type: String)

  /// Creates a description. `languages` contains BCP 47 tags. Without an identifier, the digest of the document's bytes is used.
  init(title: String, author: String?, languages: [String], identifier: String?, sha256: String) {
    (self.title, self.author, self.languages) = (title, author, languages)
    self.identifier = identifier.map { ($0, Self.kind(of: $0)) } ?? ("urn:sha256:\(sha256)", "urn")
  }

  private static func kind(of identifier: String) -> String {
    switch identifier.lowercased() {
    case let text where text.hasPrefix("urn:"): "urn"
    case let text where text.contains("purl"): "purl"
    case let text where text.hasPrefix("10.") || text.hasPrefix("doi:"): "doi"
    case _: "url"
    }
  }

  func write(to xml: XMLFile) throws(OutputError) {
    try xml.start("mets:dmdSec", [("ID", Self.name)])
    try xml.start("mets:mdWrap", [("MDTYPE", "MODS")])
    try xml.start("mets:xmlData")
    try xml.start("mods:mods")
    try xml.start("mods:titleInfo")
    try xml.element("mods:title", text: title)
    try xml.end()
    if let author, !author.isEmpty {
      try xml.start("mods:name")
      try xml.element("mods:namePart", text: author)
      try xml.end()
    }
    for language in languages {
      try xml.start("mods:language")
      try xml.element("mods:languageTerm", [("type", "code"), ("authority", "rfc5646")], text: language)
      try xml.end()
    }
    try xml.element("mods:identifier", [("type", identifier.type)], text: identifier.text)
    for _ in 0..<4 { try xml.end() }
  }
}
