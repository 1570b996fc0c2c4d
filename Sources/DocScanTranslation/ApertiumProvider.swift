// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import FoundationEssentials
internal import Glibc

/// A provider that translates with Debian's Apertium on this computer, a program without network access.
package final class ApertiumProvider: TranslationProvider {
  package static let name = "apertium"
  package static let knowsPairs = true
  package static let takesSeveral = true

  /// Debian's folder of installed translation directions, with one file for each.
  private static let folder = "/usr/share/apertium/modes"

  package let identity: String
  private let modes: Set<String>
  private let stage: TranslateStage
  private let program: String

  package init(_ stage: TranslateStage) throws(PipelineError) {
    let modes = Self.installedModes
    guard let program = Self.program, !modes.isEmpty else {
      let packages = Self.packages(from: stage.from, to: stage.to)
      throw .missingPart(
        message: "The stage \"translate\" uses Apertium, which is not installed. Install it: apt-get install apertium "
          + packages.joined(separator: " "))
    }
    if let objection = TrustedPath.objection(to: program) {
      throw .missingPart(message: "Others can change the program \(program), so it isn't started. \(objection)")
    }
    (self.modes, self.program, self.stage) = (modes, program, stage)
    // Derives the version from the installed files, which change with Debian's packages.
    let filter = TextFilter(Self.command(program, "-V"), seconds: 60, sandbox: stage.sandbox)
    let version = filter.run("", while: { true }).text ?? ""
    let data = Self.installedDirections.map { $0 + Self.stamp($0) }.joined(separator: " ")
    identity = "apertium \(version.trimmed) \(ContentDigest.sha256(Data(data.utf8)))"
  }

  package static var program: String? { TrustedPath.program(named: name) }

  /// Returns the command line of the program. The locale is fixed, because the program crashes if LANG names a locale that isn't installed.
  private static func command(_ program: String, _ arguments: String...) -> [String] {
    ["/usr/bin/env", "LC_ALL=C.UTF-8", program] + arguments
  }

  package static var installedDirections: [String] { installedModes.sorted() }

  private static var installedModes: Set<String> {
    do {
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      return Set(files.filter { $0.hasSuffix(".mode") }.map { String($0.dropLast(5)) })
    } catch {
      return []
    }
  }

  private static func stamp(_ mode: String) -> String {
    fileStatus("\(folder)/\(mode).mode", followingLinks: true).map { "\($0.st_size).\($0.st_mtim.tv_sec)" } ?? ""
  }

  package func pair(from source: String, to target: String, while goesOn: () -> Bool) -> LanguagePair? {
    for first in Self.codes(source) {
      for second in Self.codes(target) where modes.contains("\(first)-\(second)") {
        return LanguagePair(source: first, target: second)
      }
    }
    return nil
  }

  /// Returns the codes by which pairs may name a language: the long code, the short code, or either with a region.
  package static func codes(_ tag: String) -> [String] {
    let plain = LanguageTag(named: tag)?.withoutRegion ?? tag
    let region = tag.split(separator: "-").last.map(String.init).flatMap { $0 == $0.uppercased() ? $0 : nil }
    let pack = LanguagePack.pack(named: plain)
    let base = [plain, String(pack.prefix { $0 != "_" })]
    return (region.map { region in base.map { "\($0)_\(region)" } } ?? []) + base
  }

  package func advice(from source: String, to target: String) -> String {
    let packages = Self.packages(from: source, to: [target])
    guard !packages.isEmpty else {
      return "Debian has no Apertium from \(source) to \(target); another provider may translate that."
    }
    return "Apertium cannot translate from \(source) to \(target) yet. Install it: apt-get install "
      + packages.joined(separator: " ")
  }

  private static func packages(from source: String?, to targets: [String]) -> [String] {
    guard let source else { return ["apertium-eng-spa"] }
    return targets.compactMap { ApertiumPackages.package(codes(source), codes($0)) }
  }

  package func translate(
    _ texts: [String], _ pair: LanguagePair, while goesOn: () -> Bool
  ) throws(TranslationEnd) -> [TranslationAnswer] {
    // An empty line ends a paragraph, so a single run of the program translates all texts.
    let lines = texts.map { $0.replacing(where: { $0.isControl }, with: " ") }
    let together = try run(lines.joined(separator: "\n\n"), pair, goesOn)
    if case .text(let text) = together {
      let parts = text.trimmed.components("\n\n")
      if parts.count == texts.count { return parts.map { .text($0.trimmed) } }
    }
    guard texts.count > 1 else { return [together] }
    return try lines.map { (line) throws(TranslationEnd) in try run(line, pair, goesOn) }
  }

  private func run(_ text: String, _ pair: LanguagePair, _ goesOn: () -> Bool) throws(TranslationEnd)
    -> TranslationAnswer
  {
    let filter = TextFilter(
      Self.command(program, "-u", "-f", "txt", "\(pair.source)-\(pair.target)"), seconds: max(stage.seconds, 30),
      sandbox: stage.sandbox)
    switch filter.run(text + "\n", while: goesOn) {
    case .stopped: throw .stopped
    case .failed(let reason): return .refused("Apertium \(reason)")
    case .text(let text): return text.trimmed.isEmpty ? .refused("Apertium produced no output") : .text(text.trimmed)
    }
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
