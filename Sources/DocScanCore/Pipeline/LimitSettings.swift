// SPDX-License-Identifier: GPL-3.0-or-later

/// What one page or document may cost, and what its worker may do: the key `limits`.
public struct LimitSettings: SettingSection {
  /// Whether workers are confined.
  public enum Sandbox: String, Codable, CaseIterable, SettingValue {
    /// As far as the kernel offers it.
    case auto
    /// Or not at all: a run does not begin where something is missing.
    case require
    /// Only by limits for memory, time and files.
    case off
  }

  /// Whether faster functions take the place of Tesseract's slowest ones.
  package enum Kernels: String, Codable, CaseIterable, SettingValue {
    /// Where they fit the library and the processor.
    case auto
    /// Never.
    case off
  }

  package static let name = "limits"
  package static let abstract = "Limits for a page or document."

  /// The key `limits.secondsPerPage`.
  package static let secondsPerPage = Setting(
    "secondsPerPage", default: 300.0, in: 1...86_400,
    help:
      "Processor seconds for a page, and seconds in which nothing happens; a page that needs more is recorded as failed."
  )
  /// The key `limits.secondsWithoutProgress`.
  package static let secondsWithoutProgress = Setting(
    "secondsWithoutProgress", default: 120.0, in: 1...86_400,
    help: "The same for a single stage of a page, and for its loading. Waiting for a busy processor does not count.")
  /// The key `limits.megabytesPerWorker`.
  package static let megabytesPerWorker = Setting(
    "megabytesPerWorker", default: 2048, in: 256...1_048_576,
    help: "Memory a worker process may allocate, in MiB; a page that needs more is recorded as failed.")
  /// The key `limits.megabytesPerStream`.
  package static let megabytesPerStream = Setting(
    "megabytesPerStream", default: 512, in: 1...1_048_576,
    help:
      "What one part of a PDF, or one picture in a TIFF file, may unpack to, in MiB; a page with more is recorded as "
      + "failed.")
  /// The key `limits.megapixelsPerPage`.
  package static let megapixelsPerPage = Setting(
    "megapixelsPerPage", default: 200.0, in: 1...10_000, help: "A larger page is recorded as failed.")
  /// The key `limits.pagesPerDocument`.
  package static let pagesPerDocument = Setting(
    "pagesPerDocument", default: 20_000, in: 1...1_000_000, help: "A document with more pages is recorded as failed.")
  /// The key `limits.freeMegabytes`.
  package static let freeMegabytes = Setting(
    "freeMegabytes", default: 100, in: 0...1_048_576,
    help: "Work stops while the output disk has less free space than this, in MiB, and continues later."
  )
  /// The key `limits.sandbox`.
  package static let sandbox = Setting(
    "sandbox", default: Sandbox.auto,
    help:
      "How the processes that read documents are confined: \"auto\": as far as this kernel can, with a notice if "
      + "something is missing; \"require\": the run ends if something is missing; \"off\": limits only.")
  /// The key `limits.kernels`.
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
