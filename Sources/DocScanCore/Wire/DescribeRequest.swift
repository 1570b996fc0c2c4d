// SPDX-License-Identifier: GPL-3.0-or-later

/// Say what you are made of.
public struct DescribeRequest: JobRequest {
  public static let name = "describe"
  /// What the worker is made of.
  public typealias Reply = WorkerDescription

  /// Whether to read something with the kernels first, which takes longer than all the rest.
  public var checksKernels: Bool

  /// A request; the kernels are not checked unless asked for.
  public init(checkingKernels checksKernels: Bool = false) { self.checksKernels = checksKernels }
}

/// What a worker is made of.
public struct WorkerDescription: JobReply {
  /// Library name to version, such as "Tesseract": "5.3.0".
  public var versions: [String: String]
  /// Its stages, with their settings and findings.
  public var stages: [ComponentDescription]
  /// What files it reads.
  public var formats: InputFormats
  /// The language packs that are installed.
  public var languages: [String]
  /// The sizes of their files in bytes, that of the pack for orientation and script detection among them: what tells one version of a
  /// pack from another, since packs do not.
  public var packSizes: [String: Int]
  /// Whether Tesseract's pack for orientation and script detection is installed.
  public var hasOrientationPack: Bool
  /// Whether faster functions take the place of Tesseract's, or why not; nil where nobody asked.
  public var kernels: String?
  /// The networks that are installed, and what runs them, with their versions.
  public var networks: [String: String]

  /// A description; what is not named is empty.
  public init(
    versions: [String: String], stages: [ComponentDescription], formats: InputFormats, languages: [String],
    packSizes: [String: Int] = [:], hasOrientationPack: Bool, kernels: String? = nil, networks: [String: String] = [:]
  ) {
    (self.versions, self.stages, self.formats, self.kernels) = (versions, stages, formats, kernels)
    self.packSizes = packSizes
    (self.languages, self.hasOrientationPack, self.networks) = (languages, hasOrientationPack, networks)
  }
}
