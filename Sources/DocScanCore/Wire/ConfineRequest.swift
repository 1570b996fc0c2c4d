// SPDX-License-Identifier: GPL-3.0-or-later

/// Give up everything that reading documents does not take.
public struct ConfineRequest: JobRequest {
  public static let name = "confine"
  /// What confines the worker from now on.
  public typealias Reply = Confinement

  /// How far it has to be confined.
  public var sandbox: LimitSettings.Sandbox
  /// The one folder to leave files in; nil for none.
  public var scratch: String?

  /// How far, and the folder for pictures.
  public init(_ sandbox: LimitSettings.Sandbox, scratch: String?) { (self.sandbox, self.scratch) = (sandbox, scratch) }
}

extension Confinement: JobReply {
  public var bounded: Self { Self(landlock: landlock, seccomp: seccomp, missing: boundedNotes(missing)) }
}
