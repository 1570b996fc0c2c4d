// SPDX-License-Identifier: GPL-3.0-or-later

@_exported public import struct DocScanFiles.ResultFile
