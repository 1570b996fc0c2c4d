// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanEngine
internal import DocScanFixtures
internal import DocScanNative
internal import DocScanVision

/// The measurements of a page's rotation: its lines, and the network's results for a growing number of pictures.
struct TurnFeatures {
  let network: NeuralNetwork?

  /// Loads the network if it is installed.
  init() throws {
    let networks = NeuralNetworks()
    try networks.load(.orientation)
    network = networks[.orientation]
  }

  /// Prints a line for the text lines: the certainty that they run across, and that they are upright. Then prints one
  /// line per step: the number of pictures that the network has seen, and the evidence for a clockwise turn by 0, 90,
  /// 180, and 270 degrees.
  func print(_ page: Raster) throws {
    let page = PageContext(
      reference: PageReference(number: 1, source: "page", sourcePage: 1), source: page, dpi: 150)
    let lines = try page.text().turn()
    Swift.print(lines.horizontal, lines.upright)
    guard let network else { return }
    var pictures = try TurnPictures(of: page, network: network)
    while let scores = try pictures.next() {
      Swift.print(pictures.shown, [0, 90, 180, 270].map { "\(scores[$0] ?? 0)" }.joined(separator: " "))
    }
  }
}
