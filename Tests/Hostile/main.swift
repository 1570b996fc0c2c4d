// SPDX-License-Identifier: GPL-3.0-or-later
//
// Damages valid files in many ways, runs docscan over them, and reports whether it survived:
//
//   swift run -c release HostileCorpus --count 2000 --seed 3 --data DATA

internal import Glibc

do {
  let options = try HostileOptions(Array(CommandLine.arguments.dropFirst()))
  exit(try HostileRun(options).run() ? 0 : 1)
} catch {
  print("HostileCorpus: \(error)")
  exit(2)
}
