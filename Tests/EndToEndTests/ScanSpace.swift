// SPDX-License-Identifier: GPL-3.0-or-later
// Support: scanners that behave as requested.

import DocScan
import DocScanFixtures
import DocScanNative
import DocScanStore
import DocScanVision
import FoundationEssentials
import Glibc

/// A workspace with scanners: SANE's own test backend, or a local one that speaks eSCL.
struct ScanSpace {
  let work: Workspace
  var folder: TemporaryFolder { work.folder }
  private var escl: RunningCommand?

  /// Creates a workspace with SANE's test backend and these lines of its configuration.
  init(backend lines: [String]) throws {
    try self.init(backend: "test")
    try folder.write(
      (["number_of_devices 1", "mode Gray"] + lines).joined(separator: "\n") + "\n", to: "sane/test.conf")
  }

  /// Creates a workspace with a scanner whose feeder contains sheets: a page with a picture of its number, or an event, for each text.
  init(feeder: [String], delay: Double = 0) throws {
    try self.init(backend: "airscan")
    for name in feeder { if let number = Int(name) { try draw(number) } }
    try fill(feeder)
    try folder.write("\(delay)", to: "delay")
    try startServer()
  }

  /// Creates a workspace without a scanner.
  init() throws { try self.init(backend: "") }

  private init(backend: String) throws {
    work = try Workspace()
    try work.pipeline(stages: "")
    _ = try folder.makeFolder("sane")
    try folder.write(backend + "\n", to: "sane/dll.conf")
  }

  /// Starts the scanner at the same port as before.
  mutating func startServer() throws {
    let port = folder.contains("port") ? try folder.text("port") : "0"
    if folder.contains("port") { try folder.remove("port") }
    let server = try Command("python3", [Places.package + "/Tests/Tools/accept/escl.py", folder.path, port]).start()
    let folder = folder
    guard try server.wait(upToSeconds: 60, until: { folder.contains("port") }) else {
      throw FixtureError("The scanner does not start: \(server.errorsSoFar)")
    }
    escl = server
    try folder.write(
      """
      [devices]
      Loopback = http://127.0.0.1:\(try folder.text("port"))/eSCL, eSCL
      [options]
      discovery = disable
      """, to: "sane/airscan.conf")
  }

  func fill(_ feeder: [String]) throws {
    try folder.write(feeder.map { $0 + "\n" }.joined(), to: "feeder")
  }

  /// Draws a page for the feeder.
  func draw(_ number: Int) throws { try Self.page(number).write(to: folder / "\(number)", as: .png, dpi: 75) }

  /// Returns a small page whose number can be read from the black and white blocks in its top left corner.
  private static func page(_ number: Int) throws -> Raster {
    try unsafe Raster(width: 160, height: 212, channels: .gray) { pixels in
      for index in pixels.indices {
        let (x, y) = (index % 160 - 10, index / 160)
        let isBlack = x >= 0 && (8..<24).contains(y) && x % 14 < 12 && number >> (x / 14) & 1 == 1
        unsafe pixels[index] = isBlack ? 0 : 255
      }
    }
  }

  /// Returns the number of a scanned page.
  static func number(of file: String) throws -> Int {
    let raster = try Raster.firstPage(of: file)
    return unsafe raster.withUnsafePixels { pixels in
      (0..<10).reduce(0) { number, bit in
        let pixel = unsafe pixels[16 * raster.stride + (16 + bit * 14) * raster.channels.rawValue]
        return pixel < 128 ? number | 1 << bit : number
      }
    }
  }

  /// Returns a command for `docscan` with arguments, which finds only these scanners.
  func command(_ arguments: [String], typing: String = "") throws -> Command {
    var command = try Command.product("docscan", arguments)
    command.environment = ["SANE_CONFIG_DIR": folder / "sane", "XDG_CONFIG_HOME": folder / "config"]
    command.standardInput = Array(typing.utf8)
    return command
  }

  /// Returns a command for `docscan scan` into `out`, with the fastest pipeline.
  func scan(_ arguments: [String], typing: String = "") throws -> Command {
    try command(
      ["scan", folder / "pipeline.json", "-o", folder / "out", "--dpi", "75", "-j", "2"] + arguments, typing: typing)
  }

  /// Returns the scanned pages of the only stack by path, sorted by name.
  func pages() throws -> [String] {
    guard folder.contains("out/scans") else { return [] }
    let pages = try folder.files(under: "out/scans").filter { $0.hasSuffix(".png") && !$0.contains("/.") }
    return pages.filter { !$0.contains("aside") }.map { folder / "out/scans/\($0)" }
  }

  /// Whether a page arrived completely after `docscan` was killed.
  var hasWholeMovingPage: Bool {
    get throws {
      guard folder.contains("out/scans") else { return false }
      return try folder.files(under: "out/scans").contains { file in
        try file.hasSuffix("/.moving.png")
          && folder.data("out/scans/\(file)").suffix(8).prefix(4).elementsEqual("IEND".utf8)
      }
    }
  }

  /// Returns the numbers of the pages of the only document, in order.
  func documentPages() throws -> [Int] {
    let name = try documentName()
    return try work.record(name).source.map { try Self.number(of: folder / "out/scans/\(name)/\($0)") }
  }

  func documentName() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder / "out")
      .filter { $0.hasPrefix("scan-") }
    guard names.count == 1 else { throw FixtureError("documents: \(names)") }
    return names[0]
  }

  /// Kills `docscan` alone, and waits until all its child processes have ended.
  func kill(_ running: RunningCommand) throws {
    let children = try Self.children(of: running.process)
    Glibc.kill(running.process, SIGKILL)
    // The group's end doesn't cover these: the process that talks to the scanner finishes its page by itself.
    for child in children {
      for _ in 0..<6000 where Glibc.kill(child, 0) == 0 { usleep(10_000) }
    }
    _ = try running.wait()
  }

  private static func children(of process: Int32) throws -> [Int32] {
    try String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
      .split(separator: " ").compactMap { Int32($0) }
  }
}
