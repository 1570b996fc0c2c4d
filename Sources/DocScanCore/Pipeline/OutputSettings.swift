// SPDX-License-Identifier: GPL-3.0-or-later

/// Where results go: the key `output`.
package struct OutputSettings: SettingSection {
  /// Where results go if nothing names a folder, in the working folder.
  package static let defaultDirectory = "docscan-out"

  package static let name = "output"
  package static let abstract = "Where results go."

  /// Nil where the pipeline names none: then results go to `defaultDirectory`.
  package static let directory = Setting(
    "directory", default: String?.none,
    help: "The folder for results, relative to the pipeline file. Without it, results go to \(defaultDirectory) in the "
      + "folder in which docscan is started.")
  /// The share of the pages of each finished PDF that is compared with what was meant to be in it, 0 to 1.
  package static let verify = Setting(
    "verify", default: 0.02, in: 0...1,
    help:
      "The fraction of pages that is read back from each finished PDF and compared with the page JSON and the original. "
      + "If something differs, the document fails. 1 means every page, 0 none.")

  /// The key `output.name`: how documents are called by what they say.
  package static let naming = Setting(
    "name", default: String?.none,
    help: "How documents are named by what they say, such as \"{date:yyyy}/{date} {merchant|sender|title} {total}\": "
      + NameTemplate.Field.allCases.map(\.rawValue).joined(separator: ", ")
      + ". The first field between bars that is certain is used. A document that docscan is not sure about keeps the name of its "
      + "input. Without it, all documents do.")

  package static let table = SettingTable([directory.erased, verify.erased, naming.erased])
  package var settings: ResolvedSettings
  /// The writers, in the order of the file.
  package var writers: [ResolvedComponent]

  /// How documents are called by what they say; nil where they keep the names of their inputs.
  package private(set) var template: NameTemplate?

  init(settings: ResolvedSettings, writers: [ResolvedComponent]) throws(PipelineError) {
    (self.settings, self.writers) = (settings, writers)
    guard let text = settings[Self.naming] else { return }
    do throws(InvalidInput) {
      template = try NameTemplate(text)
    } catch {
      throw .invalid(path: "\(Self.name).\(Self.naming.name)", message: "\"\(text)\" \(error).")
    }
  }

  /// The key of the list of writers.
  static let writersKey = "writers"
}
