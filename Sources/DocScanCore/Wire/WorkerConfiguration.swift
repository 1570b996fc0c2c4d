// SPDX-License-Identifier: GPL-3.0-or-later

/// What a worker needs before its first document.
public struct WorkerConfiguration: Codable, Sendable {
  public var pages: PageSettings
  public var limits: LimitSettings
  public var stages: [ResolvedComponent]
  /// Stages as single pages have them: they are built once now, so that what is wrong with them shows at once.
  public var variants: [ResolvedComponent]
  /// What encrypted PDFs are tried with.
  public var passwords: [String]

  public init(
    pages: PageSettings, limits: LimitSettings, stages: [ResolvedComponent], variants: [ResolvedComponent],
    passwords: [String]
  ) {
    (self.passwords, self.pages, self.limits, self.stages) = (passwords, pages, limits, stages)
    self.variants = variants
  }
}
