// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension EditList {
  /// A description of the document's edits, except for those of its text: settings, rotations, corners, page order, and document boundaries. An
  /// example is `stages.recognize.languages=kor, page 3 of scan.pdf rotated by 90 degrees`. The text is empty if there are none.
  package var standingChoices: String {
    let settings = standingSettings
    var choices = settings.isEmpty ? [] : [settings.description]
    let standing = pages.standing
    for (index, edit) in standing.enumerated() {
      // A later edit of the same kind replaces this one.
      let isReplaced = standing[(index + 1)...].contains {
        $0.source == edit.source && $0.sourcePage == edit.sourcePage && $0.kind.stage == edit.kind.stage
      }
      if !isReplaced { choices.append("page \(edit.sourcePage) of \(edit.source) \(Self.description(of: edit.kind))") }
    }
    if standingOrder != nil { choices.append("a page order set by hand") }
    choices += standingBoundaries.map { place in
      place.isCut ? "a document begins on page \(place.page)" : "no document begins on page \(place.page)"
    }
    return choices.joined(separator: ", ")
  }

  private static func description(of kind: PageEdit.Kind) -> String {
    switch kind {
    case .turn(let degrees): degrees == 0 ? "not rotated" : "rotated by \(degrees) degrees"
    case .corners: "with corners set by hand"
    case .gray(let isGray): isGray ? "without color" : "with color"
    }
  }
}
