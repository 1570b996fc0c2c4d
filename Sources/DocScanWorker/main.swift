// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanEngine

try WorkerProgram.run()
