// SPDX-License-Identifier: GPL-3.0-or-later

/// Say what you are made of.
package struct DescribeRequest: JobRequest {
  package static let name = "describe"
  /// What the worker is made of.
  package typealias Reply = WorkerDescription

  /// Whether to read something with the kernels first, which takes longer than all the rest.
  package var checksKernels: Bool

  /// A request; the kernels are not checked unless asked for.
  package init(checkingKernels checksKernels: Bool = false) { self.checksKernels = checksKernels }
}

/// What a worker is made of.
package struct WorkerDescription: JobReply {
  /// Library name to version, such as "Tesseract": "5.3.0".
  package var versions: [String: String]
  /// Its stages, with their settings and findings.
  package var stages: [ComponentDescription]
  /// What files it reads.
  package var formats: InputFormats
  /// The language packs that are installed.
  package var languages: [String]
  /// The sizes of their files in bytes, that of the pack for orientation and script detection among them: what tells one version of a
  /// pack from another, since packs do not.
  package var packSizes: [String: Int]
  /// Whether Tesseract's pack for orientation and script detection is installed.
  package var hasOrientationPack: Bool
  /// Whether faster functions take the place of Tesseract's, or why not; nil where nobody asked.
  package var kernels: String?
  /// The networks that are installed, and what runs them, with their versions.
  package var networks: [String: String]

  /// A description; what is not named is empty.
  package init(
    versions: [String: String], stages: [ComponentDescription], formats: InputFormats, languages: [String],
    packSizes: [String: Int] = [:], hasOrientationPack: Bool, kernels: String? = nil, networks: [String: String] = [:]
  ) {
    (self.versions, self.stages, self.formats, self.kernels) = (versions, stages, formats, kernels)
    self.packSizes = packSizes
    (self.languages, self.hasOrientationPack, self.networks) = (languages, hasOrientationPack, networks)
  }
}
