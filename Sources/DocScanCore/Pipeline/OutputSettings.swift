// SPDX-License-Identifier: GPL-3.0-or-later

/// Where results go: the key `output`.
public struct OutputSettings: SettingSection {
  /// Where results go if nothing names a folder, in the working folder.
  public static let defaultDirectory = "docscan-out"

  public static let name = "output"
  public static let abstract = "Where results go."

  /// Nil where the pipeline names none: then results go to `defaultDirectory`.
  public static let directory = Setting(
    "directory", default: String?.none,
    help: "The folder for results, relative to the pipeline file. Without it, results go to \(defaultDirectory) in the "
      + "folder in which docscan is started.")
  /// The share of the pages of each finished PDF that is compared with what was meant to be in it, 0 to 1.
  public static let verify = Setting(
    "verify", default: 0.02, in: 0...1,
    help:
      "The fraction of pages that is read back from each finished PDF and compared with the page JSON and the original. "
      + "If something differs, the document fails. 1 means every page, 0 none.")

  public static let table = SettingTable([directory.erased, verify.erased])
  public var settings: ResolvedSettings
  /// The writers, in the order of the file.
  public var writers: [ResolvedComponent]

  /// The key of the list of writers.
  static let writersKey = "writers"
}
