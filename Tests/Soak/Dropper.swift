// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanFixtures
import FoundationEssentials
import Glibc

/// A source of files that reach the inbox in the ways of users and programs.
struct Dropper {
  enum Way: CaseIterable {
    case copy, slowWrite, rename, partialUpload, overwrite, duplicate, sameName, subfolder
  }

  /// An action on a file at its time.
  private struct Step {
    var time: ContinuousClock.Instant
    var name: String
    var picture: SoakPicture
    var action: () throws -> Void
  }

  private let inbox: String
  private let outside: String
  private var random: SeededGenerator
  private var steps: [Step] = []
  private var number = 0
  /// The most recent complete files.
  private var finished: [(name: String, picture: SoakPicture)] = []
  /// The required number of originals at the end, by digest.
  private(set) var required: [String: Int] = [:]
  /// Contents that were overwritten, which docscan may or may not have processed before.
  private(set) var optional: Set<String> = []
  private(set) var counts: [Way: Int] = [:]

  init(inbox: String, outside: String, seed: UInt64) {
    self.inbox = inbox
    self.outside = outside
    random = SeededGenerator(seed: seed)
  }

  /// Whether files are still being written.
  var isBusy: Bool { !steps.isEmpty }

  /// Begins to drop one more file.
  mutating func drop() throws {
    let way = Way.allCases.randomElement(using: &random) ?? .copy
    counts[way, default: 0] += 1
    number += 1
    var picture = SoakPicture(number)
    var name = "file-\(number).pbm"
    switch way {
    case .copy: try write(picture.bytes, to: name)
    case .subfolder:
      name = "box \(number % 7)/\(name)"
      unsafe mkdir("\(inbox)/box \(number % 7)", 0o777)
      try write(picture.bytes, to: name)
    case .duplicate:
      if let earlier = finished.randomElement(using: &random) { picture = earlier.picture }
      try write(picture.bytes, to: name)
    case .sameName:
      // Only a free name: an existing file would be overwritten.
      if let earlier = finished.randomElement(using: &random), unsafe access(inbox + "/" + earlier.name, F_OK) != 0 {
        name = earlier.name
      }
      try write(picture.bytes, to: name)
    case .rename:
      try picture.bytes.write(to: URL(filePath: outside + "/\(number)"))
      try rename("\(outside)/\(number)", to: name)
    case .partialUpload:
      try write(picture.bytes.prefix(300), to: name + ".part")
      let bytes = picture.bytes
      later(name, picture) { [self, name] in
        try write(bytes, to: name + ".part")
        try rename("\(inbox)/\(name).part", to: name)
      }
    case .overwrite:
      optional.insert(picture.digest)
      try write(picture.bytes, to: name)
      number += 1
      picture = SoakPicture(number)
      let bytes = picture.bytes
      later(name, picture) { [self, name] in try write(bytes, to: name) }
    case .slowWrite:
      let bytes = picture.bytes
      let file = unsafe open(inbox + "/" + name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      guard file >= 0 else { throw FixtureError("\(name) cannot be made.") }
      append(bytes.prefix(100), file)
      let closesBetween = Bool.random(using: &random)
      if closesBetween { close(file) }
      let path = inbox + "/" + name
      later(name, picture) {
        let again = unsafe closesBetween ? open(path, O_WRONLY | O_APPEND | O_CLOEXEC) : file
        append(bytes.dropFirst(100), again)
        close(again)
      }
    }
    required[picture.digest, default: 0] += 1
    if !steps.contains(where: { $0.name == name }) { finished.append((name, picture)) }
    if finished.count > 50 { finished.removeFirst() }
  }

  /// Performs the actions that are due.
  mutating func work() throws {
    let now = ContinuousClock.now
    for step in steps where step.time <= now {
      try step.action()
      finished.append((step.name, step.picture))
    }
    steps.removeAll { $0.time <= now }
  }

  private mutating func later(_ name: String, _ picture: SoakPicture, _ action: @escaping () throws -> Void) {
    let pause = Double.random(in: 0.05...1.2, using: &random)
    steps.append(Step(time: .now + .seconds(pause), name: name, picture: picture, action: action))
  }

  private func write(_ bytes: Data, to name: String) throws {
    try bytes.write(to: URL(filePath: inbox + "/" + name))
  }

  private func rename(_ path: String, to name: String) throws {
    guard unsafe Glibc.rename(path, inbox + "/" + name) == 0 else { throw FixtureError("\(path) cannot be renamed.") }
  }
}

private func append(_ bytes: Data, _ file: Int32) {
  _ = unsafe Array(bytes).withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
}
