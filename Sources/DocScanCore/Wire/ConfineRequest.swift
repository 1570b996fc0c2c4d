// SPDX-License-Identifier: GPL-3.0-or-later

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
