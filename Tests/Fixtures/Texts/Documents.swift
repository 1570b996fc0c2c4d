// SPDX-License-Identifier: GPL-3.0-or-later

/// The project's own documents, written for its tests.
public enum Documents {
  /// Returns the letter, the minutes, and all others, by name.
  public static func all() throws -> [(name: String, page: PageDrawing)] {
    [
      ("letter-1", try letter()[0]), ("letter-2", try letter()[1]), ("minutes", try minutes()),
      ("invoice", try invoice()), ("receipt", try receipt()), ("newsletter", try newsletter()),
      ("timetable", try timetable()), ("german", try germanLetter()), ("french", try frenchNote()),
    ]
  }
}
