// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanWire
internal import DocScanWorkers

/// The output of `--version` and `--build-info`.
enum Versions {
  static func show(on console: Console) throws(CommandError) -> ExitCode {
    try console.writeOutput("docscan \(Installation.version)\n")
    let libraries: [String: String]
    do throws(BatchError) {
      libraries = try Installation.libraryVersions()
    } catch {
      // The version itself was printed, so this isn't a failure. `doctor` fails if a component is missing.
      console.writeError(unknown(because: error))
      return .success
    }
    try console.writeOutput(lines(libraries))
    return .success
  }

  /// Prints the commit, the compiler, and the versions of all libraries.
  static func showBuild(on console: Console) throws(CommandError) -> ExitCode {
    var text = "docscan \(Installation.version)\n"
    if let facts = BuildFacts.installed() {
      text += "commit \(visibleText(facts.commit)) of \(visibleText(facts.date))\n"
      text += "compiler \(visibleText(facts.compiler))\n"
    } else {
      text += "commit unknown: Pipelines/setup/build.sh records it, swift build doesn't\n"
    }
    text += "\ndocscan:\n" + lines(OwnLibraries.versions)
    do throws(BatchError) {
      let worker = try Installation.describe(checkingKernels: true)
      text += "\ndocscan-worker:\n" + lines(worker.versions.merging(worker.networks) { own, _ in own })
      if let kernels = worker.kernels { text += "Tesseract's kernels: \(visibleText(kernels))\n" }
    } catch {
      console.writeError(unknown(because: error))
    }
    try console.writeOutput(text)
    return .success
  }

  private static func lines(_ versions: [String: String]) -> String {
    versions.sorted { $0.key.lowercased() < $1.key.lowercased() }
      .map { "\(visibleText($0.key)) \(visibleText($0.value))\n" }.joined()
  }

  private static func unknown(because error: BatchError) -> String {
    "The versions of the libraries are not known: \(visibleText("\(error)"))\n"
  }
}
