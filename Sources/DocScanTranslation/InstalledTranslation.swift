// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCurl

/// What there is on this computer for the stage `translate`.
package struct InstalledTranslation: Codable, Hashable, Sendable {
  /// What Apertium can translate, such as "spa-eng"; empty if it is not installed.
  package var apertium: [String]
  /// The version of the library that asks servers.
  package var libcurl: String
  /// The providers that a pipeline can name.
  package var providers: [String]

  /// What was found: Apertium's pairs of languages, libcurl's version, and the providers' names.
  package init(apertium: [String], libcurl: String, providers: [String]) {
    (self.apertium, self.libcurl, self.providers) = (apertium, libcurl, providers)
  }

  /// Looks for it; asks no server.
  package static func probe() -> InstalledTranslation {
    InstalledTranslation(
      apertium: ApertiumProvider.program == nil ? [] : ApertiumProvider.installedDirections,
      libcurl: unsafe String(cString: ccurl_version()), providers: builtInProviders.map { $0.name })
  }
}
