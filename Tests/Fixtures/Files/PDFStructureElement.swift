// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import FoundationEssentials

/// An element of a PDF's logical structure, as qpdf reads it.
public struct PDFStructureElement {
  public var kind: String
  public var title: String?
  /// The language of the element itself, or of the nearest enclosing one that has a language.
  public var language: String?
  /// The text that replaces the element's content.
  public var replacement: String?
  public var parts: [PDFStructureElement]

  /// Returns the elements directly below the root of a file's structure, or none if it has no structure.
  public static func all(in path: String) throws -> [PDFStructureElement] {
    let json = try Command("qpdf", ["--json=2", "--json-key=qpdf", path]).check().outputBytes
    guard case .array(let parts)? = try JSONFile.parse(Data(json))["qpdf"], let objects = parts.last else { return [] }
    let reader = Reader(objects: objects)
    let catalog = reader.value(reader.value(objects["trailer"]?["value"])?["/Root"])
    return reader.elements(reader.value(catalog?["/StructTreeRoot"])?["/K"], language: nil)
  }

  /// This element and all elements in it, in reading order.
  public var flattened: [PDFStructureElement] { [self] + parts.flatMap(\.flattened) }

  private struct Reader {
    let objects: JSONValue

    /// Returns the value that a reference refers to.
    func value(_ value: JSONValue?) -> JSONValue? {
      guard case .string(let reference)? = value, reference.hasSuffix(" R") else { return value }
      return objects["obj:" + reference]?["value"]
    }

    func elements(_ kids: JSONValue?, language: String?) -> [PDFStructureElement] {
      let kids = value(kids)
      let list: [JSONValue] = if case .array(let items)? = kids { items } else { kids.map { [$0] } ?? [] }
      return list.compactMap { item in
        guard let element = value(item), case .string(let kind)? = element["/S"] else { return nil }
        let own = text(element["/Lang"]) ?? language
        return PDFStructureElement(
          kind: String(kind.dropFirst()), title: text(element["/T"]), language: own,
          replacement: text(element["/ActualText"]), parts: elements(element["/K"], language: own))
      }
    }

    /// Removes qpdf's prefix of texts.
    private func text(_ value: JSONValue?) -> String? {
      guard case .string(let text)? = self.value(value), text.hasPrefix("u:") else { return nil }
      return String(text.dropFirst(2))
    }
  }
}

extension JSONValue {
  fileprivate subscript(key: String) -> JSONValue? { if case .object(let object) = self { object[key] } else { nil } }
}
