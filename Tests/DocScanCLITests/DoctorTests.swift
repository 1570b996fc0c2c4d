// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: docscan doctor names each missing part and the command that installs it.

import DocScanBatch
import DocScanCore
import DocScanStore
import DocScanTranslation
import DocScanWire
import Testing

@testable import DocScanCLI

@Suite("The doctor")
struct DoctorTests {
  private let machine = MachineFacts(
    processors: 2, memory: 17_179_869_184, availableMemory: 8_589_934_592, kernel: "6.1", landlock: 7,
    seccomp: false)

  private func report(
    _ worker: Result<WorkerDescription, BatchError>,
    _ confinement: Confinement = Confinement(landlock: 7, seccomp: true)
  ) -> DoctorReport {
    DoctorReport(worker: worker.map { ($0, confinement) }, seconds: 0.1234, machine: machine)
  }

  @Test("Reports no problems if everything is installed")
  func healthy() {
    let report = report(
      .success(
        WorkerDescription(
          versions: ["Tesseract": "5.3.0"], stages: [], formats: InputFormats([]), languages: ["deu", "eng"],
          hasOrientationPack: true, kernels: "in use")))
    #expect(report.problems.isEmpty)
    let parts = [
      "starts in 123 ms", "Tesseract   5.3.0", "deu, eng", "16.0 GiB, 8.0 GiB available", "Landlock version 7",
      "Nothing is missing.",
    ]
    for part in parts { #expect(report.text.contains(part), "\(report.text)") }
  }

  @Test("Reports the confinement of workers and its missing parts")
  func confinement() {
    let worker = Result<WorkerDescription, BatchError>.success(
      WorkerDescription(
        versions: [:], stages: [], formats: InputFormats([]), languages: ["eng"], hasOrientationPack: true,
        kernels: "in use"))
    #expect(report(worker).text.contains("workers are confined by Landlock version 7, seccomp"))
    let partial = report(worker, Confinement(seccomp: true, missing: ["Landlock is not there"]))
    #expect(partial.text.contains("workers are confined by seccomp"))
    #expect(partial.text.contains("missing: Landlock is not there"))
    #expect(partial.problems.isEmpty)
  }

  @Test("Lists networks with versions, or the command that gets them without a problem")
  func networks() {
    var description = WorkerDescription(
      versions: [:], stages: [], formats: InputFormats([]), languages: ["eng"], hasOrientationPack: true,
      kernels: "in use")
    #expect(report(.success(description)).text.contains("bash Pipelines/setup/install.sh models"))
    #expect(report(.success(description)).problems.isEmpty)
    description.networks = ["ONNX Runtime": "1.22.1", "network text-detection": "small-6"]
    let text = report(.success(description)).text
    #expect(text.contains("ONNX Runtime 1.22.1") && text.contains("model text-detection small-6"), "\(text)")
    #expect(!text.contains("network"))
  }

  @Test("Lists language pairs, or the command that installs Apertium without a problem")
  func translation() {
    func report(_ directions: [String]) -> DoctorReport {
      DoctorReport(
        worker: .failure(.missingPart("It is not there.")), seconds: 0, machine: machine,
        translation: InstalledTranslation(apertium: directions, libcurl: "7.88.1", providers: ["apertium", "papago"]))
    }
    #expect(report(["eng-spa", "spa-eng"]).text.contains("Apertium: eng-spa, spa-eng"))
    #expect(report([]).text.contains("get it: apt-get install apertium apertium-eng-spa"))
    #expect(report([]).text.contains("servers (libcurl 7.88.1): papago"))
    #expect(report([]).problems.count == 1)
  }

  @Test("Names the command that installs a missing language")
  func languages() {
    let report = report(
      .success(
        WorkerDescription(
          versions: [:], stages: [], formats: InputFormats([]), languages: [], hasOrientationPack: true,
          kernels: "in use")
      ))
    #expect(report.problems.map(\.command) == ["apt-get install tesseract-ocr-eng"])
    #expect(report.text.hasSuffix("Install it with: apt-get install tesseract-ocr-eng\n"))
  }

  @Test("Names packages of every Debian release if the loader can't start the worker")
  func libraries() {
    let ended = report(
      .failure(.missingPart("The worker program does not answer: it ended by itself with status 127.")))
    #expect(ended.problems.first?.command?.contains("libtesseract-dev") == true)
    #expect(ended.text.contains("does not start"))
    let missing = report(.failure(.missingPart("docscan-worker was not found.")))
    #expect(missing.problems.map(\.command) == [nil])
    #expect(missing.text.contains("Missing: docscan-worker was not found."))
  }

  @Test("Parses the kernel's memory information")
  func memory() {
    let text = "MemTotal:       16 kB\nHugePages_Total:       0\nMemAvailable:    8 kB\n"
    #expect(MachineFacts.memoryInformation(text) == ["MemTotal": 16384, "MemAvailable": 8192])
    #expect(MachineFacts.memoryInformation(nil).isEmpty)
  }
}
