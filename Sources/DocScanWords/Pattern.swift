// SPDX-License-Identifier: GPL-3.0-or-later

// A regular expression that is compiled once. Literals are compiled at each use, which takes longer than most searches. `Regex` isn't `Sendable`
// because it may contain any code that transforms captures, which these lack.
package struct Pattern: RegexComponent, @unchecked Sendable {
  package let regex: Regex<Substring>

  package init(_ regex: Regex<Substring>) { self.regex = regex }
}
