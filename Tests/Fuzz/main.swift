// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fuzzes docscan's own parsers with libFuzzer; Tests/fuzz.sh builds and runs it:
//
//   Fuzz targets             names all targets
//   Fuzz seeds TARGET DIR    writes valid inputs to begin with
//   Fuzz TARGET ARGUMENT…    runs libFuzzer with its own arguments

internal import CFuzzer
internal import FoundationEssentials
internal import Glibc

let words = CommandLine.arguments
switch words.dropFirst().first {
case "targets":
  print(FuzzTarget.allCases.map(\.rawValue).joined(separator: "\n"))
case "seeds":
  guard words.count == 4, let target = FuzzTarget(rawValue: words[2]) else { exit(2) }
  for (index, seed) in try target.seeds.enumerated() {
    try Data(seed).write(to: URL(filePath: "\(words[3])/seed-\(index)"))
  }
case let name?:
  guard let target = FuzzTarget(rawValue: name) else { exit(2) }
  unsafe FuzzTarget.chosen = target
  exit(drive())
case nil: exit(2)
}

/// Starts libFuzzer, which receives the program's own arguments without the target's name.
func drive() -> Int32 {
  var count = CommandLine.argc - 1
  var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv + 1
  return unsafe LLVMFuzzerRunDriver(&count, &arguments) { unsafe feed($0, $1) }
}
