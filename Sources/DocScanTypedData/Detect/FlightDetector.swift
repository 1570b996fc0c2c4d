// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanWords

/// Detects flight numbers: an airline code and up to four digits, on pages about flights.
package enum FlightDetector: Detector {
  package static let kinds = [Detection.Kind.flight]

  private static let names = SearchWords("flight.label")
  private static let surroundings = SearchWords("flight.near")

  package static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] {
    var found: [Detected] = []
    guard text.has(surroundings, in: 0..<text.count) || text.has(names, in: 0..<text.count) else { return [] }
    var at = 0
    while at < text.count {
      guard text[at].isAlphanumeric || text[at] == "儿", !text[at - 1].isAlphanumeric,
        let hit = flight(at, text, follows: found.last?.range.lowerBound)
      else {
        at += 1
        continue
      }
      found.append(hit)
      at = hit.range.upperBound
    }
    return found
  }

  // `earlier` is the place of the flight before this one. Flights in successive lines are a table.
  private static func flight(_ at: Int, _ text: SearchText, follows earlier: Int?) -> Detected? {
    // "儿" is a misread "JL".
    let width = text[at] == "儿" ? 1 : 2
    let first = width == 1 ? "J" : text[at]
    let second = width == 1 ? "L" : text[at + 1]
    guard second.isAlphanumeric else { return nil }
    var end = at + width
    if text[end] == " " || text[end] == "\n" || text[end] == "-" { end += 1 }
    let start = end
    while text[end].isDigit, end - start < 5 { end += 1 }
    guard (1...4).contains(end - start), !text[end].isAlphanumeric, text[start] != "0",
      ![".", ",", ":", "/", "-"].contains(text[end]) || !text[end + 1].isAlphanumeric
    else { return nil }
    let isNamed = follows(at, text)
    let isPlain = first.isCapital && second.isAlphanumeric && !(first.isDigit && second.isDigit) && width == 2
    let read = String(String.UnicodeScalarView([first, second]))
    var carrier = read
    if !isPlain || !carriers.contains(read) {
      // A misread code only counts directly after a keyword, and if exactly one airline matches.
      guard isNamed, first.isCapital || first.isDigit, second.isCapital || second.isDigit,
        !(first.isDigit && second.isDigit) || end - start > 2
      else { return nil }
      let firsts = [first] + Misreading.letters(for: first)
      let seconds = [second] + Misreading.letters(for: second)
      let possible = Set(firsts.flatMap { one in seconds.map { String(String.UnicodeScalarView([one, $0])) } })
        .intersection(carriers)
      guard possible.count == 1, let only = possible.first else { return nil }
      carrier = only
    }
    // Two letters and digits are ambiguous, so without a keyword, flight vocabulary must be near.
    let line = text.line(at: at)
    let isInTable = earlier.map { isNextLine(line.lowerBound, text.line(at: $0).upperBound, text) } == true
    guard
      isNamed
        || end - start > 1
          && (isInTable || text.has(surroundings, in: max(0, line.lowerBound - 60)..<line.upperBound + 60))
    else {
      return nil
    }
    return Detected(
      kind: .flight, range: at..<end, value: carrier + text.string(start..<end), proof: isNamed ? .grammar : .named,
      isCorrected: carrier != read || width == 1)
  }

  private static func isNextLine(_ start: Int, _ end: Int, _ text: SearchText) -> Bool {
    end < start && (end..<start).allSatisfy { text[$0] == "\n" }
  }

  private static func follows(_ at: Int, _ text: SearchText) -> Bool {
    text.has(names, before: at, within: 16, areWhole: true)
  }

  /// IATA codes of airlines with scheduled passenger flights.
  private static let carriers = Set(
    """
    A3 A5 A9 AA AC AD AF AH AI AK AM AR AS AT AV AY AZ B2 B6 BA BE BG BI BJ BR BT BW BX CA CI CM CX CZ D7 D8 DE DL DS DY \
    EI EK EN EQ ET EW EY F9 FB FD FI FJ FM FR FZ G3 GA GF GK GS H2 HA HO HU HV HX IB IG IZ J2 J9 JD JL JJ JQ JT JU K6 KA KC KE KL KM \
    KQ KU LA LG LH LJ LO LS LX LY MD ME MF MH MK MM MN MS MT MU NF NH NK NT NX NZ OA OB OD OK OM OS OU OZ PC PD PG PK PR \
    PS PW PX QF QR QS QV RJ RO RS S4 S7 SA SB SC SK SL SN SP SQ SS SU SV SY TG TK TO TP TR TS TU TW U2 UA UK UL UO UX V7 \
    VA VB VF VJ VN VS VT VY VZ W3 W4 W6 WB WF WK WN WS WY X3 XJ XQ Y4 YP ZE ZG ZH 3K 3U 4U 5J 5Z 6E 7C 7R 8M 9C 9K 9W
    """.split(separator: " ").map(String.init))
}
