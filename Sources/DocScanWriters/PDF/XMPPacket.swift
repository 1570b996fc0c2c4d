// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles

/// The metadata stream of a PDF: XMP (ISO 16684-1) according to ISO 32000-1, 14.3.2.
struct XMPPacket {
  let information: PDFInformation
  let language: String?
  /// The claimed PDF/A level, or `nil` for an ordinary PDF.
  let level: PDFALevel?

  /// The packet in UTF-8. It is marked as read-only, because it has no padding for changes in place. The PDF/A claim is on its own line.
  var text: String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
    xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
    \(properties.joined(separator: "\n"))
    </rdf:Description>
    \(capture)\(claim)</rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="r"?>
    """
  }

  private var properties: [String] {
    [
      Self.simple("dc:format", "application/pdf"),
      Self.list("dc:title", of: [information.title], "Alt"),
      Self.list("dc:creator", of: [information.author], "Seq"),
      Self.list("dc:description", of: [information.subject], "Alt"),
      Self.list("dc:subject", of: information.keywords, "Bag"),
      Self.list("dc:language", of: [language], "Bag"),
      Self.simple("pdf:Keywords", information.keywordText),
      Self.simple("pdf:Producer", PDFInformation.producer),
      Self.simple("xmp:CreateDate", information.created?.iso8601),
      Self.simple("xmp:ModifyDate", information.modified?.iso8601),
      Self.simple("xmp:MetadataDate", information.modified?.iso8601),
    ].compactMap(\.self)
  }

  /// The camera data, in the properties of *XMP Specification* (2005), chapter 4, which PDF/A-2 allows.
  private var capture: String {
    guard let capture = information.capture else { return "" }
    let properties = [
      Self.simple("tiff:Make", PageCapture.cleaned(capture.make)),
      Self.simple("tiff:Model", PageCapture.cleaned(capture.model)),
      Self.simple("exif:DateTimeOriginal", capture.date?.text),
      Self.simple("exif:GPSLatitude", capture.gps.map { Self.place($0.latitude, "N", "S") }),
      Self.simple("exif:GPSLongitude", capture.gps.map { Self.place($0.longitude, "E", "W") }),
    ].compactMap(\.self)
    return """
      <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" \
      xmlns:exif="http://ns.adobe.com/exif/1.0/">\(properties.joined())</rdf:Description>

      """
  }

  /// Returns an angle in XMP's format: "49,0.123456N", in degrees and minutes with six decimal places.
  private static func place(_ degrees: Double, _ positive: String, _ negative: String) -> String {
    let millionths = Int((abs(degrees) * 60_000_000).rounded())
    let (whole, rest) = millionths.quotientAndRemainder(dividingBy: 60_000_000)
    let fraction = String(rest % 1_000_000 + 1_000_000).dropFirst()
    return "\(whole),\(rest / 1_000_000).\(fraction)\(degrees < 0 ? negative : positive)"
  }

  /// The PDF/A version and level (ISO 19005-2, 6.6.4).
  private var claim: String {
    guard let level else { return "" }
    return """
      <rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>2</pdfaid:part>\
      <pdfaid:conformance>\(level == .basic ? "B" : "U")</pdfaid:conformance></rdf:Description>

      """
  }

  private static func simple(_ name: String, _ value: String?) -> String? {
    value.map { "<\(name)>\(Escape.xmlText($0))</\(name)>" }
  }

  /// Returns a property with several values. The values of an alternative apply to any language.
  private static func list(_ name: String, of values: [String?], _ kind: String) -> String? {
    let values = values.compactMap(\.self)
    guard !values.isEmpty else { return nil }
    let attribute = kind == "Alt" ? " xml:lang=\"x-default\"" : ""
    let items = values.map { "<rdf:li\(attribute)>\(Escape.xmlText($0))</rdf:li>" }.joined()
    return "<\(name)><rdf:\(kind)>\(items)</rdf:\(kind)></\(name)>"
  }
}
