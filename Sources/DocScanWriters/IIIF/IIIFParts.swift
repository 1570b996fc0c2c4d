// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Builds the parts of a IIIF manifest as JSON (Presentation API 3.0).
struct IIIFParts {
  private static let context = "http://iiif.io/api/presentation/3/context.json"
  private static let granularity = "http://iiif.io/api/extension/text-granularity/context.json"
  /// The resolution for the canvas of a page that failed before its size was known, in pixels per inch of paper.
  private static let failedDPI = 150.0

  private let destination: WriterDestination
  private let address: String

  /// Creates the parts of a document. `base` is the URL of the output folder, and `document` is the document's path in that folder.
  init(base: String, document: String, destination: WriterDestination) {
    self.destination = destination
    let slashes = base.reversed().prefix { $0 == "/" }.count
    address = "\(base.dropLast(slashes))/\(document.uriPath)"
  }

  private var title: String { destination.metadata.title ?? destination.baseName }

  private func url(_ name: String) -> JSONValue { .string("\(address)/\(name.uriPath)") }

  var manifest: JSONValue {
    var manifest: [String: JSONValue] = [
      "@context": .string(Self.context), "id": url(destination.baseName + ".manifest.json"), "type": "Manifest",
      "label": Self.label(title),
    ]
    let files = destination.writers.compactMap { component -> JSONValue? in
      guard let ending = component.type.ending, let type = component.type.mediaType else { return nil }
      return [
        "id": url("\(destination.baseName).\(ending)"), "type": "Text", "format": .string(type),
        "label": Self.label(ending.uppercased()),
      ]
    }
    if !files.isEmpty { manifest["rendering"] = .array(files) }
    if destination.writers.contains(where: { $0.name == METSWriter.description.name }) {
      manifest["seeAlso"] = [
        [
          "id": url(METSWriter.fileName), "type": "Dataset", "format": "application/mets+xml",
          "profile": .string(METSWriter.namespace), "label": Self.label("METS"),
        ]
      ]
    }
    if let author = destination.metadata.author, !author.isEmpty {
      manifest["metadata"] = [["label": ["en": ["Author"]], "value": Self.label(author)]]
    }
    return .object(manifest)
  }

  func canvas(_ result: PageResult, hasLines: Bool) -> JSONValue {
    let page = result.page
    let number = page.page.number
    let size = Self.size(of: result)
    let id = JSONValue.string("\(address)/canvas/\(number)")
    var canvas: [String: JSONValue] = [
      "id": id, "type": "Canvas", "label": Self.label("\(number)"), "width": .number(Double(size.width)),
      "height": .number(Double(size.height)), "items": [],
    ]
    if page.status != .failed, let file = Self.picture(of: number, destination.writers), let picture = file.picture {
      let scale = picture.scale(width: size.width, height: size.height)
      let body: JSONValue = [
        "id": url(file.name), "type": "Image", "format": .string(file.mediaType),
        "width": .number(max(1, (Double(size.width) * scale).rounded())),
        "height": .number(max(1, (Double(size.height) * scale).rounded())),
      ]
      let place = "\(address)/canvas/\(number)/picture"
      canvas["items"] = [
        [
          "id": .string(place), "type": "AnnotationPage",
          "items": [
            [
              "id": .string(place + "/1"), "type": "Annotation", "motivation": "painting", "body": body, "target": id,
            ]
          ],
        ]
      ]
      if destination.writers.contains(where: { $0.name == WebWriter.description.name }) {
        canvas["thumbnail"] = [
          ["id": url(WebWriter.smallFile(page: number)), "type": "Image", "format": "image/jpeg"]
        ]
      }
    }
    let texts = destination.writers.compactMap { component -> JSONValue? in
      guard let file = component.type.pageReference(number, component.settings), file.picture == nil else {
        return nil
      }
      var reference: [String: JSONValue] = [
        "id": url(file.name), "type": "Dataset", "format": .string(file.mediaType),
      ]
      if let profile = file.profile { reference["profile"] = .string(profile) }
      return .object(reference)
    }
    if !texts.isEmpty { canvas["seeAlso"] = .array(texts) }
    if hasLines { canvas["annotations"] = [["id": url(annotationFile(number)), "type": "AnnotationPage"]] }
    return .object(canvas)
  }

  private func annotationFile(_ number: Int) -> String {
    PageFolder.fileName(page: number, in: IIIFWriter.description.name, ending: "json")
  }

  /// Returns the lines of a page as annotations, in reading order.
  func annotations(of page: RecognizedPage, _ lines: [(block: Block, line: Line)]) -> JSONValue {
    let id = url(annotationFile(page.page.number))
    let items = zip(1..., lines).map { number, entry -> JSONValue in
      let box = PixelBox(entry.line.box, in: page.imageSize)
      var body: [String: JSONValue] = [
        "type": "TextualBody", "format": "text/plain", "value": .string(entry.line.text),
      ]
      if let language = page.language(of: entry.block)?.description { body["language"] = .string(language) }
      return [
        "id": .string("\(address)/canvas/\(page.page.number)/line/\(number)"), "type": "Annotation",
        "motivation": "supplementing", "textGranularity": "line", "body": .object(body),
        "target": .string(
          "\(address)/canvas/\(page.page.number)#xywh=\(box.left),\(box.top),\(box.width),\(box.height)"),
      ]
    }
    return [
      "@context": [.string(Self.granularity), .string(Self.context)], "id": id, "type": "AnnotationPage",
      "items": .array(items),
    ]
  }

  /// Returns the size of a canvas in the same pixels as the boxes. IIIF requires at least one pixel.
  private static func size(of result: PageResult) -> (width: Int, height: Int) {
    if let image = result.page.image ?? result.page.source { return (max(1, image.width), max(1, image.height)) }
    let paper = PDFWriter.shownSize(result.size)
    return (
      max(1, Int((paper.width / 72 * failedDPI).rounded())), max(1, Int((paper.height / 72 * failedDPI).rounded()))
    )
  }

  /// Returns the first picture of a page that browsers can display, or `nil` if no writer makes one.
  static func picture(of number: Int, _ writers: [ChosenWriter]) -> FileReference? {
    let files = writers.lazy.compactMap { $0.type.pageReference(number, $0.settings) }
    return files.first { $0.isForBrowsers && $0.picture != nil }
  }

  private static func label(_ text: String) -> JSONValue { ["none": [.string(text)]] }
}
