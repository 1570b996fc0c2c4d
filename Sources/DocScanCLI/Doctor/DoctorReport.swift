// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanTranslation
internal import DocScanWire
internal import DocScanWorkers

/// The report of `docscan doctor`: installed components, the machine, and problems.
struct DoctorReport: Encodable, Hashable, Sendable {
  /// A missing component, without which pages can't be processed.
  struct Problem: Encodable, Hashable, Sendable {
    var message: String
    var command: String?
  }

  var docscan = Installation.version
  /// The time in seconds that the worker took to start and answer, or `nil` if it didn't.
  var workerSeconds: Double?
  var libraries: [String: String] = [:]
  var languages: [String] = []
  var stages: [String] = []
  /// Whether docscan's faster kernels replace Tesseract's, or why not. `nil` if the worker didn't start.
  var kernels: String?
  var networks: [String: String] = [:]
  var translation: InstalledTranslation?
  var scanning: ScanningFacts?
  var machine: MachineFacts
  var confinement: Confinement?
  var problems: [Problem] = []

  /// Creates the report from the worker's description of itself, or from the reason why it didn't start.
  init(
    worker: Result<(WorkerDescription, Confinement), BatchError>, seconds: Double, machine: MachineFacts,
    translation: InstalledTranslation? = nil, scanning: ScanningFacts? = nil
  ) {
    (self.machine, self.translation, self.scanning) = (machine, translation, scanning)
    switch worker {
    case .success((let description, let confinement)):
      self.confinement = confinement
      workerSeconds = seconds.rounded(toPlaces: 3)
      libraries = description.versions
      languages = description.languages
      stages = description.stages.map(\.name)
      kernels = description.kernels
      networks = description.networks
      if !description.hasOrientationPack {
        problems.append(
          Problem(
            message: "The language pack for orientation (osd) is not installed: the orientation stage is less certain.",
            command: "apt-get install tesseract-ocr-osd"))
      }
      if languages.isEmpty {
        problems.append(
          Problem(message: "No language pack is installed.", command: "apt-get install tesseract-ocr-eng"))
      }
    case .failure(let error):
      problems.append(Problem(message: "\(error)", command: Self.command(against: error)))
    }
  }

  /// Returns the command that installs the worker's libraries if the dynamic linker ended it with status 127 because one is missing, or `nil`.
  private static func command(against error: BatchError) -> String? {
    guard "\(error)".contains("status 127") else { return nil }
    // Names of library packages contain versions that differ between releases. Development packages depend on the right ones.
    return
      "apt-get install libtesseract-dev libleptonica-dev libopencv-dev libpoppler-glib-dev libqpdf-dev libheif-dev libexif-dev "
      + "libtiff-dev libseccomp-dev libexttextcat-dev libzxing-dev tesseract-ocr-eng"
  }

  var text: String {
    var rows = [("docscan", docscan)]
    rows.append(("worker", workerSeconds.map { "starts in \(decimal($0 * 1000, places: 0)) ms" } ?? "does not start"))
    rows += libraries.sorted { $0.key.lowercased() < $1.key.lowercased() }.map {
      (visibleText($0.key), visibleText($0.value))
    }
    if workerSeconds != nil {
      rows.append(("stages", visibleText(stages.joined(separator: ", "))))
      rows.append(("languages", languages.isEmpty ? "none" : visibleText(languages.joined(separator: ", "))))
      rows.append(("", "\"languages\": \"auto\" chooses from these for each page"))
      rows.append(("", "another: apt-get install tesseract-ocr-nld (Dutch); apt-cache search tesseract-ocr lists all"))
    }
    if let kernels { rows.append(("kernels", visibleText(kernels))) }
    if workerSeconds != nil {
      // Reports and records call a model a network, but users associate networks with cables.
      let installed = networks.sorted { $0.key < $1.key }.map { entry in
        let name = entry.key.hasPrefix("network ") ? "model " + entry.key.dropFirst(8) : entry.key
        return visibleText("\(name) \(entry.value)")
      }
      rows.append(("models", installed.first ?? "none; docscan reads poor print better with them"))
      rows += installed.dropFirst().map { ("", $0) }
      if installed.isEmpty {
        let command = NetworkInstallation.command(forProgramIn: Installation.ownFolder())
        rows.append(("", "get them: \(visibleText(command))"))
      }
    }
    if let translation { rows += Self.rows(translation) }
    if let scanning { rows += scanning.rows }
    rows.append(("processors", "\(machine.processors)"))
    rows.append(("memory", memory))
    let offers = [machine.landlock.map { "Landlock version \($0)" }, machine.seccomp ? "seccomp" : nil].compactMap(
      \.self)
    rows.append(("kernel", visibleText(machine.kernel)))
    rows.append(("", "for confining processes: " + (offers.isEmpty ? "nothing" : offers.joined(separator: ", "))))
    if let confinement {
      rows.append(("sandbox", "workers are confined by " + confinement.summary))
      rows += confinement.missing.map { ("", "missing: " + visibleText($0)) }
    }
    let width = (rows.map { columns(of: $0.0) }.max() ?? 0) + 2
    let table = rows.flatMap { name, value in
      let lines = wrapped(value, to: max(20, 80 - width))
      return lines.enumerated().map { padded($0.offset == 0 ? name : "", to: width) + $0.element + "\n" }
    }
    return table.joined() + "\n" + verdict
  }

  private static func rows(_ translation: InstalledTranslation) -> [(String, String)] {
    let directions = translation.apertium.joined(separator: ", ")
    return [
      ("translation", directions.isEmpty ? "Apertium is not installed" : "Apertium: " + visibleText(directions)),
      (
        "",
        (directions.isEmpty
          ? "get it: apt-get install apertium apertium-eng-spa"
          : "another: apt-get install "
            + "apertium-fr-es") + "; apt-cache search apertium lists all"
      ), ("", "servers (libcurl \(translation.libcurl)): " + translation.providers.dropFirst().joined(separator: ", ")),
    ]
  }

  private var verdict: String {
    guard !problems.isEmpty else { return "Nothing is missing.\n" }
    return problems.map { problem in
      "Missing: \(visibleText(problem.message))\n" + (problem.command.map { "  Install it with: \($0)\n" } ?? "")
    }.joined()
  }

  private var memory: String {
    let total = machine.memory.map(bytes) ?? "unknown"
    return machine.availableMemory.map { "\(total), \(bytes($0)) available" } ?? total
  }
}
