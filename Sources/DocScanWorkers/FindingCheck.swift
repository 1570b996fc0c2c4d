// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The check of a worker's findings against their schemas, which define the allowed bounds. The check supports the keywords that `JSONSchema` writes.
/// Other keywords are rejected, and so are keys that a schema doesn't name.
package struct FindingCheck {
  /// The limits that apply if a schema doesn't set them.
  private static let (longestText, mostItems, largestInteger) = (65_536.0, 100_000.0, 9_007_199_254_740_992.0)
  private static let keywords: [String: Set<String>] = [
    "null": [], "boolean": [], "number": ["minimum", "maximum"], "integer": ["minimum", "maximum"],
    "string": ["enum", "maxLength"], "array": ["items", "minItems", "maxItems"], "object": ["properties", "required"],
  ]

  package let descriptions: [FindingDescription]
  /// The image that must contain all positions, with a tolerance of one pixel, or `nil` if later stages will move the positions.
  package let image: RasterSize?

  package init(descriptions: [FindingDescription], image: RasterSize?) {
    (self.descriptions, self.image) = (descriptions, image)
  }

  /// Returns the first problem with the findings, or `nil` if all are described and match their schemas.
  package func complaint(about findings: PageFindings) -> String? {
    for (key, value) in findings.values {
      guard let description = descriptions.first(where: { $0.key == key }) else { return "no stage of its finds that" }
      guard allows(value, description.schema) else { return "its finding \"\(description.key)\" is invalid" }
    }
    return nil
  }

  private func allows(_ value: JSONValue, _ schema: JSONValue) -> Bool {
    guard case .object(var schema) = schema else { return false }
    schema["description"] = nil
    if case .string(let reference)? = schema["$ref"], schema.count == 1 { return isPlace(value, reference) }
    if case .array(let either)? = schema["anyOf"], schema.count == 1 { return either.contains { allows(value, $0) } }
    guard case .string(let type)? = schema.removeValue(forKey: "type"), let keywords = Self.keywords[type],
      keywords.isSuperset(of: schema.keys)
    else { return false }
    func bound(_ keyword: String, or usual: Double) -> Double { schema[keyword].flatMap(Double.init(json:)) ?? usual }
    switch (type, value) {
    case ("null", .null), ("boolean", .boolean): return true
    case ("integer", .number(let number)) where number != number.rounded() || abs(number) > Self.largestInteger:
      return false
    case ("number", .number(let number)), ("integer", .number(let number)):
      return number >= bound("minimum", or: -.infinity) && number <= bound("maximum", or: .infinity)
    case ("string", .string(let text)):
      if case .array(let choices)? = schema["enum"] { return choices.contains(value) }
      return Double(text.utf8.count) <= bound("maxLength", or: Self.longestText) && !text.utf8.contains(0)
    case ("array", .array(let items)):
      let (least, most) = (bound("minItems", or: 0), bound("maxItems", or: Self.mostItems))
      guard let item = schema["items"], Double(items.count) >= least, Double(items.count) <= most else { return false }
      return items.allSatisfy { allows($0, item) }
    case ("object", .object(let members)):
      guard case .object(let properties)? = schema["properties"], case .array(let required)? = schema["required"] else {
        return false
      }
      return required.allSatisfy { key in String(json: key).map { members[$0] != nil } ?? false }
        && members.allSatisfy { key, member in properties[key].map { allows(member, $0) } ?? false }
    case (_, _): return false
    }
  }

  private func isPlace(_ value: JSONValue, _ reference: String) -> Bool {
    guard case .array(let values) = value else { return false }
    let numbers = values.compactMap(Double.init(json:))
    let box: Box
    switch (reference, numbers.count, values.count) {
    case ("#/$defs/point", 2, 2): box = Box(x: numbers[0], y: numbers[1], width: 0, height: 0)
    case ("#/$defs/box", 4, 4): box = Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    case (_, _, _): return false
    }
    return image?.holds(box)
      ?? (box.width >= 0 && box.height >= 0 && Point(x: box.maxX, y: box.maxY).isNear
        && Point(x: box.x, y: box.y).isNear)
  }
}
