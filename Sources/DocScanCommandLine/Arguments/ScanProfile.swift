// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
package import DocScanWire
internal import FoundationEssentials
internal import Glibc

/// Saved settings of a scanner: a JSON file in the user's configuration folder.
package struct ScanProfile {
  private static let schema = "docscan-scan-profile/1"

  private struct Content: Codable {
    var schema: String
    var settings: ScanSettings
  }

  private let name: String
  private let folder: String
  package var path: String { "\(folder)/\(name).json" }

  /// Creates a reference to the profile with this name, which may not exist yet.
  package init(named name: String) throws(CommandError) {
    let isPlain = name.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45 || byte == 95
    }
    guard isPlain, (1...64).contains(name.utf8.count) else {
      throw Self.error("a name has letters, digits, - and _ only, found \"\(visibleText(name))\".")
    }
    self.name = name
    guard let place = userFolder("XDG_CONFIG_HOME", below: ".config") else {
      throw Self.error("profiles can't be saved: HOME and XDG_CONFIG_HOME are not set.")
    }
    folder = "\(place)/docscan/scan-profiles"
  }

  /// Returns the saved settings. With `unlessNew`, a missing profile has default settings.
  package func settings(unlessNew mayBeNew: Bool) throws(CommandError) -> ScanSettings {
    guard let data = FileManager.default.contents(atPath: path) else {
      if mayBeNew { return ScanSettings() }
      let others = (Folder(root: folder)?.names() ?? []).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
      let hint =
        others.isEmpty ? "" : " Profiles: \(visibleText(others.sorted().joined(separator: ", ")))."
      throw Self.error(
        "\"\(name)\" doesn't exist. To create it, add its settings, such as --feeder --dpi 300.\(hint)")
    }
    if let objection = TrustedPath.objection(to: path) {
      throw Self.error("others can change \(visibleText(path)), which chooses a scanner. \(visibleText(objection))")
    }
    do {
      let content = try JSONDecoder().decode(Content.self, from: data)
      guard content.schema == Self.schema else { throw Self.error("\(path) is of another version of docscan.") }
      return content.settings
    } catch let error as CommandError {
      throw error
    } catch {
      throw Self.error("\(visibleText(path)) cannot be read: \(visibleText("\(error)"))")
    }
  }

  /// Saves settings. The file is replaced in one step.
  package func save(_ settings: ScanSettings) throws(CommandError) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let json = try JSONText.pretty(Content(schema: Self.schema, settings: settings))
      guard let place = Folder(root: folder), place.write(Array(json), to: "\(name).json", mode: 0o600), place.sync()
      else {
        throw Self.error("\(visibleText(path)) cannot be written: \(unsafe String(cString: strerror(errno))).")
      }
    } catch let error as CommandError {
      throw error
    } catch {
      throw Self.error("\(visibleText(path)) cannot be written: \(visibleText("\(error)"))")
    }
  }

  private static func error(_ message: String) -> CommandError {
    .usage("--profile: \(message)", command: "scan")
  }
}
