// SPDX-License-Identifier: GPL-3.0-or-later

/// The values of `--progress`.
enum ProgressMode: String, CaseIterable, Sendable {
  /// A bar on a terminal, lines elsewhere.
  case auto
  case bar, plain, json, none
}
