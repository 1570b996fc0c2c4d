// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import DocScanWire
internal import FoundationEssentials
internal import Glibc

/// The scanned pages of one document: a folder in `scans` in the output folder, which users can browse. A page gets its number when it's complete
/// and on disk, and is never deleted. `.pile.json` contains the state. Backs from a second pass over one-sided sheets have their own names, numbered
/// in scanning order.
package final class SheetPile {
  package static let folderName = "scans"
  private static let stateName = ".pile.json"
  private static let movingName = ".moving.png"
  /// The folder for pages that no longer belong to the document.
  private var asideName: String { name + "-aside" }
  private static let backPrefix = "back-"
  private static let mostPages = 99_999

  /// The order of backs in a second pass.
  package enum Backs: String, Codable, Sendable {
    /// The first back belongs to the first sheet.
    case inOrder
    /// The first back belongs to the last sheet, because the stack was turned over.
    case reversed
  }

  /// The state of a stack.
  package enum Step: String, Codable, Sendable {
    /// Pages are being scanned; with a second pass, the fronts.
    case scanning
    case backs
    case scanned
    case done
  }

  /// The content of `.pile.json`.
  struct State: Codable, Hashable {
    static let schema = "docscan-pile/1"
    var schema = Self.schema
    var step: Step
    var backs: Backs?
    var settings: ScanSettings
  }

  package let name: String
  package var path: String { folder.path }
  private(set) var state: State
  private let folder: Folder
  private let scans: Folder
  private(set) var fronts: [String] = []
  private(set) var backPages: [String] = []

  private init(name: String, folder: Folder, in scans: Folder, state: State) throws(BatchError) {
    (self.name, self.folder, self.scans, self.state) = (name, folder, scans, state)
    guard let names = folder.names() else { throw OutputFolder.failure("read", folder.path) }
    let numbered = { (prefix: String) in
      names.filter { Self.number(of: $0, after: prefix) != nil }.sorted(by: isNaturallyOrdered)
    }
    (fronts, backPages) = (numbered(""), numbered(Self.backPrefix))
  }

  private static func number(of name: String, after prefix: String) -> Int? {
    guard name.hasPrefix(prefix), name.hasSuffix(".png") else { return nil }
    let digits = name.dropFirst(prefix.count).dropLast(4)
    guard (4...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(digits)
  }

  // MARK: Finding and beginning

  static func begin(
    named wish: String?, settings: ScanSettings, backs: Backs?, in root: Folder
  ) throws(BatchError) -> SheetPile {
    guard let scans = root.makeFolder(folderName) else {
      throw OutputFolder.failure("create", "\(root.path)/\(folderName)")
    }
    guard root.sync() else { throw OutputFolder.failure("write", root.path) }
    let base = wish ?? "scan-\(LocalTime.now.date)"
    let taken = { (name: String) in scans.exists(name) || root.exists(name) }
    var name = base
    var number = 1
    while wish == nil || number > 1 || taken(name) {
      name = "\(base)-\(number + (wish == nil ? 0 : 1))"
      if !taken(name) { break }
      number += 1
    }
    guard let folder = scans.makeFolder(name) else { throw OutputFolder.failure("create", "\(scans.path)/\(name)") }
    let pile = try SheetPile(
      name: name, folder: folder, in: scans, state: State(step: .scanning, backs: backs, settings: settings))
    try pile.save()
    guard scans.sync() else { throw OutputFolder.failure("write", scans.path) }
    return pile
  }

  static func unfinished(in root: Folder) throws(BatchError) -> [SheetPile] {
    guard let scans = root.folder(folderName), let names = scans.names() else { return [] }
    var piles: [SheetPile] = []
    for name in names.sorted(by: isNaturallyOrdered) where isDocumentName(name) {
      guard let folder = scans.folder(name), let bytes = folder.contents(stateName, most: 1 << 20) else { continue }
      let state: State
      do {
        state = try JSONDecoder().decode(State.self, from: Data(bytes))
      } catch {
        // docscan didn't write this file.
        continue
      }
      guard state.schema == State.schema, state.step != .done else { continue }
      piles.append(try SheetPile(name: name, folder: folder, in: scans, state: state))
    }
    return piles
  }

  // MARK: Pages

  package var count: Int { fronts.count + backPages.count }

  var isAtBacks: Bool { state.step == .backs }

  var pages: [String] {
    guard let backs = state.backs, !backPages.isEmpty else { return fronts }
    guard backPages.count == fronts.count else { return fronts + backPages }
    let ordered = backs == .inOrder ? backPages : backPages.reversed()
    return zip(fronts, ordered).flatMap { [$0, $1] }
  }

  func path(of page: String) -> String { "\(folder.path)/\(page)" }

  var root: Folder { folder }

  /// Creates an empty file for the next page. The process that has it open holds its lock.
  func makePage() throws(BatchError) -> OpenFile {
    guard count < Self.mostPages else { throw .usage("A pile has at most \(Self.mostPages) pages. Begin another one.") }
    _ = folder.remove(Self.movingName)
    let number = folder.lockFile(Self.movingName, mode: 0o666)
    guard number >= 0 else { throw OutputFolder.failure("create", path(of: Self.movingName)) }
    let file = OpenFile(descriptor: number)
    _ = flock(number, LOCK_EX | LOCK_NB)
    return file
  }

  /// Publishes the complete page that is on disk. Returns its name.
  func keepPage() throws(BatchError) -> String {
    let last = isAtBacks ? backPages.last : fronts.last
    let prefix = isAtBacks ? Self.backPrefix : ""
    let digits = String((last.flatMap { Self.number(of: $0, after: prefix) } ?? 0) + 1)
    let name = prefix + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ".png"
    guard folder.rename(Self.movingName, name, .exclusive), folder.sync() else {
      throw OutputFolder.failure("write", path(of: name))
    }
    if isAtBacks { backPages.append(name) } else { fronts.append(name) }
    return name
  }

  func dropPage() { _ = folder.remove(Self.movingName) }

  /// Keeps a complete page of a killed run, if any, and returns `true`. Waits for the lock of its scanner process, which may still be writing.
  func recoverPage(waiting: () -> Void) throws(BatchError) -> Bool {
    guard let file = folder.file(Self.movingName), file.identity != nil else { return false }
    if flock(file.descriptor, LOCK_SH | LOCK_NB) != 0 {
      waiting()
      while flock(file.descriptor, LOCK_SH) != 0, errno == EINTR {}
    }
    let ending: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    guard file.read(at: max(0, file.byteCount - ending.count), count: ending.count) == ending else {
      dropPage()
      return false
    }
    _ = try keepPage()
    return true
  }

  /// Sets aside the front of a sheet whose back is missing, so that the sheet is scanned again. Returns `true` if there was one.
  func putHalfSheetAside() throws(BatchError) -> Bool {
    guard state.settings.source == .duplex, state.step == .scanning, fronts.count % 2 == 1, let page = fronts.last
    else { return false }
    try putAside([page])
    fronts.removeLast()
    return true
  }

  func putBacksAside() throws(BatchError) {
    try putAside(backPages)
    backPages = []
  }

  private func putAside(_ pages: [String]) throws(BatchError) {
    guard let aside = scans.makeFolder(asideName) else {
      throw OutputFolder.failure("create", "\(scans.path)/\(asideName)")
    }
    for page in pages {
      var name = page
      var number = 2
      while aside.exists(name) {
        name = "\(page.dropLast(4))-\(number).png"
        number += 1
      }
      guard folder.rename(page, to: aside, name, .exclusive) else {
        throw OutputFolder.failure("write", path(of: page))
      }
    }
    guard aside.sync(), scans.sync(), folder.sync() else { throw OutputFolder.failure("write", folder.path) }
  }

  // MARK: Steps

  /// Enters a step, and saves the state durably.
  func enter(_ step: Step) throws(BatchError) {
    state.step = step
    try save()
  }

  func use(_ settings: ScanSettings, backs: Backs?) throws(BatchError) {
    (state.settings, state.backs) = (settings, backs)
    try save()
  }

  func removeIfEmpty() {
    guard count == 0, !scans.exists(asideName) else { return }
    _ = folder.remove(Self.stateName)
    dropPage()
    _ = scans.removeFolder(name)
  }

  private func save() throws(BatchError) {
    let json: Data
    do {
      json = try JSONText.pretty(state)
    } catch {
      throw .output("\(path(of: Self.stateName)) cannot be written: \(error)")
    }
    guard folder.write(Array(json), to: Self.stateName), folder.sync(Self.stateName), folder.sync() else {
      throw OutputFolder.failure("write", path(of: Self.stateName))
    }
  }
}
