// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles

/// A request to build the stages. If the pipeline has an external engine, its pipes are attached.
package struct ConfigureRequest: JobRequest {
  package static let name = "configure"

  /// The reply after the stages were built.
  package struct Reply: JobReply {
    package var engine: EngineIdentity?
    /// The versions of the loaded networks and of their runtime, by name.
    package var networks: [String: String]

    package init(engine: EngineIdentity?, networks: [String: String] = [:]) {
      (self.engine, self.networks) = (engine, networks)
    }

    package var bounded: Self {
      let networks = networks.sorted { $0.key < $1.key }.prefix(Self.mostNetworks)
      return Self(
        engine: engine.map { EngineIdentity(name: Self.name($0.name), version: Self.name($0.version)) },
        networks: networks.reduce(into: [:]) { $0[Self.name($1.key)] = Self.name($1.value) })
    }

    private static let mostNetworks = 20

    /// Returns a name or version in a form that is safe for reports and messages.
    private static func name(_ text: String) -> String {
      text.replacing(where: \.isControl, with: "").prefix(scalars: 60)
    }
  }

  package var configuration: WorkerConfiguration
  package var hasEngine: Bool

  package init(_ configuration: WorkerConfiguration, hasEngine: Bool) {
    (self.configuration, self.hasEngine) = (configuration, hasEngine)
  }

  package var fileNames: [String] {
    hasEngine ? ["the engine's input", "the engine's output", "the engine's messages"] : []
  }
}

/// The settings that a worker needs before its first document.
package struct WorkerConfiguration: Codable, Sendable {
  package var pages: PageSettings
  package var limits: LimitSettings
  package var stages: [ResolvedComponent]
  /// Stages with the settings of overrides. Their models are loaded in advance.
  package var variants: [ResolvedComponent]
  /// Whether to build the variants once, so that invalid settings are reported immediately.
  package var checksVariants: Bool

  package init(
    pages: PageSettings, limits: LimitSettings, stages: [ResolvedComponent], variants: [ResolvedComponent],
    checksVariants: Bool = true
  ) {
    (self.pages, self.limits, self.stages) = (pages, limits, stages)
    (self.variants, self.checksVariants) = (variants, checksVariants)
  }
}

/// A request to enter the sandbox, which leaves only the access that reading documents needs.
package struct ConfineRequest: JobRequest {
  package static let name = "confine"
  package typealias Reply = Confinement

  package var sandbox: LimitSettings.Sandbox
  /// The only folder for temporary files, or `nil` for none.
  package var scratch: String?

  package init(_ sandbox: LimitSettings.Sandbox, scratch: String?) { (self.sandbox, self.scratch) = (sandbox, scratch) }
}

extension Confinement: JobReply {
  package var bounded: Self { Self(landlock: landlock, seccomp: seccomp, missing: boundedNotes(missing)) }
}

/// The command-line arguments that make the worker program enter a sandbox and then run an engine.
package struct EngineLaunch: Equatable, Sendable {
  private static let word = "--engine"

  package let sandbox: LimitSettings.Sandbox
  /// The only folder that the engine can write to.
  package let folder: String
  package let command: [String]

  package init(sandbox: LimitSettings.Sandbox, folder: String, command: [String]) {
    (self.sandbox, self.folder, self.command) = (sandbox, folder, command)
  }

  /// Parses the arguments of a program, without its name. Returns `nil` if they don't launch an engine.
  package init?(arguments: some Collection<String>) {
    let words = Array(arguments)
    guard words.count > 3, words[0] == Self.word, let sandbox = LimitSettings.Sandbox(rawValue: words[1]) else {
      return nil
    }
    self.init(sandbox: sandbox, folder: words[2], command: Array(words[3...]))
  }

  package var arguments: [String] { [Self.word, sandbox.rawValue, folder] + command }
}

/// A request for the worker's versions and capabilities.
package struct DescribeRequest: JobRequest {
  package static let name = "describe"
  package typealias Reply = WorkerDescription

  /// Whether to test the faster replacements of Tesseract's functions by recognizing a picture, which takes longer than the rest of the request.
  package var checksKernels: Bool

  package init(checkingKernels checksKernels: Bool = false) { self.checksKernels = checksKernels }
}

/// The versions and capabilities of a worker.
package struct WorkerDescription: JobReply {
  package var versions: [String: String]
  package var stages: [ComponentDescription]
  package var formats: InputFormats
  package var languages: [String]
  /// The file sizes of the packs in bytes, including the one for orientation and script, to detect changes, because packs have no version.
  package var packSizes: [String: Int]
  package var hasOrientationPack: Bool
  /// A description of whether and why faster functions replace Tesseract's, or `nil` if not requested.
  package var kernels: String?
  package var networks: [String: String]
  /// The files and folders that determine this description and which stages can be built, including missing ones.
  package var sources: [String]

  package init(
    versions: [String: String], stages: [ComponentDescription], formats: InputFormats, languages: [String],
    packSizes: [String: Int] = [:], hasOrientationPack: Bool, kernels: String? = nil, networks: [String: String] = [:],
    sources: [String] = []
  ) {
    self.sources = sources
    (self.versions, self.stages, self.formats, self.kernels) = (versions, stages, formats, kernels)
    self.packSizes = packSizes
    (self.languages, self.hasOrientationPack, self.networks) = (languages, hasOrientationPack, networks)
  }
}
