// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWorkers
internal import FoundationEssentials

/// A pipeline that comes with docscan and is called by its name.
public struct Preset: Hashable, Sendable {
  /// What the command line calls it: its file's name without the ending.
  public let name: String
  /// The pipeline file; nil for the preset that is built in.
  package let file: String?

  /// The name of the preset that runs where none is named.
  package static let standardName = "scan"

  /// The preset that runs where none is named.
  public static var standard: Preset { named(standardName) ?? Preset(name: standardName, file: nil) }

  /// The preset with this name; nil when there is none.
  public static func named(_ name: String) -> Preset? { all().first { $0.name == name } }

  /// Every preset, in the order of their names.
  public static func all() -> [Preset] {
    // A folder that cannot be read has no presets; the one that is built in is always there.
    let files = folder.map { folder in names(inFolder: folder).map { "\(folder)/\($0)" } } ?? []
    let presets = files.filter { $0.hasSuffix(".json") && !fileName($0).hasPrefix(".") }.map {
      Preset(name: String(fileName($0).dropLast(5)), file: $0)
    }
    let builtIn = presets.contains { $0.name == standardName } ? [] : [Preset(name: standardName, file: nil)]
    return (presets + builtIn).sorted { $0.name < $1.name }
  }

  /// The folder of the presets: `../share/docscan/presets` beside the program's own, or `Pipelines` of the package in
  /// which it was built; nil when there is neither.
  package static var folder: String? {
    guard let own = Installation.ownFolder() else { return nil }
    let parts = own.split(separator: "/", omittingEmptySubsequences: false)
    let installed = parts.dropLast().joined(separator: "/") + "/share/docscan/presets"
    let package = parts.lastIndex(of: ".build").map { parts[..<$0].joined(separator: "/") + "/Pipelines" }
    return [installed, package].compactMap(\.self).first { FileManager.default.fileExists(atPath: $0) }
  }

  /// The text of the pipeline file; nil when the file cannot be read.
  var json: Data? {
    guard let file else { return Data(Self.builtInText.utf8) }
    return FileManager.default.contents(atPath: file)
  }

  /// What it is for, in a sentence; empty if its file does not say.
  package var summary: String {
    do {
      guard let json, case .object(let members) = try JSONFile.parse(json) else { return "" }
      return members["description"].flatMap { String(json: $0) } ?? ""
    } catch {
      // Whoever runs it is told where the mistake is.
      return ""
    }
  }

  /// The preset that runs where none is named, so that docscan works without any file: the text of Pipelines/scan.json.
  static let builtInText = """
    {
      "name": "scan",
      "description": "Any scan or photo, in each page's own language.",
      "stages": [
        { "stage": "perspective" },
        { "stage": "orientation" },
        { "stage": "deskew" },
        { "stage": "clean", "showThrough": false, "specks": false, "edges": false },
        { "stage": "recognize", "languages": "auto", "engine": { "name": "ppocr", "combine": "doubt" } },
        { "stage": "languages" },
        { "stage": "structure" }
      ],
      "output": {
        "writers": [{ "writer": "pdf" }, { "writer": "text" }, { "writer": "json" }]
      }
    }

    """
}
