// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import Glibc

exit(Program.run(Array(CommandLine.arguments.dropFirst()), console: .standard).rawValue)
