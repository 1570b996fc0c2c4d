// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWorkers
internal import FoundationEssentials

/// A named pipeline that is part of docscan.
public struct Preset: Hashable, Sendable {
  /// The name on the command line, which is the file name without its extension.
  public let name: String
  package let file: String?

  package static let standardName = "scan"

  /// The default preset.
  public static var standard: Preset { named(standardName) ?? Preset(name: standardName, file: nil) }

  /// Finds a preset.
  ///
  /// - Parameter name: The name of the preset.
  /// - Returns: The preset, or `nil` if there is none with this name.
  public static func named(_ name: String) -> Preset? { all().first { $0.name == name } }

  /// Lists all presets.
  ///
  /// - Returns: The presets, sorted by name.
  public static func all() -> [Preset] {
    // An unreadable folder has no presets, but the built-in one always exists.
    let files = folder.map { folder in names(inFolder: folder).map { "\(folder)/\($0)" } } ?? []
    let presets = files.filter { $0.hasSuffix(".json") && !fileName($0).hasPrefix(".") }.map {
      Preset(name: String(fileName($0).dropLast(5)), file: $0)
    }
    let builtIn = presets.contains { $0.name == standardName } ? [] : [Preset(name: standardName, file: nil)]
    return (presets + builtIn).sorted { $0.name < $1.name }
  }

  /// The folder of presets: `../share/docscan/presets` relative to the program's, or `Pipelines` of the package it was built in, or `nil` without
  /// both.
  package static var folder: String? {
    guard let own = Installation.ownFolder() else { return nil }
    let parts = own.split(separator: "/", omittingEmptySubsequences: false)
    let installed = parts.dropLast().joined(separator: "/") + "/share/docscan/presets"
    let package = parts.lastIndex(of: ".build").map { parts[..<$0].joined(separator: "/") + "/Pipelines" }
    return [installed, package].compactMap(\.self).first { FileManager.default.fileExists(atPath: $0) }
  }

  var json: Data? {
    guard let file else { return Data(Self.builtInText.utf8) }
    return FileManager.default.contents(atPath: file)
  }

  /// The description from the file, or empty if it has none.
  package var summary: String {
    do {
      guard let json, case .object(let members) = try JSONFile.parse(json) else { return "" }
      return members["description"].flatMap { String(json: $0) } ?? ""
    } catch {
      // An error in the file is reported when the preset is used.
      return ""
    }
  }

  /// The text of Pipelines/scan.json, so that docscan works without any file.
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
