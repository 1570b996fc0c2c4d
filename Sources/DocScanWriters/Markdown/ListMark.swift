// SPDX-License-Identifier: GPL-3.0-or-later

/// What a list item begins with.
enum ListMark: Hashable {
  case bullet
  case number(Int)

  var markdown: String {
    switch self {
    case .bullet: "-"
    case .number(let number): "\(number)."
    }
  }
}
