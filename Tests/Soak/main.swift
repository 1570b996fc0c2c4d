// SPDX-License-Identifier: GPL-3.0-or-later

import DocScan
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc

// Drops files into a watched folder for some minutes in all ways that files arrive, and kills the service repeatedly.
// Then every content must have been processed exactly once, and every original must be in its place.
//
//   swift run Soak --files 2000 --minutes 5 --kills 50 --seed 1

let options: SoakOptions
do {
  options = try SoakOptions(Array(CommandLine.arguments.dropFirst()))
} catch {
  print("\(error)")
  exit(2)
}
let folder = try TemporaryFolder()
let inbox = try folder.makeFolder("inbox")
try folder.write(
  """
  {"pages": {"dpi": 72}, "stages": [{"stage": "quality"}], "watch": {"settle": 0.3, "patience": 20},
   "output": {"directory": "out", "verify": 0, "writers": [{"writer": "json"}]}}
  """, to: "pipeline.json")
var dropper = Dropper(inbox: inbox, outside: try folder.makeFolder("outside"), seed: options.seed)
var random = SeededGenerator(seed: options.seed &+ 1)
var command = Command(
  options.bin + "/docscan", ["watch", folder / "pipeline.json", "-j", "2", "--progress", "json"])
command.timeoutSeconds = options.minutes * 60 + 900
// Files that aren't docscan's already have some of the names.
let foreign = try ForeignFiles(in: try folder.makeFolder("out"), names: (1...20).map { "file-\($0)" })
let service = try Service(command)

/// Returns the names in the inbox that weren't moved.
func left() throws -> [String] {
  try folder.files(under: "inbox").filter { !$0.hasPrefix("processed/") && !$0.hasPrefix("failed/") }
}

let began = ContinuousClock.now
func elapsed() -> Double { (ContinuousClock.now - began) / .seconds(1) }
let length = options.minutes * 60
let killTimes = (0..<options.kills).map { _ in Double.random(in: 0...length, using: &random) }.sorted()
var killed = 0
var dropped = 0
var nextLine = 0.0
var idleSince: Double?
print("seconds  dropped  left  starts   MiB  descriptors")
while true {
  let now = elapsed()
  while dropped < options.files, now >= Double(dropped) / Double(options.files) * length {
    try dropper.drop()
    dropped += 1
  }
  try dropper.work()
  while killed < killTimes.count, now >= killTimes[killed] {
    try service.killAndStart()
    killed += 1
  }
  if now >= nextLine {
    nextLine += max(5, length / 30)
    let size = try service.size()
    let columns = [
      "\(Int(now))", "\(dropped)", "\(try left().count)", "\(service.starts)",
      size.map { "\((($0.megabytes * 10).rounded()) / 10)" } ?? "-", size.map { "\($0.descriptors)" } ?? "-",
    ]
    print(zip(columns, [7, 9, 6, 8, 6, 13]).map { String(repeating: " ", count: max(0, $1 - $0.count)) + $0 }.joined())
    fflush(nil)
  }
  let isDone = dropped == options.files && killed == killTimes.count && !dropper.isBusy && now > length
  if isDone, try left().isEmpty { break }
  if isDone, now > length + 600 { break }
  usleep(10_000)
}
let exitCode = try service.stop()

var complaints: [String] = []
if exitCode != 130 { complaints.append("The service ended with \(exitCode.map { "\($0)" } ?? "a signal").") }
let rest = try left()
if !rest.isEmpty { complaints.append("Left in the inbox: \(rest.prefix(10)).") }
let failures = try folder.files().filter { $0.hasPrefix("inbox-failed/") }
if !failures.isEmpty { complaints.append("Failed: \(failures.prefix(10)).") }

var records: [String: [String]] = [:]
let touched = try foreign.touched()
if !touched.isEmpty { complaints.append("Not docscan's, and touched: \(touched).") }
for file in try folder.files(under: "out") where !file.hasPrefix(".docscan") && file.hasSuffix(".json") {
  guard file.contains("/"), !file.contains("/pages/"), !foreign.contains(file) else { continue }
  let record = try JSONDecoder().decode(DocumentRecord.self, from: folder.data("out/" + file))
  records[record.sha256, default: []].append(record.name)
}
for (digest, names) in records where names.count > 1 { complaints.append("\(digest) has several results: \(names).") }
for digest in dropper.required.keys where records[digest] == nil { complaints.append("\(digest) has no result.") }
for digest in records.keys where dropper.required[digest] == nil && !dropper.optional.contains(digest) {
  complaints.append("\(digest) was never dropped as a whole.")
}
for (name, count) in service.completions where count > 1 { complaints.append("\(name) was done \(count) times.") }

var originals: [String: Int] = [:]
for file in try folder.files(under: "inbox-processed") where !file.hasSuffix(".note.txt") {
  originals[SoakPicture.digest(try folder.data("inbox-processed/" + file)), default: 0] += 1
}
for (digest, count) in dropper.required where originals[digest] != count {
  complaints.append("\(digest) was dropped \(count) times and is in processed \(originals[digest] ?? 0) times.")
}

let ways = dropper.counts.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")
print("\(dropped) files dropped (\(ways)), \(killed) kills, \(service.starts) starts, \(Int(elapsed())) s")
print(
  "\(dropper.required.count) contents, \(records.count) results, \(originals.values.reduce(0, +)) originals put away")
for complaint in complaints.prefix(50) { print("WRONG: \(complaint)") }
print(complaints.isEmpty ? "Every content was processed exactly once, and nothing is left behind." : "FAILED")
// A program that ends through `exit` keeps its globals and thus the folder, which helps after a failure.
if complaints.isEmpty {
  try FileManager.default.removeItem(atPath: folder.path)
} else {
  print("The folder stays for a look: \(folder.path)")
}
exit(complaints.isEmpty ? 0 : 1)
