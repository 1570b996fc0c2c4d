// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension Documents {
  /// Returns a letter of two pages in English, with a letterhead, a stamp and a signature.
  public static func letter() throws -> [PageDrawing] {
    let font = PageFont.serif(11)
    var first = PageDrawing()
    try first.line("Harbour Street Library", at: Point(x: 72, y: 84), font: PageFont.serif(17).bold)
    try first.line("14 Harbour Street, Millbrook · Telephone 0555 0142", at: Point(x: 72, y: 101), font: .sans(8.5))
    first.rule(from: Point(x: 72, y: 111), to: Point(x: 523, y: 111))
    var y = 150.0
    for text in ["Mrs Eleanor Whitcombe", "Rose Cottage", "3 Orchard Lane", "Millbrook"] {
      try first.line(text, at: Point(x: 72, y: y), font: font)
      y += 15
    }
    try first.line("12 March 2024", endingAt: Point(x: 523, y: 232), font: font)
    try first.line("The reading room on the second floor", at: Point(x: 72, y: 262), font: font.bold)
    y = 292
    for text in firstPage {
      y = try first.paragraph(text, at: Point(x: 72, y: y), width: 451, font: font) + 8
    }
    first.stamp("RECEIVED 15 MAR", at: Point(x: 432, y: 172))
    try first.line("1", at: Point(x: 295, y: 800), font: .serif(9))

    var second = PageDrawing()
    y = 84
    for text in secondPage {
      y = try second.paragraph(text, at: Point(x: 72, y: y), width: 451, font: font) + 8
    }
    try second.line("With kind regards,", at: Point(x: 72, y: y + 10), font: font)
    second.scribble(
      through: [(74, 52), (84, 30), (90, 58), (101, 40), (110, 56), (119, 44), (128, 55), (149, 41), (192, 50)].map {
        Point(x: $0.0, y: y + $0.1)
      })
    try second.line("Thomas Ashdown", at: Point(x: 72, y: y + 82), font: font)
    try second.line("Librarian", at: Point(x: 72, y: y + 97), font: font)
    second.rule(from: Point(x: 72, y: y + 135), to: Point(x: 250, y: y + 135), width: 0.5)
    try second.paragraph(
      "Enclosed: plan of the second floor, list of donated books, form for volunteers.", at: Point(x: 72, y: y + 152),
      width: 451, font: .serif(9.5))
    try second.line("2", at: Point(x: 295, y: 800), font: .serif(9))
    return [first, second]
  }

  private static var firstPage: [String] {
    [
      "Dear Mrs Whitcombe,",
      "Thank you for your letter of 4 March and for the generous offer of your late husband's books. Our small "
        + "committee met on Thursday evening and was unanimous: we should be delighted to give the collection a home.",
      "You asked where the books would stand. The old reading room on the second floor has been empty since the "
        + "archive moved to the town hall. It has two tall windows, a working fireplace and enough shelves along the "
        + "north wall for about nine hundred volumes. The roof was repaired last autumn, so the room is dry again, and "
        + "a carpenter has promised to mend the broken ladder before Easter.",
      "We would keep the collection together and place a small brass plate beside the door. Readers could use the "
        + "books in the room on any afternoon except Sunday. The older maps are fragile; these we would store flat, in "
        + "drawers, and bring out on request. Nothing would be lent to other libraries without your consent.",
      "Before the books can be moved we need a list of them. Two of our volunteers, Miss Okafor and Mr Lindqvist, have "
        + "offered to come to Orchard Lane and write one. They think that three mornings will be enough, and they are "
        + "happy to work at the kitchen table, provided that the cat does not object to their papers.",
      "For the journey itself the removal firm in Quay Road has quoted 180 pounds for one van, two men and forty boxes. "
        + "The Friends of the Library will pay this sum from the jubilee fund.",
    ]
  }

  private static var secondPage: [String] {
    [
      "There remains the question of the date. The painters finish on 19 April, and the floor must then be left alone "
        + "for a week while the varnish hardens. We therefore suggest Monday 29 April for the move. If the weather is "
        + "kind, the opening could follow on Saturday 18 May, with tea in the garden and a short reading from one of the "
        + "travel books that your husband loved.",
      "May I also mention a small worry? The insurance company would like to know the value of the twelve volumes with "
        + "coloured plates. Mr Hartley, the bookseller in Bridge Street, is willing to look at them without charge, but "
        + "only if you agree that he may. Please write a line to let me know.",
      "Finally, the children's group has drawn a picture of your house for you, with a rather large cat on the roof. It "
        + "hangs beside my desk until somebody can bring it to you.",
    ]
  }
}
