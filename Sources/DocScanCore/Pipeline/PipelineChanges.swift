// SPDX-License-Identifier: GPL-3.0-or-later

/// What the command line changes in a pipeline, before the pipeline is checked.
public struct PipelineChanges: Hashable, Sendable {
  /// Writers that run beside the pipeline's own, by name.
  package var writers: [String]
  /// The one writer that runs, by name; nil keeps all.
  package var onlyWriter: String?
  /// Settings, in the order in which they were given.
  package var settings: [SettingChange]

  /// Changes; nothing is changed by default.
  public init(writers: [String] = [], settings: [SettingChange] = []) {
    (self.writers, self.settings) = (writers, settings)
  }

  /// The pipeline file with the changes; an error names the option that is wrong.
  ///
  /// What is wrong with the file itself stays as it is: whoever reads it next says so.
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

  /// The key `output` with the writers that are wanted.
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

  /// The name in an object such as `{"stage": "deskew"}`.
  fileprivate func component(_ kind: String) -> String? {
    guard case .object(let members) = self else { return nil }
    return members[kind].flatMap { String(json: $0) }
  }
}

extension SettingChange {
  /// Gives the setting its value in the objects and lists of a pipeline file.
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
      // The writers of a pipeline may be meant without the key that holds them: output.pdf.pdfa.
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

  /// A list such as `[{"stage": "deskew"}]` with the setting of one of its stages or writers.
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
      // What is not in the pipeline may be meant where only a name is given.
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

  /// Where a new element belongs among those that are there: before the first that `order` has later, which is the one that works.
  private static func index(of name: String, among names: [String], as order: [String]) -> Int {
    let later = order.drop { $0 != name }
    return names.firstIndex(where: later.contains) ?? names.endIndex
  }

  /// An object with the setting, as the object's table has it.
  private func changed(
    _ object: JSONValue?, _ keys: ArraySlice<String>, table: SettingTable, in place: String
  ) throws(PipelineError) -> JSONValue? {
    // A text in place of an object, such as "engine": "tesseract", gives way to one.
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

/// A setting of a pipeline that the command line gives another value.
public struct SettingChange: Hashable, Sendable {
  /// The keys that lead to the setting, such as `stages`, `deskew`, `maximumAngle`.
  package let keys: [String]
  /// The value as it was written; the type of the setting decides what it means.
  package let text: String
  /// What messages call it, such as `--set pages.dpi`.
  package let option: String
  /// Whether it only replaces a value that the pipeline names, and does nothing elsewhere.
  package let replacesOnly: Bool

  /// A change of the setting with this key, such as `pages.dpi`.
  package init(_ key: String, to text: String, option: String, replacesOnly: Bool = false) {
    keys = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    (self.text, self.option, self.replacesOnly) = (text, option, replacesOnly)
  }

  /// Reads `KEY=VALUE`; nil when there is no key or no equals sign.
  public init?(assignment: String) {
    guard let mark = assignment.firstIndex(of: "="), mark > assignment.startIndex else { return nil }
    let key = String(assignment[..<mark])
    self.init(key, to: String(assignment[assignment.index(after: mark)...]), option: "--set \(key)")
  }
}
