// SPDX-License-Identifier: GPL-3.0-or-later

/// Kinds of pages whose reading order isn't obvious; each seed draws another page.
///
/// The lines of a page are in a human's reading order: columns in turn, the cells of a row together, and everything that
/// belongs to a column with it.
public enum Arrangement: String, CaseIterable, Sendable {
  case transcript, columns, newspaper, table, form, letter, notes, receipt

  /// Returns a page of this kind.
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

  /// Returns a font for running text.
  static func font(_ text: inout RandomText, _ size: ClosedRange<Double> = 9...11) -> PageFont {
    PageFont(text.one(of: [.serif, .sans]), size: text.number(size))
  }
}
