// SPDX-License-Identifier: GPL-3.0-or-later

// A program that imports DocScan sees requests, pages and runs, with what these take and return; nothing else of docscan's.
// What the page JSON says is in DocScanCore, for programs that read it.
@_exported public import DocScanBatch
@_exported public import DocScanWatch
@_exported public import DocScanWorkers

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
@_exported public import enum DocScanStore.BatchError
@_exported public import class DocScanStore.Interruption
