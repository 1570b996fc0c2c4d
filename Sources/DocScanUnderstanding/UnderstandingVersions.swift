// SPDX-License-Identifier: GPL-3.0-or-later

/// The versions of the libraries that know what text means.
public enum UnderstandingVersions {
  /// Library name to version, such as "ICU": "72.1".
  public static var all: [String: String] { [:] }
}
