// SPDX-License-Identifier: GPL-3.0-or-later

/// What reads the text of a page: the setting `engine` of the recognize stage.
public enum EngineChoice: Hashable, Sendable {
  /// Tesseract alone.
  case tesseract
  /// A program that speaks the protocol of engines: instead of Tesseract, or combined with it line by line.
  case program(command: [String], combine: Bool)

  /// Whether Tesseract reads.
  public var usesTesseract: Bool {
    switch self {
    case .tesseract, .program(_, combine: true): true
    case .program(_, combine: false): false
    }
  }

  /// The stage that has the setting.
  public static let stageName = "recognize"
  /// The setting's name in the pipeline file.
  public static let settingName = "engine"

  private static let text = "tesseract"
  private static let command = Setting(
    "command", default: [String](),
    help:
      "The engine's program and its arguments. The program is looked up in PATH; files are relative to the pipeline "
      + "file.")
  private static let combine = Setting(
    "combine", default: false,
    help: "true: Tesseract reads too, and the best of both is kept; false: the engine reads alone.")

  /// The keys of the object that names a program.
  public static let table = SettingTable([command.erased, combine.erased])

  /// The setting, with this help.
  public static func setting(help: String) -> Setting<EngineChoice> {
    Setting(settingName, default: .tesseract, oneOf: [text], members: table, help: help)
  }
}

extension EngineChoice: SettingValue {
  public static var settingType: SettingType { .choiceOrObject }

  /// Reads `"tesseract"` or an object with a command.
  public init?(json: JSONValue) {
    switch json {
    case .string(Self.text): self = .tesseract
    case .object(let members):
      let settings = ResolvedSettings(values: members)
      self = .program(command: settings[Self.command], combine: settings[Self.combine])
    case _: return nil
    }
  }

  public var json: JSONValue {
    switch self {
    case .tesseract: .string(Self.text)
    case .program(let command, let combine):
      .object([Self.command.name: command.json, Self.combine.name: combine.json])
    }
  }
}

extension Pipeline {
  /// The command of the engine that pages are read with; nil where Tesseract reads them all.
  ///
  /// A pipeline has one engine at most: pages may differ in whether they use it, not in which it is.
  public func engineCommand() throws(PipelineError) -> [String]? {
    var found: [String]?
    for (path, command) in engineCommands {
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

  /// The commands in the file, with the paths of their keys.
  private var engineCommands: [(path: String, command: [String])] {
    let own = stages.enumerated().map { ("stages[\($0.offset)]", $0.element.settings as ResolvedSettings?) }
    let others = overrides.flatMap { override in
      override.changes.map { ("overrides[\"\(override.key)\"].\($0.stage)", $0.settings) }
    }
    return (own + others).compactMap { path, settings in
      guard let value = settings?.values[EngineChoice.settingName],
        case .program(let command, _) = EngineChoice(json: value)
      else { return nil }
      return (path.key(EngineChoice.settingName), command)
    }
  }
}
