// SPDX-License-Identifier: GPL-3.0-or-later

public import FoundationEssentials

/// A pipeline file, checked, with every default filled in.
public struct Pipeline: Codable, Hashable, Sendable {
  public var name: String
  /// What it is for, in a sentence; nil where the file does not say.
  public var description: String?
  public var input: InputSettings
  public var pages: PageSettings
  public var limits: LimitSettings
  /// The stages, in the order in which they run.
  public var stages: [ResolvedComponent]
  /// What they may find, by the stage's name.
  public let findings: [String: FindingDescription]
  /// What is done differently with single pages.
  public var overrides: [PageOverride]
  public var output: OutputSettings
  public var watch: WatchSettings

  /// The keys of a pipeline file.
  static let keys = ["name", "description", "input", "pages", "limits", "stages", "overrides", "output", "watch"]

  /// Checks the bytes of a pipeline file against the stages and writers there are.
  public init(
    json: Data, stages: [ComponentDescription], writers: [ComponentDescription]
  ) throws(PipelineError) {
    let value: JSONValue
    do {
      value = try JSONFile.parse(json)
    } catch {
      throw .invalid(path: "", message: "this is not JSON: \(error)")
    }
    try self.init(value: value, stages: stages, writers: writers)
  }

  /// Checks a parsed pipeline file against the stages and writers there are.
  public init(
    value: JSONValue, stages: [ComponentDescription], writers: [ComponentDescription]
  ) throws(PipelineError) {
    let root = try object(value, path: "")
    for key in root.keys.sorted() where !Self.keys.contains(key) {
      throw .unknown("key", key, path: key, allowed: Self.keys)
    }
    name = try text(root["name"], path: "name") ?? "pipeline"
    description = try text(root["description"], path: "description")
    input = InputSettings(try InputSettings.table.resolve(try object(root["input"], path: "input"), path: "input"))
    pages = PageSettings(try PageSettings.table.resolve(try object(root["pages"], path: "pages"), path: "pages"))
    limits = LimitSettings(try LimitSettings.table.resolve(try object(root["limits"], path: "limits"), path: "limits"))
    self.stages = try components(root["stages"], path: "stages", kind: "stage", among: stages)
    for (index, stage) in self.stages.enumerated() {
      if let first = self.stages.firstIndex(where: { $0.name == stage.name }), first < index {
        throw .invalid(
          path: "stages[\(index)]", message: "\"\(stage.name)\" is listed twice; a stage can only run once.")
      }
    }
    let written: [JSONValue] = if case .array(let elements) = root["stages"] { elements } else { [] }
    let inheritance = SettingInheritance(stages: self.stages, written: written, descriptions: stages)
    self.stages = inheritance.applied(to: self.stages)
    findings = Dictionary(
      stages.compactMap { stage in stage.finding.map { (stage.name, $0) } }, uniquingKeysWith: { $1 })
    overrides = []
    for (key, value) in try object(root["overrides"], path: "overrides").sorted(by: { $0.key < $1.key }) {
      overrides.append(
        try PageOverride(
          key: key, value: value, stages: self.stages, descriptions: stages, inheritance: inheritance,
          path: "overrides[\"\(key)\"]"))
    }
    let outputObject = try object(root["output"], path: "output")
    let writers = try components(outputObject["writers"], path: "output.writers", kind: "writer", among: writers)
    output = OutputSettings(
      try OutputSettings.table.resolve(outputObject, path: "output", reserved: ["writers"]), writers: writers)
    watch = WatchSettings(try WatchSettings.table.resolve(try object(root["watch"], path: "watch"), path: "watch"))
  }

  /// What decides the result of a document with these files, as canonical JSON: everything but names, places and
  /// the limits that do not change results.
  public func resultIdentity(files paths: [String]) throws -> Data {
    struct Identity: Encodable {
      let pages: PageSettings
      /// Larger pages are drawn at a lower resolution.
      let megapixelsPerPage: Double
      let stages: [ResolvedComponent]
      let overrides: [PageOverride]
      let writers: [ResolvedComponent]
      /// Nil without separators, so that the results of such pipelines stay the same.
      let separators: SeparatorSettings?
    }
    return try JSONText.compact(
      Identity(
        pages: pages, megapixelsPerPage: limits.megapixelsPerPage, stages: stages,
        overrides: overrides(files: paths), writers: output.writers,
        separators: input.separators))
  }
}

/// Where documents come from: the key `input`.
public struct InputSettings: Codable, Hashable, Sendable {
  /// How files make documents.
  public enum Grouping: String, Codable, CaseIterable, Sendable {
    /// Each file is a document.
    case file
    /// The images of a folder, in natural order, are the pages of one document.
    case folder
  }

  public var paths: [String]
  public var group: Grouping
  /// What begins a new document within an input; nil where nothing does.
  public var separators: SeparatorSettings?

  private static let pathsSetting = Setting(
    "paths", default: [String](), help: "Files, folders or globs, relative to the pipeline file.")
  private static let groupSetting = Setting(
    "group", default: Grouping.file.rawValue, oneOf: Grouping.allCases.map(\.rawValue),
    help: "\"file\": each file is a document; \"folder\": the images in a folder are the pages of one document.")

  /// The keys of this object.
  public static let table = SettingTable([pathsSetting.erased, groupSetting.erased] + SeparatorSettings.settings)

  init(_ settings: ResolvedSettings) {
    paths = settings[Self.pathsSetting]
    group = Grouping(rawValue: settings[Self.groupSetting]) ?? .file
    separators = SeparatorSettings(settings)
  }
}

