// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanEngine
internal import DocScanFixtures
internal import DocScanNative

/// What is measured of a page's quarter turn: its lines, and what the network says of more and more of it.
struct TurnFeatures {
  let network: NeuralNetwork?

  /// Loads the network, where it is installed.
  init() throws {
    let networks = NeuralNetworks()
    try networks.load(.orientation)
    network = networks[.orientation]
  }

  /// Prints a line for the lines: how sure it is that they run across, and are upright; then one for each step: how many
  /// pictures the network has seen, and what speaks for a clockwise turn by 0, 90, 180 and 270 degrees.
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
