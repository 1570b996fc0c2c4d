// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import DocScanNative

/// Instances of Tesseract that are made when they are needed and kept warm, as far as memory goes.
///
/// Which of them are warm changes how long a page takes, never what is read.
final class TesseractCache {
  /// What the instances may take together, in megabytes.
  private static let room = 100
  /// What a pack takes: those with thousands of characters more.
  private static let (smallPack, largePack) = (20, 48)

  private let dataFolder: String
  private let options: Tesseract.Options
  /// The last used at the end.
  private var instances: [(packs: [String], tesseract: Tesseract)] = []

  init(dataFolder: String, options: Tesseract.Options) { (self.dataFolder, self.options) = (dataFolder, options) }

  /// An instance for these packs, which have to be installed.
  func tesseract(for packs: [String]) throws(PipelineError) -> Tesseract {
    if let index = instances.firstIndex(where: { $0.packs == packs }) {
      let known = instances.remove(at: index)
      instances.append(known)
      return known.tesseract
    }
    let isFull = instances.reduce(Self.size(of: packs)) { $0 + Self.size(of: $1.packs) } > Self.room
    while !instances.isEmpty, instances.reduce(Self.size(of: packs), { $0 + Self.size(of: $1.packs) }) > Self.room {
      instances.removeFirst()
    }
    // What the C library keeps of freed instances would add up otherwise.
    if isFull { linux_release_freed_memory() }
    let tesseract = try Tesseract(languages: packs, dataFolder: dataFolder, options: options)
    instances.append((packs, tesseract))
    return tesseract
  }

  /// The same while a page is read: a damaged pack fails the page.
  func warm(for packs: [String]) throws(PageFailure) -> Tesseract {
    do throws(PipelineError) {
      return try tesseract(for: packs)
    } catch {
      throw PageFailure(kind: .library, message: error.description)
    }
  }

  private static func size(of packs: [String]) -> Int {
    packs.reduce(0) { $0 + (Script(pack: $1)?.hasHan == true ? largePack : smallPack) }
  }
}
