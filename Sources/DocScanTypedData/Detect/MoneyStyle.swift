// SPDX-License-Identifier: GPL-3.0-or-later

/// The way in which a receipt writes amounts.
package enum MoneyStyle: Sendable {
  /// Two digits after a separator: 12.34 or 12,34.
  case hundredths
  /// Whole units: 3,560.
  case whole
}
