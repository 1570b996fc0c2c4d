// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanEngine
internal import Glibc

// Schedulers and service managers signal all processes of a job. docscan lets the pages in hand be ended; a worker goes when docscan does.
_ = signal(SIGTERM, SIG_IGN)
var session = WorkerSession()
try session.run(arguments: CommandLine.arguments)
