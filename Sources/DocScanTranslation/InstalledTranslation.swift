// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCurl

/// The installed software for the stage `translate`.
package struct InstalledTranslation: Codable, Hashable, Sendable {
  /// Apertium's installed directions, such as "spa-eng", or empty if Apertium isn't installed.
  package var apertium: [String]
  package var libcurl: String
  package var providers: [String]

  package init(apertium: [String], libcurl: String, providers: [String]) {
    (self.apertium, self.libcurl, self.providers) = (apertium, libcurl, providers)
  }

  /// Examines this computer, without requests to servers.
  package static func probe() -> InstalledTranslation {
    InstalledTranslation(
      apertium: ApertiumProvider.program == nil ? [] : ApertiumProvider.installedDirections,
      libcurl: unsafe String(cString: ccurl_version()), providers: builtInProviders.map { $0.name })
  }
}
