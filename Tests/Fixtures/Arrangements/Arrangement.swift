// SPDX-License-Identifier: GPL-3.0-or-later

/// Kinds of pages on which it is a question what is read first; each seed draws another page.
///
/// The lines of a page stand in the order in which a person reads them: columns one after the other, the cells of a row
/// together, what belongs to a column with it.
public enum Arrangement: String, CaseIterable, Sendable {
  case transcript, columns, newspaper, table, form, letter, notes, receipt

  /// A page of this kind.
  public func page(_ random: inout SeededGenerator) throws -> PageDrawing {
    var text = RandomText(&random)
    return switch self {
    case .transcript: try Self.transcript(&text)
    case .columns: try Self.columns(&text)
    case .newspaper: try Self.newspaper(&text)
    case .table: try Self.table(&text)
    case .form: try Self.form(&text)
    case .letter: try Self.letter(&text)
    case .notes: try Self.notes(&text)
    case .receipt: try Self.receipt(&text)
    }
  }

  /// A font of running text.
  static func font(_ text: inout RandomText, _ size: ClosedRange<Double> = 9...11) -> PageFont {
    PageFont(text.one(of: [.serif, .sans]), size: text.number(size))
  }
}