/// How pages are loaded: the key `pages`.
public struct PageSettings: Codable, Hashable, Sendable {
  /// What happens to a page that has text already.
  public enum ExistingText: String, Codable, CaseIterable, Sendable {
    /// Its text is copied and the page stays as it is.
    case skip
    /// Invisible text of an earlier recognition is taken out and the page recognized; text that is seen stays.
    case redo
    /// The page becomes a picture, which is recognized.
    case force
    /// Invisible text of an earlier recognition is taken out, and none is added.
    case strip
  }

  /// What happens to a PDF with a digital signature.
  public enum Signed: String, Codable, CaseIterable, Sendable {
    /// The result is the signed original, byte for byte; the recognized text is in the other files.
    case keep
    /// The result gets its text layer, and the signature is no longer valid.
    case change
  }

  /// The resolution at which PDF pages without a picture of their own are rasterized, in pixels per inch.
  public var dpi: Double
  public var existingText: ExistingText
  public var signed: Signed
  /// True where the place of a photograph may stand in results; nil elsewhere, so that the results of such pipelines stay
  /// the same.
  public var gps: Bool?

  private static let dpiSetting = Setting(
    "dpi", default: 300.0, in: 50...1200,
    help: "Resolution for drawing PDF pages, in pixels per inch. A scanned page keeps its own.")
  private static let existingTextSetting = Setting(
    "existingText", default: ExistingText.skip.rawValue, oneOf: ExistingText.allCases.map(\.rawValue),
    help:
      "PDF pages that already have text: \"skip\" keeps them and copies their text; \"redo\" removes invisible text "
      + "from an earlier OCR, keeps visible text, and recognizes the rest; \"force\" turns them into pictures and "
      + "recognizes those; \"strip\" removes invisible text and adds none.")
  private static let signedSetting = Setting(
    "signed", default: Signed.keep.rawValue, oneOf: Signed.allCases.map(\.rawValue),
    help:
      "PDFs with a digital signature: \"keep\" leaves the PDF as it is, so the signature stays valid, and writes "
      + "the text only to the other files; \"change\" adds the text layer.")

  private static let gpsSetting = Setting(
    "gps", default: false,
    help:
      "Whether results may say where a photograph was taken: in the page JSON and the PDF's metadata. If not, a JPEG "
      + "that tells a place goes into the PDF without its camera data.")

  /// The keys of this object.
  public static let table = SettingTable([
    dpiSetting.erased, existingTextSetting.erased, signedSetting.erased, gpsSetting.erased,
  ])

  init(_ settings: ResolvedSettings) {
    dpi = settings[Self.dpiSetting]
    existingText = ExistingText(rawValue: settings[Self.existingTextSetting]) ?? .skip
    signed = Signed(rawValue: settings[Self.signedSetting]) ?? .keep
    gps = settings[Self.gpsSetting] ? true : nil
  }
}

/// Where results go: the key `output`.
public struct OutputSettings: Codable, Hashable, Sendable {
  /// Nil where the pipeline names none: then results go to `defaultDirectory`.
  public var directory: String?
  /// The share of the pages of each finished PDF that is compared with what was meant to be in it, 0 to 1.
  public var verify: Double
  public var writers: [ResolvedComponent]

  /// Where results go if nothing names a folder, in the working folder.
  public static let defaultDirectory = "docscan-out"

  private static let directorySetting = Setting(
    "directory", default: String?.none,
    help: "The folder for results, relative to the pipeline file. Without it, results go to \(defaultDirectory) in the "
      + "folder in which docscan is started.")
  private static let verifySetting = Setting(
    "verify", default: 0.02, in: 0...1,
    help:
      "The fraction of pages that is read back from each finished PDF and compared with the page JSON and the original. "
      + "If something differs, the document fails. 1 means every page, 0 none.")

  /// The keys of this object, beside `writers`.
  public static let table = SettingTable([directorySetting.erased, verifySetting.erased])

  init(_ settings: ResolvedSettings, writers: [ResolvedComponent]) {
    directory = settings[Self.directorySetting]
    verify = settings[Self.verifySetting]
    self.writers = writers
  }
}

private func text(_ value: JSONValue?, path: String) throws(PipelineError) -> String? {
  guard let value else { return nil }
  guard let text = String(json: value), !text.isEmpty else {
    throw .invalid(path: path, message: "expected a string, found \(value.kindName).")
  }
  return text
}

private func object(_ value: JSONValue?, path: String) throws(PipelineError) -> [String: JSONValue] {
  guard let value else { return [:] }
  guard case .object(let members) = value else {
    throw .invalid(path: path, message: "expected an object, found \(value.kindName).")
  }
  return members
}

/// Reads a list such as `[{"stage": "deskew", "maximumAngle": 15}]`.
private func components(
  _ value: JSONValue?, path: String, kind: String, among known: [ComponentDescription]
) throws(PipelineError) -> [ResolvedComponent] {
  guard let value else { return [] }
  guard case .array(let elements) = value else {
    throw .invalid(path: path, message: "expected a list, found \(value.kindName).")
  }
  var result: [ResolvedComponent] = []
  for (index, element) in elements.enumerated() {
    let here = "\(path)[\(index)]"
    let members = try object(element, path: here)
    guard let name = members[kind].flatMap({ String(json: $0) }) else {
      throw .invalid(path: here, message: "the key \"\(kind)\" is missing: it names the \(kind).")
    }
    guard let description = known.first(where: { $0.name == name }) else {
      throw .unknown(kind, name, path: here, allowed: known.map(\.name))
    }
    let settings = try description.table.resolve(members, path: here, reserved: [kind])
    result.append(ResolvedComponent(name: name, settings: settings))
  }
  return result
}
