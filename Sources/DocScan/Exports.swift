// SPDX-License-Identifier: GPL-3.0-or-later

// `import DocScan` shows only requests, pages, runs, and the types in their signatures. To read the page JSON, programs import DocScanCore.
@_exported public import DocScanBatch
@_exported public import DocScanPresets
@_exported public import DocScanRequests
@_exported public import DocScanWatch

@_exported public import enum DocScanCore.BatchError
@_exported public import enum DocScanCore.BatchEvent
@_exported public import struct DocScanCore.BatchReport
@_exported public import struct DocScanCore.Box
@_exported public import struct DocScanCore.DocumentOutcome
@_exported public import struct DocScanCore.PageFailure
@_exported public import enum DocScanCore.PageImageFormat
@_exported public import struct DocScanCore.PageSelection
@_exported public import struct DocScanCore.PipelineChanges
@_exported public import struct DocScanCore.Point
@_exported public import struct DocScanCore.RasterSize
@_exported public import struct DocScanCore.SettingChange
