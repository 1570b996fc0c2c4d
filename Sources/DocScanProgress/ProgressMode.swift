// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCommandLine

/// The values of `--progress`.
package enum ProgressMode: String, CaseIterable, Sendable {
  /// A bar on a terminal; otherwise the command's own default.
  case auto
  case bar, plain, json, none

  /// Returns the function that writes this mode's text: JSON, which is for programs, to standard output, everything else to standard error.
  package func writer(on console: Console) -> @Sendable (String) -> Void {
    guard self == .json else { return console.writeError }
    return { text in
      do throws(CommandError) {
        try console.writeOutput(text)
      } catch {
        console.writeError(error.lines)
      }
    }
  }

  /// Returns the display for this mode. `elsewhere` is the display for `auto` without a terminal.
  package func display(on console: Console, elsewhere: sending any ProgressDisplay) -> sending any ProgressDisplay {
    let columns = console.terminalColumns
    return switch self {
    case .auto: columns() == nil ? elsewhere : BarProgress { columns() ?? 80 }
    case .bar: BarProgress { columns() ?? 80 }
    case .plain: PlainProgress()
    case .json: JSONProgress()
    case .none: QuietProgress()
    }
  }
}
