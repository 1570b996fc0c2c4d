// SPDX-License-Identifier: GPL-3.0-or-later

/// The resource limits for a page or document, and the sandbox of the workers: the key `limits`.
public struct LimitSettings: SettingSection {
  /// The sandbox modes.
  public enum Sandbox: String, Codable, CaseIterable, SettingValue {
    /// Use the restrictions that the kernel supports.
    case auto
    /// Refuse to run if the kernel doesn't support all restrictions.
    case require
    /// Limit only memory, time, and files.
    case off
  }

  /// The modes for faster replacements of Tesseract's slowest functions.
  package enum Kernels: String, Codable, CaseIterable, SettingValue {
    /// Use them if they match the library and the processor.
    case auto
    /// Don't use them.
    case off
  }

  package static let name = "limits"
  package static let abstract = "Limits for a page or document."

  package static let secondsPerPage = Setting(
    "secondsPerPage", default: 300.0, in: 1...86_400,
    help:
      "Processor seconds for a page, and seconds in which nothing happens; a page that needs more is recorded as failed."
  )
  package static let secondsWithoutProgress = Setting(
    "secondsWithoutProgress", default: 120.0, in: 1...86_400,
    help: "The same for a single stage of a page, and for its loading. Waiting for a busy processor does not count.")
  package static let megabytesPerWorker = Setting(
    "megabytesPerWorker", default: 2048, in: 256...1_048_576,
    help: "Memory a worker process may allocate, in MiB; a page that needs more is recorded as failed.")
  package static let megabytesPerStream = Setting(
    "megabytesPerStream", default: 512, in: 1...1_048_576,
    help:
      "What one part of a PDF, or one picture in a TIFF file, may unpack to, in MiB; a page with more is recorded as "
      + "failed.")
  package static let megapixelsPerPage = Setting(
    "megapixelsPerPage", default: 200.0, in: 1...10_000, help: "A larger page is recorded as failed.")
  package static let pagesPerDocument = Setting(
    "pagesPerDocument", default: 20_000, in: 1...1_000_000, help: "A document with more pages is recorded as failed.")
  package static let freeMegabytes = Setting(
    "freeMegabytes", default: 100, in: 0...1_048_576,
    help: "Work stops while the output disk has less free space than this, in MiB, and continues later."
  )
  package static let sandbox = Setting(
    "sandbox", default: Sandbox.auto,
    help:
      "How the processes that read documents are confined: \"auto\": as far as this kernel can, with a notice if "
      + "something is missing; \"require\": the run ends if something is missing; \"off\": limits only.")
  package static let kernels = Setting(
    "kernels", default: Kernels.auto,
    help:
      "Whether docscan's faster functions take the place of Tesseract's slowest ones; results are the same: \"auto\": where "
      + "they fit this processor and this build of Tesseract; \"off\": never.")

  package static let table = SettingTable([
    secondsPerPage.erased, secondsWithoutProgress.erased, megabytesPerWorker.erased, megabytesPerStream.erased,
    megapixelsPerPage.erased, pagesPerDocument.erased, freeMegabytes.erased, sandbox.erased, kernels.erased,
  ])
  package var settings: ResolvedSettings
}
