// SPDX-License-Identifier: GPL-3.0-or-later

/// How a receipt writes amounts.
package enum MoneyStyle: Sendable {
  /// With two digits behind a separator: 12.34 or 12,34.
  case hundredths
  /// Without: 3,560.
  case whole
}
