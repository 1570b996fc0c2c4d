// SPDX-License-Identifier: GPL-3.0-or-later

extension String {
  /// The text without control characters; those in `kept` stay.
  func withoutControls(except kept: Set<Unicode.Scalar> = []) -> String {
    let isUnwanted = { (scalar: Unicode.Scalar) in
      scalar.properties.generalCategory == .control && !kept.contains(scalar)
    }
    guard unicodeScalars.contains(where: isUnwanted) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.filter { !isUnwanted($0) }))
  }
}
