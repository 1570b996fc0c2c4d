// SPDX-License-Identifier: GPL-3.0-or-later

// The types in the signatures of writers.
@_exported public import struct DocScanFiles.OutputError
@_exported public import class DocScanFiles.OutputFile
