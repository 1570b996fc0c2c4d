// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// The recognition engine: the setting `engine` of the `recognize` stage.
package enum EngineChoice: Hashable, Sendable {
  case tesseract
  /// The PP-OCR networks, which run in the worker.
  case ppocr(Combination)
  /// An external program that uses the engine protocol.
  case program(command: [String], Combination)

  /// The ways to combine an engine with Tesseract.
  package enum Combination: Hashable, Sendable {
    case alone
    /// The engine and Tesseract read every page.
    case always
    /// The engine reads only words that Tesseract doubts or missed, and only if the engine is installed.
    case doubt
    /// The engine reads only photographs and pages that Tesseract reads poorly, and only if the engine is installed.
    case poor
  }

  package var usesTesseract: Bool {
    switch self {
    case .tesseract: true
    case .ppocr(let combination), .program(_, let combination): combination != .alone
    }
  }

  package static let stageName = "recognize"
  package static let settingName = "engine"

  private static let text = "tesseract"
  private static let programName = "program"
  package static let ppocrName = "ppocr"
  private static let name = Setting(
    "name", default: programName, oneOf: [programName, ppocrName],
    help:
      "\"program\": the external program in command; \"ppocr\": models that docscan runs itself. To install them, "
      + "run `bash Pipelines/setup/install.sh models`.")
  private static let command = Setting(
    "command", default: [String](),
    help:
      "The engine's program and its arguments. The program is looked up in PATH, and files are relative to the "
      + "pipeline file.")
  private static let combine = Setting(
    "combine", default: Combination.alone, oneOf: Combination.names,
    help:
      "true: Tesseract also reads, and the better of both results is kept; \"doubt\": ppocr reads only what "
      + "Tesseract doubts or misses, if it is installed; \"poor\": the same, but only on photographs and poorly read pages; false: only the engine reads."
  )

  package static let table = SettingTable([name.erased, command.erased, combine.erased])

  package static func setting(help: String) -> Setting<EngineChoice> {
    Setting(settingName, default: .tesseract, oneOf: [text, ppocrName], members: table, help: help)
  }
}

extension EngineChoice: SettingValue {
  package static var settingType: SettingType { .choiceOrObject }

  /// Parses `"tesseract"`, `"ppocr"`, or an object with a name or command. Returns `nil` for other values.
  package init?(json: JSONValue) {
    switch json {
    case .string(Self.text): self = .tesseract
    case .string(Self.ppocrName): self = .ppocr(.alone)
    case .object(let members):
      let settings = ResolvedSettings(values: members)
      let combination = settings[Self.combine]
      self =
        settings[Self.name] == Self.ppocrName
        ? .ppocr(combination) : .program(command: settings[Self.command], combination)
    case _: return nil
    }
  }

  package var json: JSONValue {
    switch self {
    case .tesseract: .string(Self.text)
    case .ppocr(.alone): .string(Self.ppocrName)
    case .ppocr(let combination):
      .object([Self.name.name: .string(Self.ppocrName), Self.combine.name: combination.json])
    case .program(let command, let combination):
      .object([Self.command.name: command.json, Self.combine.name: combination.json])
    }
  }
}

extension EngineChoice.Combination: SettingValue {
  private static let words = [Self.doubt: "doubt", .poor: "poor"]
  static let names = ["doubt", "poor"]

  /// Whether only ppocr has this mode, in which it may be missing.
  package var isOptional: Bool { Self.words[self] != nil }

  package static var settingType: SettingType { .booleanOrChoice }

  package init?(json: JSONValue) {
    switch json {
    case .boolean(let isCombined): self = isCombined ? .always : .alone
    case .string(let name):
      guard let mode = Self.words.first(where: { $0.value == name }) else { return nil }
      self = mode.key
    case _: return nil
    }
  }

  package var json: JSONValue {
    switch self {
    case .alone: false
    case .always: true
    case .doubt: "doubt"
    case .poor: "poor"
    }
  }
}

extension Pipeline {
  /// Returns the external engine's command, or `nil`. A pipeline has at most one; overrides can turn it on or off, but can't choose another.
  package func engineCommand() throws(PipelineError) -> [String]? {
    var found: [String]?
    for (path, command, combination, isNamed) in engineCommands {
      guard !isNamed else {
        if command.isEmpty { continue }
        throw .invalid(path: "\(path).command", message: "an engine has a name or a command, not both.")
      }
      guard !combination.isOptional else {
        throw .invalid(
          path: "\(path).combine", message: "\(combination.json.shortText) is for the engine \"ppocr\".")
      }
      guard command.contains(where: { !$0.isEmpty }), command.first != "" else {
        throw .invalid(path: "\(path).command", message: "the engine's program is missing.")
      }
      if let found, found != command {
        throw .invalid(
          path: "\(path).command",
          message: "a pipeline can only have one engine, and another one is named elsewhere in it.")
      }
      found = command
    }
    return found
  }

  /// Whether pages are read with ppocr if its models are installed.
  package var readsWithModels: Bool {
    stages.contains { stage in
      guard let value = stage.settings.values[EngineChoice.settingName], case .ppocr = EngineChoice(json: value) else {
        return false
      }
      return true
    }
  }

  private var engineCommands: [(path: String, command: [String], combination: EngineChoice.Combination, isNamed: Bool)]
  {
    let own = stages.enumerated().map { ("stages[\($0.offset)]", $0.element.settings as ResolvedSettings?) }
    let others = overrides.flatMap { override in
      override.changes.map { ("overrides[\"\(override.key)\"].\($0.stage)", $0.settings) }
    }
    return (own + others).compactMap { path, settings in
      guard let value = settings?.values[EngineChoice.settingName], let choice = EngineChoice(json: value) else {
        return nil
      }
      let place = path.key(EngineChoice.settingName)
      switch choice {
      case .tesseract: return nil
      case .program(let command, let combination): return (place, command, combination, false)
      case .ppocr(let combination):
        return (place, EngineChoice.command(in: value), combination, true)
      }
    }
  }
}

extension EngineChoice {
  fileprivate static func command(in value: JSONValue) -> [String] {
    guard case .object(let members) = value else { return [] }
    return ResolvedSettings(values: members)[command]
  }
}

/// Finds the command that installs the recognition networks, for messages.
package enum NetworkInstallation {
  /// Returns the installation command for a program in a folder such as `/usr/bin`, or in an unknown folder if `nil`. An installed package contains
  /// a script for this. Otherwise, the command for a source checkout is returned.
  package static func command(forProgramIn folder: String?) -> String {
    let fromCheckout = "bash Pipelines/setup/install.sh models"
    guard let folder, let slash = folder.lastIndex(of: "/") else { return fromCheckout }
    let share = "\(folder[..<slash])/share/docscan"
    let script = "\(share)/install/models.sh"
    guard unsafe access(script, R_OK) == 0 else { return fromCheckout }
    return (unsafe access(share, W_OK) == 0 ? "" : "sudo ") + "bash \(script) \(share)/models"
  }
}
