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
    case off
  }

  /// The documents that may be read by the same worker process.
  package enum Sharing: String, Codable, CaseIterable, SettingValue {
    case owner
    case document
  }

  package static let name = "limits"
  package static let abstract = "Limits for a page or document."

  package static let secondsPerPage = Setting(
    "secondsPerPage", default: 300.0, in: 1...86_400,
    help:
      "Processor seconds for a page, and seconds without activity. A page that needs more fails."
  )
  package static let secondsWithoutProgress = Setting(
    "secondsWithoutProgress", default: 120.0, in: 1...86_400,
    help:
      "Processor seconds for a single stage of a page or for its loading, and seconds without activity. Waiting "
      + "for a busy processor doesn't count.")
  package static let megabytesPerWorker = Setting(
    "megabytesPerWorker", default: 2048, in: 256...1_048_576,
    help: "Memory that a worker process can allocate, in MiB. A page that needs more fails.")
  package static let megabytesPerStream = Setting(
    "megabytesPerStream", default: 512, in: 1...1_048_576,
    help:
      "Maximum uncompressed size of a stream in a PDF or a picture in a TIFF file, in MiB. A page that exceeds it fails."
  )
  package static let megapixelsPerPage = Setting(
    "megapixelsPerPage", default: 200.0, in: 1...10_000, help: "Size of a page, in megapixels. A larger page fails.")
  package static let pagesPerDocument = Setting(
    "pagesPerDocument", default: 20_000, in: 1...1_000_000,
    help:
      "Number of pages in a document. A document with more pages fails.")
  package static let freeMegabytes = Setting(
    "freeMegabytes", default: 100, in: 0...1_048_576,
    help: "Free space on the output disk, in MiB. Processing pauses while there is less."
  )
  package static let sandbox = Setting(
    "sandbox", default: Sandbox.auto,
    help:
      "The sandbox of the processes that read documents. \"auto\": use what the kernel supports, with a notice if "
      + "something is missing; \"require\": end the run if something is missing; \"off\": limits only.")
  package static let kernels = Setting(
    "kernels", default: Kernels.auto,
    help:
      "Faster replacements for Tesseract's slowest functions, with the same results. \"auto\": use them if they "
      + "match this processor and this build of Tesseract; \"off\": don't use them.")

  package static let workerSharing = Setting(
    "workerSharing", default: Sharing.owner,
    help:
      "The documents that may share a worker process, whose memory may keep parts of them. \"owner\": those of the same user "
      + "or device; \"document\": none, which starts new workers for each document.")

  package static let table = SettingTable([
    secondsPerPage.erased, secondsWithoutProgress.erased, megabytesPerWorker.erased, megabytesPerStream.erased,
    megapixelsPerPage.erased, pagesPerDocument.erased, freeMegabytes.erased, sandbox.erased, kernels.erased,
    workerSharing.erased,
  ])
  package var settings: ResolvedSettings
}
