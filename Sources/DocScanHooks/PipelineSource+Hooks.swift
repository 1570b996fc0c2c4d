// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanPresets

extension PipelineSource {
  /// Returns the hooks of a pipeline, or `nil` if there are none. Only a pipeline that the user named can have hooks, and not one from a plan.
  package func hooks(_ settings: HookSettings) throws(PipelineError) -> Hooks? {
    guard settings.isActive, !isPlanned else { return nil }
    try checkTrust(for: HookSettings.name)
    return try Hooks(settings, folder: commandFolder, resolved: resolved)
  }

  /// Throws if other users can change the pipeline file or replace the file. Such a file starts no programs, and decides about no keys. The digest of a
  /// plan's file proves nothing, because the plan contains the digest as well.
  package func checkTrust(for path: String) throws(PipelineError) {
    guard let trustedFile, let objection = TrustedPath.objection(to: trustedFile) else { return }
    throw .invalid(
      path: path, message: "others can change this file, so it runs no commands and gets no keys. \(objection)")
  }
}
