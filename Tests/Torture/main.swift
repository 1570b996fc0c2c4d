// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kills docscan and removes its disk at every moment, restarts it, and searches for losses:
//
//   swift run Torture kill --moments 1000 --seed 7

internal import DocScanFixtures
internal import Glibc

do {
  let options = try TortureOptions(CommandLine.arguments.dropFirst())
  let campaign = try Campaign(options)
  exit(try options.listsCalls ? (campaign.listCalls() ? 0 : 1) : (campaign.run() ? 0 : 1))
} catch let error as FixtureError {
  report("\(error)")
  exit(2)
}
