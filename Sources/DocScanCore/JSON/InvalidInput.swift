// SPDX-License-Identifier: GPL-3.0-or-later

/// Something that was given to docscan is not what it should be: a message of a worker or an engine, or a template.
package struct InvalidInput: Error, Hashable, CustomStringConvertible, Sendable {
  /// What is wrong with it, as a part of a sentence.
  package let description: String

  package init(_ description: String) { self.description = description }
}
