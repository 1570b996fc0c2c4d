// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// Returns the log odds of a probability, which is first clamped to the range from `limit` to `1 - limit`.
package func logOdds(_ probability: Double, limit: Double) -> Double {
  let bounded = min(max(probability, limit), 1 - limit)
  return log(bounded / (1 - bounded))
}

package func logistic(_ logOdds: Double) -> Double { 1 / (1 + exp(-logOdds)) }

/// Returns the probability of a logistic model, whose weights and features are in the same order.
package func logistic(_ weights: [Double], _ features: [Double]) -> Double {
  logistic(zip(weights, features).reduce(0) { $0 + $1.0 * $1.1 })
}
