// SPDX-License-Identifier: GPL-3.0-or-later

/// What one page or document may cost, and what its worker may do: the key `limits`.
public struct LimitSettings: Codable, Hashable, Sendable {
  /// Whether workers are confined.
  public enum Sandbox: String, Codable, CaseIterable, Sendable {
    /// As far as the kernel offers it.
    case auto
    /// Or not at all: a run does not begin where something is missing.
    case require
    /// Only by limits for memory, time and files.
    case off
  }

  public var secondsPerPage: Double
  public var secondsWithoutProgress: Double
  public var megabytesPerWorker: Int
  public var megabytesPerStream: Int
  public var megapixelsPerPage: Double
  public var pagesPerDocument: Int
  /// In MiB, on the disk of the output.
  public var freeMegabytes: Int
  public var sandbox: Sandbox

  private static let secondsSetting = Setting(
    "secondsPerPage", default: 300.0, in: 1...86_400,
    help:
      "Processor seconds for a page, and seconds in which nothing happens; a page that needs more is recorded as failed."
  )
  private static let progressSetting = Setting(
    "secondsWithoutProgress", default: 120.0, in: 1...86_400,
    help: "The same for a single stage of a page, and for its loading. Waiting for a busy processor does not count.")
  private static let megabytesSetting = Setting(
    "megabytesPerWorker", default: 2048, in: 256...1_048_576,
    help: "Memory a worker process may allocate, in MiB; a page that needs more is recorded as failed.")
  private static let streamSetting = Setting(
    "megabytesPerStream", default: 512, in: 1...1_048_576,
    help:
      "What one part of a PDF, or one picture in a TIFF file, may unpack to, in MiB; a page with more is recorded as "
      + "failed.")
  private static let megapixelsSetting = Setting(
    "megapixelsPerPage", default: 200.0, in: 1...10_000, help: "A larger page is recorded as failed.")
  private static let pagesSetting = Setting(
    "pagesPerDocument", default: 20_000, in: 1...1_000_000, help: "A document with more pages is recorded as failed.")
  private static let freeSetting = Setting(
    "freeMegabytes", default: 100, in: 0...1_048_576,
    help: "Work stops while the output disk has less free space than this, in MiB, and continues later."
  )
  private static let sandboxSetting = Setting(
    "sandbox", default: Sandbox.auto.rawValue, oneOf: Sandbox.allCases.map(\.rawValue),
    help:
      "How the processes that read documents are confined: \"auto\": as far as this kernel can, with a notice if "
      + "something is missing; \"require\": the run ends if something is missing; \"off\": limits only.")

  /// The keys of this object.
  public static let table = SettingTable([
    secondsSetting.erased, progressSetting.erased, megabytesSetting.erased, streamSetting.erased,
    megapixelsSetting.erased, pagesSetting.erased, freeSetting.erased, sandboxSetting.erased,
  ])

  init(_ settings: ResolvedSettings) {
    secondsPerPage = settings[Self.secondsSetting]
    secondsWithoutProgress = settings[Self.progressSetting]
    megabytesPerWorker = settings[Self.megabytesSetting]
    megabytesPerStream = settings[Self.streamSetting]
    megapixelsPerPage = settings[Self.megapixelsSetting]
    pagesPerDocument = settings[Self.pagesSetting]
    freeMegabytes = settings[Self.freeSetting]
    sandbox = Sandbox(rawValue: settings[Self.sandboxSetting]) ?? .auto
  }

  /// These limits as the key `limits` of a pipeline file.
  var file: JSONValue {
    [
      "secondsPerPage": .number(secondsPerPage), "secondsWithoutProgress": .number(secondsWithoutProgress),
      "megabytesPerWorker": megabytesPerWorker.json, "megabytesPerStream": megabytesPerStream.json,
      "megapixelsPerPage": .number(megapixelsPerPage), "pagesPerDocument": pagesPerDocument.json,
      "freeMegabytes": freeMegabytes.json,
      "sandbox": .string(sandbox.rawValue),
    ]
  }
}
