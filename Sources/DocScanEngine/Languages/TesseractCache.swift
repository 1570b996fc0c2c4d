// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import DocScanVision

/// A cache of Tesseract instances, limited by memory. The cache affects only the time that a page takes, never the result.
final class TesseractCache {
  /// The memory for all instances, in megabytes.
  private static let room = 100
  private static let (smallPack, largePack) = (20, 48)

  private let dataFolder: String
  private let options: Tesseract.Options
  private var instances: [(packs: [String], tesseract: Tesseract)] = []

  init(dataFolder: String, options: Tesseract.Options) { (self.dataFolder, self.options) = (dataFolder, options) }

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
    // Otherwise memory that the C library keeps after instances are freed adds up.
    if isFull { linux_release_freed_memory() }
    let tesseract = try Tesseract(languages: packs, dataFolder: dataFolder, options: options)
    instances.append((packs, tesseract))
    return tesseract
  }

  /// Returns an instance for these packs. Call this while a page is read, so that a damaged pack makes only this page fail.
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
