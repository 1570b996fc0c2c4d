// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFixtures
internal import DocScanNative
internal import DocScanVision
internal import Glibc

/// A valid page with thousands of parts, whose layout could take minutes to find. Tests only use the upper part of the page, with a share of the
/// parts.
enum LayoutTrap: String, CaseIterable {
  case levelStrokes, uprightStrokes, mixedStrokes, slantedStrokes, shortStrokes, uprightDashes, rows
  case boxes, nestedBoxes, specks, words, scatteredWords

  private static let (width, height, dpi) = (2480, 3508, 300.0)
  private static let count = 5000
  /// The processor time that a whole page of strokes may take, in seconds.
  private static let mostSeconds = 10.0
  private static let stages = [
    "perspective", "dewarp", "spreads", "blank", "orientation", "deskew", "crop", "clean", "quality", "barcodes",
    "recognize", "checkboxes", "detect", "tables", "form", "receipt", "about",
  ]

  /// The cost of a page: processor time in seconds, and the peak memory of its worker in kilobytes.
  struct Cost {
    var seconds: Double
    var peak: Int
    var status: String
  }

  /// Runs all stages on a page, and returns its cost. Returns the problem as well, or `nil`.
  func cost(program: String, seed: UInt64, share: Int) throws -> (cost: Cost, problem: String?) {
    let folder = try TemporaryFolder()
    _ = try folder.makeFolder("in")
    let stages = Self.stages.map { "{\"stage\": \"\($0)\"}" }.joined(separator: ", ")
    try folder.write(
      "{\"stages\": [\(stages)], \"output\": {\"writers\": [{\"writer\": \"pdf\"}, {\"writer\": \"text\"}]}}",
      to: "all.json")
    try page(seed: seed, share: share).write(to: folder / "in/\(rawValue).png", as: .png, dpi: Self.dpi)
    let before = Self.seconds
    var command = Command(program, ["run", folder / "all.json", folder / "in", "-o", folder / "out", "-j", "1"])
    command.timeoutSeconds = 1800
    let running = try command.start()
    var peak = 0
    _ = try running.wait(upToSeconds: command.timeoutSeconds) {
      for worker in HostileBatch.children(of: running.process) { peak = max(peak, HostileBatch.peakMemory(of: worker)) }
      return false
    }
    let result = try running.wait()
    let cost = Cost(
      seconds: Self.seconds - before, peak: peak, status: result.exitCode == 0 ? "complete" : "failed")
    if result.exitCode != 0 { return (cost, "\(rawValue) is not read: \(result.summary)") }
    // A share of a page is a test's, which must pass on a slow machine, too.
    let isOver = share == 1 && rawValue.lowercased().hasSuffix("strokes") && cost.seconds > Self.mostSeconds
    return (cost, isOver ? "\(rawValue) takes \(cost.seconds.rounded()) s of processor time" : nil)
  }

  /// The processor time of all child processes that have ended, in seconds.
  private static var seconds: Double {
    var use = rusage()
    _ = unsafe getrusage(RUSAGE_CHILDREN.rawValue, &use)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(use.ru_utime) + seconds(use.ru_stime)
  }

  private func page(seed: UInt64, share: Int) throws -> Raster {
    var random = SeededGenerator(seed: seed)
    let height = Self.height / share
    guard self != .words, self != .scatteredWords else {
      let whole = Box(x: 0, y: 0, width: Double(Self.width), height: Double(height))
      return try words(&random, share).cropped(to: whole)
    }
    let count = (self == .specks ? 200_000 : self == .boxes ? 3000 : self == .nestedBoxes ? 300 : Self.count) / share
    return try unsafe Raster(width: Self.width, height: height, channels: .gray) { pixels in
      for index in pixels.indices { unsafe pixels[index] = 255 }
      func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        for row in y..<y + height where (0..<height).contains(row) {
          for column in x..<x + width where (0..<Self.width).contains(column) {
            unsafe pixels[row * Self.width + column] = 0
          }
        }
      }
      func frame(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        for (top, left, wide, high) in [(y, x, width, 2), (y + height, x, width, 2)] { fill(left, top, wide, high) }
        for left in [x, x + width] { fill(left, y, 2, height) }
      }
      for number in 0..<count {
        let (x, y) = (
          Int.random(in: 40..<Self.width - 120, using: &random), Int.random(in: 40..<height - 120, using: &random)
        )
        let length = Int.random(in: 100..<400, using: &random)
        switch self {
        case .levelStrokes: fill(x, y, length, 2)
        case .uprightStrokes: fill(x, y, 2, length)
        case .mixedStrokes: if number % 2 == 0 { fill(x, y, length, 2) } else { fill(x, y, 2, length) }
        case .slantedStrokes:
          let (across, down) = (Int.random(in: -3...3, using: &random), Int.random(in: 1...3, using: &random))
          for step in 0..<length / 3 { fill(x + step * across / 2, y + step * down / 2, 2, 2) }
        case .shortStrokes: fill(x, y, length / 10, 3)
        case .uprightDashes: fill(x, y, 3, length / 10)
        case .rows: fill(60 + number % 60 * 39, 60 + number / 60 * 40, 31, 3)
        case .boxes: frame(x, y, length / 4, length / 8)
        case .nestedBoxes: for inset in 0..<10 { frame(x + 4 * inset, y + 4 * inset, 110 - 8 * inset, 110 - 8 * inset) }
        case .specks: fill(x, y, Int.random(in: 1...3, using: &random), Int.random(in: 1...3, using: &random))
        case .words, .scatteredWords: break
        }
      }
    }
  }

  private func words(_ random: inout SeededGenerator, _ share: Int) throws -> Raster {
    var page = PageDrawing()
    for number in 0..<(self == .words ? 130 : 1500) / share {
      let words = (0..<(self == .words ? 24 : 1)).map { _ in
        String(
          (0..<Int.random(in: 2...8, using: &random)).map { _ in
            "abcdefghijklmnopqrstuvwxyz".randomElement(using: &random) ?? "a"
          })
      }
      let place =
        self == .words
        ? Point(x: 30, y: 25 + 6 * Double(number))
        : Point(
          x: Double.random(in: 20...540, using: &random),
          y: Double.random(in: 20...(820 / Double(share)), using: &random))
      try page.line(words.joined(separator: " "), at: place, font: PageFont(.sans, size: self == .words ? 5 : 7))
    }
    return try page.raster(dpi: Self.dpi)
  }
}
