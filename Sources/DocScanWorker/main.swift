// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanEngine

var session = WorkerSession()
try session.run(arguments: CommandLine.arguments)
