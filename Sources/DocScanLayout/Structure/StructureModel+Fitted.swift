// SPDX-License-Identifier: GPL-3.0-or-later

extension StructureModel {
  // Fitted by `Tests/Tools/fit/structure.py fit`, which writes this file, on drawn pages and on the documents, scans, and poor scans of three makers.
  static let heading = StructureModel(weights: [
    -3.059, 4.471, 0.861, 0.820, 2.416, 3.423, 2.246, 2.327, 1.985, -0.817, -0.706, -2.373,
    0.239, -0.320, 2.283, -0.807, 2.103, 0.526, -3.575, 1.782, 0.612, 0.779, -0.227, -1.642,
    -3.634, 2.874, 0.478, -2.782, 0.255, -3.655, 0.714, 0.927, 0.002, -2.477, -1.971, -0.729,
  ])
  static let running = StructureModel(weights: [
    -5.627, 6.399, 0.606, 1.292, -0.654, 1.372, -1.297, -0.462, 1.122, 0.889, -0.995, 0.058,
    -0.059, -0.511, -2.230, 0.913, -1.325, -0.319, -0.843, -0.358, 0.000, -0.087,
  ])
}
