// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension Documents {
  /// Returns a newsletter in two columns with a picture; its lines are in reading order.
  public static func newsletter() throws -> PageDrawing {
    let font = PageFont.serif(10)
    var page = PageDrawing()
    try page.line("The Lock Keeper", at: Point(x: 56, y: 86), font: PageFont.serif(26).bold)
    try page.line("News from the canal society · Summer 2024", at: Point(x: 56, y: 106), font: .sans(9))
    page.rule(from: Point(x: 56, y: 116), to: Point(x: 539, y: 116), width: 1.5)
    var y = 146.0
    try page.line("The old lock works again", at: Point(x: 56, y: y), font: PageFont.serif(13).bold)
    y += 20
    for text in leftColumn { y = try page.paragraph(text, at: Point(x: 56, y: y), width: 230, font: font) + 7 }
    page.picture(in: Box(x: 309, y: 134, width: 230, height: 150))
    try page.line("The hills behind the canal in June", at: Point(x: 309, y: 298), font: .sans(8))
    y = 326
    try page.line("Herons on the towpath", at: Point(x: 309, y: y), font: PageFont.serif(13).bold)
    y += 20
    for text in rightColumn { y = try page.paragraph(text, at: Point(x: 309, y: y), width: 230, font: font) + 7 }
    return page
  }

  private static var leftColumn: [String] {
    [
      "For eleven years the gates of the upper lock stood open and rotted. On the first Sunday in June a boat went "
        + "through them again, slowly, with half the town on the bank and the brass band a little out of tune.",
      "The new gates are of oak from the forest beyond the hill. Each weighs three tons, and the crane that lifted them "
        + "could only come at night, because the bridge had to be closed for it. Our carpenters worked from nine in the "
        + "evening until the bakery opened.",
      "The work cost less than we feared. The county paid one half, the society a quarter, and the rest came from people "
        + "who bought a brick each for the chamber wall. There are still forty bricks without an owner.",
      "From July the lock is open on every weekend between ten and six. Please wait for the keeper, keep children away "
        + "from the edge, and do not feed the swans on the gate: they have begun to think that it belongs to them.",
    ]
  }

  private static var rightColumn: [String] {
    [
      "Since April two herons have lived in the alder opposite the boatyard. They fish in the early morning, when the "
        + "water is still, and they do not mind walkers who keep to the other bank.",
      "The society has put up a bench with a view of the nest. A telescope can be borrowed from the kiosk for an hour; "
        + "bring it back dry.",
      "Readers have asked whether the herons eat the young ducks. Sometimes they do. It is a canal, not a park.",
    ]
  }
}
