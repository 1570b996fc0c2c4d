// SPDX-License-Identifier: GPL-3.0-or-later

// A program that imports DocScan sees the page model, the pipeline file and the runner.
@_exported public import DocScanBatch
@_exported public import DocScanCore
@_exported public import DocScanStore
@_exported public import DocScanTranslation
@_exported public import DocScanWatch
@_exported public import DocScanWorkers
