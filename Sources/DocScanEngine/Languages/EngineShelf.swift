// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import DocScanNative

/// Tesseract engines that are made when they are needed and kept warm, as far as memory goes.
///
/// Which of them are warm changes how long a page takes, never what is read.
final class EngineShelf {
  /// What the engines on the shelf may take together, in megabytes.
  private static let room = 100
  /// What a pack takes: those with thousands of characters more.
  private static let (smallPack, largePack) = (20, 48)

  private let dataFolder: String
  private let options: Tesseract.Options
  /// The last used at the end.
  private var engines: [(packs: [String], engine: Tesseract)] = []

  init(dataFolder: String, options: Tesseract.Options) {
    self.dataFolder = dataFolder
    self.options = options
  }

  /// An engine for these packs, which have to be installed.
  func engine(for packs: [String]) throws(PipelineError) -> Tesseract {
    if let index = engines.firstIndex(where: { $0.packs == packs }) {
      let known = engines.remove(at: index)
      engines.append(known)
      return known.engine
    }
    let isFull = engines.reduce(Self.size(of: packs)) { $0 + Self.size(of: $1.packs) } > Self.room
    while !engines.isEmpty, engines.reduce(Self.size(of: packs), { $0 + Self.size(of: $1.packs) }) > Self.room {
      engines.removeFirst()
    }
    // What the C library keeps of freed engines would add up otherwise.
    if isFull { linux_release_freed_memory() }
    let engine = try Tesseract(languages: packs, dataFolder: dataFolder, options: options)
    engines.append((packs, engine))
    return engine
  }

  /// The same while a page is read: a damaged pack fails the page.
  func engine(for packs: [String], stage: String) throws(PageFailure) -> Tesseract {
    do throws(PipelineError) {
      return try engine(for: packs)
    } catch {
      throw PageFailure(kind: .engine, stage: stage, message: error.description)
    }
  }

  private static func size(of packs: [String]) -> Int {
    packs.reduce(0) { $0 + (Script(pack: $1)?.hasHan == true ? largePack : smallPack) }
  }
}
