// SPDX-License-Identifier: GPL-3.0-or-later

/// Build the stages, with the pipes of an engine where the pipeline has one.
package struct ConfigureRequest: JobRequest {
  package static let name = "configure"

  /// The stages are built.
  package struct Reply: JobReply {
    /// What the engine calls itself that has said hello; nil if there is none.
    package var engine: EngineIdentity?
    /// The networks that were loaded for the stages, and what runs them, with their versions.
    package var networks: [String: String]

    /// What was built.
    package init(engine: EngineIdentity?, networks: [String: String] = [:]) {
      (self.engine, self.networks) = (engine, networks)
    }

    package var bounded: Self {
      let networks = networks.sorted { $0.key < $1.key }.prefix(Self.mostNetworks)
      return Self(
        engine: engine.map { EngineIdentity(name: Self.name($0.name), version: Self.name($0.version)) },
        networks: networks.reduce(into: [:]) { $0[Self.name($1.key)] = Self.name($1.value) })
    }

    /// A pipeline uses fewer.
    private static let mostNetworks = 20

    /// A name or a version as reports and messages can show it.
    private static func name(_ text: String) -> String {
      text.replacing(where: \.isControl, with: "").prefix(scalars: 60)
    }
  }

  /// What to build.
  package var configuration: WorkerConfiguration
  /// Whether the pipes of an engine come with it.
  package var hasEngine: Bool

  /// A configuration.
  package init(_ configuration: WorkerConfiguration, hasEngine: Bool) {
    (self.configuration, self.hasEngine) = (configuration, hasEngine)
  }

  package var fileNames: [String] {
    hasEngine ? ["the engine's input", "the engine's output", "the engine's messages"] : []
  }
}

/// What a worker needs before its first document.
package struct WorkerConfiguration: Codable, Sendable {
  /// The key `pages` of the pipeline.
  package var pages: PageSettings
  /// The key `limits` of the pipeline.
  package var limits: LimitSettings
  /// The stages, in the order in which they run.
  package var stages: [ResolvedComponent]
  /// Stages as single pages have them: what they need is loaded now.
  package var variants: [ResolvedComponent]
  /// Whether these are built once now, so that what is wrong with them shows at once.
  package var checksVariants: Bool
  /// What encrypted PDFs are tried with.
  package var passwords: [String]

  /// What a pipeline asks of a worker.
  package init(
    pages: PageSettings, limits: LimitSettings, stages: [ResolvedComponent], variants: [ResolvedComponent],
    checksVariants: Bool = true, passwords: [String]
  ) {
    (self.passwords, self.pages, self.limits, self.stages) = (passwords, pages, limits, stages)
    (self.variants, self.checksVariants) = (variants, checksVariants)
  }
}

/// Give up everything that reading documents does not take.
package struct ConfineRequest: JobRequest {
  package static let name = "confine"
  /// What confines the worker from now on.
  package typealias Reply = Confinement

  /// How far it has to be confined.
  package var sandbox: LimitSettings.Sandbox
  /// The one folder to leave files in; nil for none.
  package var scratch: String?

  /// How far, and the folder for pictures.
  package init(_ sandbox: LimitSettings.Sandbox, scratch: String?) { (self.sandbox, self.scratch) = (sandbox, scratch) }
}

extension Confinement: JobReply {
  package var bounded: Self { Self(landlock: landlock, seccomp: seccomp, missing: boundedNotes(missing)) }
}

/// The worker program is asked to confine itself and then become an engine: what is in its arguments.
package struct EngineLaunch: Equatable, Sendable {
  private static let word = "--engine"

  /// How much confinement it takes to start the engine.
  package let sandbox: LimitSettings.Sandbox
  /// The one folder that the engine may write to.
  package let folder: String
  /// The engine's program and its arguments.
  package let command: [String]

  /// An engine that is to be started in a folder.
  package init(sandbox: LimitSettings.Sandbox, folder: String, command: [String]) {
    (self.sandbox, self.folder, self.command) = (sandbox, folder, command)
  }

  /// The launch that the arguments of a program ask for, without the program's name; nil if they ask for none.
  package init?(arguments: some Collection<String>) {
    let words = Array(arguments)
    guard words.count > 3, words[0] == Self.word, let sandbox = LimitSettings.Sandbox(rawValue: words[1]) else {
      return nil
    }
    self.init(sandbox: sandbox, folder: words[2], command: Array(words[3...]))
  }

  /// The arguments that ask for it.
  package var arguments: [String] { [Self.word, sandbox.rawValue, folder] + command }
}

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
  /// Whether faster functions take the place of Tesseract's, or why not; nil if nobody asked.
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
