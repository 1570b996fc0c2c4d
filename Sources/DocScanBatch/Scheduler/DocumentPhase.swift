// SPDX-License-Identifier: GPL-3.0-or-later

/// How far a document is: what is due next.
enum DocumentPhase {
  /// It is still to be opened, or to be opened once more.
  case waiting
  /// Its files are hashed, and it gets its name.
  case hashing
  /// Its pages are counted.
  case inspecting
  /// Its pages are searched for separators.
  case surveying(Survey)
  /// Its pages are read.
  case reading(OpenDocument)
  /// All pages are written, and something is due to the whole: its PDF is put together, or compared.
  case finishing(any Job)
  /// Nothing is due any more.
  case done
}
