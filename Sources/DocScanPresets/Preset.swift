// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanWorkers
internal import FoundationEssentials

/// A named pipeline that is part of docscan.
public struct Preset: Hashable, Sendable {
  /// The name on the command line, which is the file name without its extension.
  public let name: String
  /// The file, or `nil` for the pipeline that is embedded in the program.
  package let file: String?

  /// Makes PDF/A from scans if the document allows it.
  public static let archive = Preset(name: "archive", file: nil)
  /// Splits spreads of scanned books, flattens curled pages, and removes borders.
  public static let books = Preset(name: "books", file: nil)
  /// Makes one document of the photos in a folder.
  public static let photos = Preset(name: "photos", file: nil)
  /// Reads receipts and invoices.
  public static let receipts = Preset(name: "receipts", file: nil)
  /// Reads any scan or photo, in each page's own language.
  public static let scan = Preset(name: standardName, file: nil)
  /// Writes only plain text, and is fast.
  public static let textOnly = Preset(name: "text-only", file: nil)
  /// Adds an English translation to letters in any language that Apertium translates.
  public static let translate = Preset(name: "translate", file: nil)

  package static let standardName = "scan"

  /// The preset that the command line uses without a pipeline, from its file if there is one.
  package static var standard: Preset { Preset(named: standardName) ?? .scan }

  private static let embedded: [(preset: Preset, text: [UInt8])] = [
    (archive, PackageResources.archive_json), (books, PackageResources.books_json),
    (photos, PackageResources.photos_json), (receipts, PackageResources.receipts_json),
    (scan, PackageResources.scan_json), (textOnly, PackageResources.text_only_json),
    (translate, PackageResources.translate_json),
  ]

  private init(name: String, file: String?) { (self.name, self.file) = (name, file) }

  /// Finds a preset. An installed file takes precedence over an embedded preset of the same name.
  ///
  /// - Parameter name: The name of the preset.
  public init?(named name: String) {
    guard let preset = Self.all().first(where: { $0.name == name }) else { return nil }
    self = preset
  }

  /// Lists all presets: those that are embedded, and those in the folder of presets.
  ///
  /// - Returns: The presets, sorted by name.
  public static func all() -> [Preset] {
    // An unreadable folder has no presets.
    let files = folder.map { folder in names(inFolder: folder).map { "\(folder)/\($0)" } } ?? []
    let presets = files.filter { $0.hasSuffix(".json") && !fileName($0).hasPrefix(".") }.map {
      Preset(name: String(fileName($0).dropLast(5)), file: $0)
    }
    let others = embedded.map(\.preset).filter { own in !presets.contains { $0.name == own.name } }
    return (presets + others).sorted { $0.name < $1.name }
  }

  /// The folder of presets: `../share/docscan/presets` from the program's, or `Pipelines` of the package it was built in, or `nil` without both.
  package static var folder: String? {
    guard let own = Installation.ownFolder() else { return nil }
    let parts = own.split(separator: "/", omittingEmptySubsequences: false)
    let installed = parts.dropLast().joined(separator: "/") + "/share/docscan/presets"
    let package = parts.lastIndex(of: ".build").map { parts[..<$0].joined(separator: "/") + "/Pipelines" }
    return [installed, package].compactMap(\.self).first { FileManager.default.fileExists(atPath: $0) }
  }

  var json: Data? {
    guard let file else { return Self.embedded.first { $0.preset == self }.map { Data($0.text) } }
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
}
