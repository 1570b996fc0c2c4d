// SPDX-License-Identifier: GPL-3.0-or-later

/// The command line's changes to a pipeline file, which are applied before the pipeline is validated.
public struct PipelineChanges: Hashable, Sendable {
  /// The names of writers to add to the pipeline's own.
  package var writers: [String]
  /// The name of the only writer to run, or `nil` to run all.
  package var onlyWriter: String?
  package var settings: [SettingChange]

  /// Creates a set of changes. By default, nothing changes.
  ///
  /// - Parameters:
  ///   - writers: The names of writers to add.
  ///   - settings: The settings to change, in order.
  public init(writers: [String] = [], settings: [SettingChange] = []) {
    (self.writers, self.settings) = (writers, settings)
  }

  /// Returns the pipeline file with the changes. Errors name the command-line option. Invalid parts of the file remain, and validation reports them.
  package func applied(
    to file: JSONValue, stages: [ComponentDescription], writers known: [ComponentDescription]
  ) throws(PipelineError) -> JSONValue {
    guard case .object(var root) = file else { return file }
    if !writers.isEmpty || onlyWriter != nil { root["output"] = withWriters(root["output"] ?? [:]) }
    for change in settings {
      try change.apply(to: &root, stages: stages, writers: known)
    }
    return .object(root)
  }

  private func withWriters(_ output: JSONValue) -> JSONValue {
    guard case .object(var members) = output, case .array(var list) = members["writers"] ?? [] else { return output }
    for name in writers + (onlyWriter.map { [$0] } ?? []) where !list.contains(where: { $0.isWriter(name) }) {
      list.append(["writer": .string(name)])
    }
    if let onlyWriter { list = list.filter { $0.isWriter(onlyWriter) } }
    members["writers"] = .array(list)
    return .object(members)
  }
}

extension JSONValue {
  fileprivate func isWriter(_ name: String) -> Bool { component("writer") == name }

  /// Returns the name in an object such as `{"stage": "deskew"}`, or `nil` if there is none.
  fileprivate func component(_ kind: String) -> String? {
    guard case .object(let members) = self else { return nil }
    return members[kind].flatMap { String(json: $0) }
  }
}

extension SettingChange {
  fileprivate func apply(
    to root: inout [String: JSONValue], stages: [ComponentDescription], writers: [ComponentDescription]
  ) throws(PipelineError) {
    let key = keys[0]
    var rest = keys.dropFirst()
    if Pipeline.texts.contains(key) {
      guard rest.isEmpty else { throw .invalid(path: option, message: "\(key) is a text and has no keys.") }
      root[key] = .string(text)
    } else if key == "stages" {
      root[key] = try changed(root[key], rest, kind: "stage", among: stages, orWriters: writers)
    } else if key == OutputSettings.name,
      rest.count > 1 || rest.first == OutputSettings.writersKey || writers.contains(where: { $0.name == rest.first })
    {
      // In `output.pdf.pdfa`, the key `writers` is implied.
      if rest.first == OutputSettings.writersKey { rest = rest.dropFirst() }
      guard case .object(var members) = root[key] ?? [:] else { return }
      members[OutputSettings.writersKey] = try changed(
        members[OutputSettings.writersKey], rest, kind: "writer", among: writers)
      root[key] = .object(members)
    } else if let section = Pipeline.sections.first(where: { $0.name == key }) {
      root[key] = try changed(root[key], rest, table: section.table, in: key)
    } else {
      throw .unknown(
        "key", key, path: option, allowed: Pipeline.texts + Pipeline.sections.map { $0.name } + ["stages"])
    }
  }

