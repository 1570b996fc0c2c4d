// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

extension Point {
  package var rounded: Point { Point(x: x.rounded(toPlaces: 2), y: y.rounded(toPlaces: 2)) }
}
