// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import FoundationEssentials

/// Checks for the author and the time of a decision that comes from a file that others can write.
enum DecisionOrigin {
  private static let longestAuthor = 60

  /// A name that can be shown, which says that the decision came with the document.
  static func author(untrusted text: String) -> String {
    let name = text.replacing(where: { $0.isNotWritten }, with: " ").prefix(scalars: longestAuthor).words
    return "\(name ?? "unknown") (in the inbox)"
  }

  /// A time in ISO 8601 and UTC, or `nil` if the text is something else.
  static func time(untrusted text: String) -> String? {
    do {
      let date = try Date(text, strategy: .iso8601)
      return text.utf8.count <= 32 ? date.formatted(.iso8601) : nil
    } catch {
      return nil
    }
  }
}
