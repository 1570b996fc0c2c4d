// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import Glibc

extension PipelineSource {
  /// Returns the hooks of a pipeline, or `nil` if there are none. Only a pipeline that the user named can have hooks. The pipeline of a plan can't,
  /// because it came with the plan. Throws if the pipeline runs a command and other users can change its file.
  func hooks(of pipeline: Pipeline) throws(PipelineError) -> Hooks? {
    guard pipeline.hooks.isActive, !isPlanned else { return nil }
    if !pipeline.hooks.command.isEmpty, let file = trustedFile, let status = fileStatus(file, followingLinks: true) {
      let isOwn = status.st_uid == geteuid() || status.st_uid == 0
      guard isOwn, status.st_mode & 0o022 == 0 else {
        throw .invalid(
          path: "\(HookSettings.name).\(HookSettings.command.name)",
          message: "others can change this file, so it runs no commands. Make it yours alone: chmod go-w \(file)"
            + (isOwn ? "" : ", after you have copied it"))
      }
    }
    return try Hooks(pipeline.hooks, resolved: resolved)
  }
}