  /// Returns a list such as `[{"stage": "deskew"}]` with a changed setting, or with an added or removed element. An invalid list remains unchanged.
  private func changed(
    _ list: JSONValue?, _ keys: ArraySlice<String>, kind: String, among known: [ComponentDescription],
    orWriters writers: [ComponentDescription] = []
  ) throws(PipelineError) -> JSONValue? {
    guard case .array(var elements) = list ?? [] else { return list }
    let names = elements.map { $0.component(kind) ?? "" }
    let place = keys.first ?? ""
    if keys.count == 1, let isWanted = Bool(text), known.contains(where: { $0.name == place }) {
      if !isWanted { return .array(zip(elements, names).filter { $1 != place }.map(\.0)) }
      if !names.contains(place) {
        elements.insert([kind: .string(place)], at: Self.index(of: place, among: names, as: known.map(\.name)))
      }
      return .array(elements)
    }
    let number = Int(place).flatMap { elements.indices.contains($0) ? $0 : nil }
    guard let index = names.firstIndex(of: place) ?? number else {
      if replacesOnly { return list }
      if known.contains(where: { $0.name == place }) {
        let hint = "; --also \(place) adds it"
        let has = names.isEmpty ? "none" : names.joined(separator: ", ")
        throw .invalid(path: option, message: "the pipeline has no \(kind) \"\(place)\"\(hint). It has: \(has).")
      }
      // A name alone may refer to a format or stage that the pipeline lacks.
      if keys.count == 1, Bool(text) != nil {
        let writers = option == "--also" ? writers.map(\.name) : []
        throw .unknown(
          writers.isEmpty ? kind : "format or stage", place, path: option, allowed: writers + known.map(\.name))
      }
      throw .unknown("\(kind) of the pipeline", place, path: option, allowed: names)
    }
    guard let table = known.first(where: { $0.name == names[index] })?.table else { return list }
    if replacesOnly, case .object(let members) = elements[index], members[keys.last ?? ""] == nil { return list }
    elements[index] = try changed(elements[index], keys.dropFirst(), table: table, in: names[index]) ?? [:]
    return .array(elements)
  }

  /// Returns the position for a new element, which is before the first existing element that comes later in `order`.
  private static func index(of name: String, among names: [String], as order: [String]) -> Int {
    let later = order.drop { $0 != name }
    return names.firstIndex(where: later.contains) ?? names.endIndex
  }

  private func changed(
    _ object: JSONValue?, _ keys: ArraySlice<String>, table: SettingTable, in place: String
  ) throws(PipelineError) -> JSONValue? {
    // A string value such as "engine": "tesseract" is replaced by an object.
    var members: [String: JSONValue] = [:]
    if case .object(let given) = object { members = given }
    let names = table.settings.map(\.name)
    guard let key = keys.first else {
      let allowed = names.isEmpty ? "it has none" : names.sorted().joined(separator: ", ")
      throw .invalid(path: option, message: "name a setting of \"\(place)\": \(allowed).")
    }
    guard let setting = table.settings.first(where: { $0.name == key }) else {
      throw .unknown("key", key, path: option, allowed: names)
    }
    if keys.count == 1 {
      members[key] = try setting.validated(setting.value(from: text), path: option)
    } else if let inner = setting.members {
      members[key] = try changed(members[key], keys.dropFirst(), table: inner, in: key)
    } else {
      throw .invalid(path: option, message: "\"\(key)\" is \(setting.type.description) and has no keys.")
    }
    return .object(members)
  }
}

/// A setting with a new value from the command line.
public struct SettingChange: Hashable, Sendable {
  /// The path of the setting, such as `stages`, `deskew`, `maximumAngle`.
  package let keys: [String]
  /// The value as entered. The setting's type determines how it is parsed.
  package let text: String
  /// The option for error messages, such as `--set pages.dpi`.
  package let option: String
  package let replacesOnly: Bool

  package init(_ key: String, to text: String, option: String, replacesOnly: Bool = false) {
    keys = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    (self.text, self.option, self.replacesOnly) = (text, option, replacesOnly)
  }

  /// Parses an assignment.
  ///
  /// - Parameter assignment: A text such as `pages.dpi=400`.
  /// - Returns: The change, or `nil` if the text has no key or no equals sign.
  public init?(assignment: String) {
    guard let mark = assignment.firstIndex(of: "="), mark > assignment.startIndex else { return nil }
    let key = String(assignment[..<mark])
    self.init(key, to: String(assignment[assignment.index(after: mark)...]), option: "--set \(key)")
  }
}
