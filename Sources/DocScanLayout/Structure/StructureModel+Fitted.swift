// SPDX-License-Identifier: GPL-3.0-or-later

extension StructureModel {
  /// The model for headings, fitted on 60 synthetic pages by `Tests/Tools/fit/structure.py fit`, which writes this file.
  static let heading = StructureModel(weights: [
    -2.932, 2.838, 1.077, 0.045, 1.231, 2.056, 1.324, 1.343, 1.277, -0.901, -0.865, -0.607,
    -1.028, 0.000, 0.675, -0.803, 0.883, -0.282, -0.099, 0.267, 0.834, 0.864, -0.262, 0.722,
    0.000, 1.203, -0.590, -1.958, -1.938, 1.462, 1.158, -1.227, 0.417, -0.137, -0.130, 0.477,
    1.333,
  ])
  static let running = StructureModel(weights: [
    -3.725, 3.199, 1.106, 0.921, -0.412, 0.171, -0.875, -0.998, 0.434, 0.178, 0.086, -0.928,
    -0.293, 0.000, 0.541, -0.438, 0.485, -0.269, 0.705, -0.813, -0.491, -0.717, 0.082, 0.076,
    -0.294, -0.738,
  ])
}
