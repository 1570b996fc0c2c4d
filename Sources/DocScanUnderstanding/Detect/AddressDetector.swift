// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

enum AddressDetector: Detector {
  static let kinds = [Detection.Kind.address]
  static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] { [] }
}
