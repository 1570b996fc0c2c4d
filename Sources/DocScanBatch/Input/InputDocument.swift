// SPDX-License-Identifier: GPL-3.0-or-later

/// A document to process, before anything of it is parsed.
struct InputDocument: Hashable, Sendable {
  /// The name in the output directory: relative, with `/` between its parts.
  var name: String
  /// What a person calls the input: the path as it was given.
  var source: String
  /// The files that hold the pages, in order.
  var paths: [String]
}

/// What the inputs of a run amount to.
struct InputListing: Sendable {
  /// A file in a folder that is no document.
  struct Ignored: Hashable, Sendable {
    var source: String
    var reason: String
  }

  var documents: [InputDocument] = []
  var ignored: [Ignored] = []
}
