// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanWords

/// Detects times of day: by their form, such as "2:30 pm", "14.30 Uhr", or "오후 2시 30분"; by words beside them, such as "kl. 14.30"; by the other
/// end of a range, such as "8-12 Uhr"; and by a date, a day of the week, or other times around them.
package enum TimeDetector: Detector {
  package static let kinds = [Detection.Kind.time]

  // The evidence that a number is a time.
  private enum Evidence { case nothing, context, form }

  private struct Candidate {
    var time: WrittenTime
    var evidence: Evidence

    var isWhole: Bool { !time.hasMinutes && time.mark == "\0" }
  }

  package static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] {
    var candidates = candidates(in: text, context)
    addColumns(&candidates, text, context)
    addRows(&candidates, text)
    addRanges(&candidates, text, context)
    return candidates.filter { $0.evidence != .nothing }.map {
      Detected(
        kind: .time, range: $0.time.range, value: $0.time.value, proof: $0.evidence == .form ? .grammar : .named)
    }
  }

  private static func candidates(in text: SearchText, _ context: DetectionContext) -> [Candidate] {
    let counted = countedUnits(in: text)
    var dated: [Int: Bool] = [:]
    var found: [Candidate] = []
    var at = 0
    while at < text.count {
      let end = found.last?.time.range.upperBound
      if let time = WrittenTime(in: text, at: at, after: end), time.isClean, !isDuration(time, text),
        !isScale(time, text)
      {
        found.append(
          Candidate(
            time: time, evidence: evidence(for: time, isCounted: counted.contains(time.mark), &dated, text, context)))
      } else if let time = WrittenTime(hourIn: text, at: at, after: end) {
        found.append(Candidate(time: time, evidence: evidence(forWhole: time, text, context)))
      } else {
        at += 1
        continue
      }
      at = max(at + 1, found.last?.time.range.upperBound ?? at)
    }
    return found
  }

  // MARK: Words and dates

  private static let hour = Set(WordLists.words("time.hour"))
  private static let before = hour.union(WordLists.words("time.before"))
  // Prepositions that are other words in other languages
  private static let at = WordLists.group("timeAt")
  private static let endings = Set(WordLists.words("time.ending"))
  private static let near = SearchWords("time.near")
  // "de 8 horas" is a duration.
  private static let prepositions = Set(WordLists.words("time.near")).subtracting(["de"])
  static let labelWords = Set(WordLists.words("time.label"))
  private static let starts = SearchWords("time.from")
  private static let joining = Set(WordLists.words("time.to"))

  package static func stands(_ text: SearchText, _ range: Range<Int>) -> Bool {
    range.contains { text[$0] == ":" && text[$0 - 1].isDigit && text[$0 + 1].isDigit && text[$0 + 2].isDigit }
  }

  private static func evidence(
    for time: WrittenTime, isCounted: Bool, _ dated: inout [Int: Bool], _ text: SearchText, _ context: DetectionContext
  ) -> Evidence {
    if time.isSure { return .form }
    if hasUnit(time, text, context) { return .context }
    let (start, end) = (time.range.lowerBound, time.range.upperBound)
    switch time.mark {
    case "h", "u":
      guard isUnit(time.mark, context), !text[end].isAlphanumeric else { return .nothing }
      return time.hasMinutes || !isCounted ? .form : evidence(forWhole: time, text, context)
    case ":":
      guard isWhole(time, text) else { return .nothing }
      let isNamed =
        time.second != nil || text.has(near, before: start, within: 12, areWhole: true)
        || isAnnounced(by: word(before: start, text).lowercased(), context)
        || namesDay(word(before: start, text)) || hasDate(at: start, &dated, text, context)
        || isBelowLabel(start, text) || isAfterLabel(start, text)
      return isNamed ? .context : .nothing
    case ".":
      guard isWhole(time, text) else { return .nothing }
      if isHour(before: start, text, context) { return .context }
      let word = word(before: start, text)
      let small = word.lowercased()
      let isAt = before.contains(small) && !labelWords.contains(small) || at[context.base]?.contains(small) == true
      // 14. 4. 2026 ob 10.42
      if isAt, context.decimalMark == ",", hasDate(text, text.line(at: start).lowerBound..<start, context) {
        return .context
      }
      // "tisdag 17.10" may be a date, and "from 18.50" a price where cents follow a dot.
      guard context.decimalMark == ",", day.contains(time.minutes), time.minute.isMultiple(of: 5),
        !(1...12).contains(time.minute)
      else { return .nothing }
      if isAt || CalendarDate.weekday(in: word) != nil || followsDate(start, text, context) { return .context }
      // "von 12.50 bis 18.90" has prices, "Zeit 12.35" is a duration, and "bis 6.30" may end a range of chapters.
      let isNear = labelWords.contains(small) || prepositions.contains(small) && !joining.contains(small)
      return isNear && time.minute.isMultiple(of: 15) ? .context : .nothing
    case "時", "时", "시", "点", "點": return .context
    case _: return .nothing
    }
  }

  private static func isAnnounced(by word: String, _ context: DetectionContext) -> Bool {
    before.contains(word) || labelWords.contains(word) || at[context.base]?.contains(word) == true
  }

  private static let scandinavian: Set<String> = ["sv", "da", "nb", "nn", "no"]

  // Returns whether a word such as "kl." precedes an hour. In German, "Kl. 1" is a class.
  private static func isHour(before place: Int, _ text: SearchText, _ context: DetectionContext) -> Bool {
    let word = word(before: place, text).lowercased()
    return hour.contains(word) && (word != "kl" || scandinavian.contains(context.base))
  }

  private static func evidence(forWhole time: WrittenTime, _ text: SearchText, _ context: DetectionContext) -> Evidence
  {
    if isHour(before: time.range.lowerBound, text, context) { return .context }
    let word = word(before: time.range.lowerBound, text).lowercased()
    // "by 5 hours" is a duration.
    let isAt =
      before.contains(word) || prepositions.contains(word) && context.base != "en"
      || at[context.base]?.contains(word) == true
      || text.has(starts, before: time.range.lowerBound, within: 14, areWhole: true)
    return (time.hasUnit || time.mark == "h" || time.mark == "u") && time.hour < 24 && isAt ? .context : .nothing
  }

  // Letters can have other meanings in other languages.
  private static func isUnit(_ letter: Unicode.Scalar, _ context: DetectionContext) -> Bool {
    letter == "u" ? context.base == "nl" : letter == "h" && ["fr", "pt", "es", "it"].contains(context.base)
  }

  // Returns whether "h" or an ending follows a time: "14.30 h", "7:45-től", "18.30'da".
  private static func hasUnit(_ time: WrittenTime, _ text: SearchText, _ context: DetectionContext) -> Bool {
    let end = time.range.upperBound
    guard time.hasMinutes else { return false }
    if ["-", "'"].contains(text[end]) { return endings.contains(String(String.UnicodeScalarView(text.word(end + 1)))) }
    return text[end] == " " && isUnit(text[end + 1], context) && !text[end + 2].isAlphanumeric
      && day.contains(time.minutes)
  }

  // Returns whether no other number, unit, or part of a word follows a time with minutes.
  private static func isWhole(_ time: WrittenTime, _ text: SearchText) -> Bool {
    let end = time.range.upperBound
    guard time.hasMinutes, !text[end].isAlphanumeric, text[end] != "-" || !text[end + 1].isLetter,
      !["%", "€", "£", "$"].contains(text[text.skippingSpace(end)])
    else { return false }
    return ![":", ",", "/", "."].contains(text[end]) || !text[end + 1].isDigit
  }

  private static let days = Set(WordLists.words("time.days"))

  private static let longestAbbreviation = 3

  // Returns whether a text contains the name of one or more days of the week, such as "Monday" or "daily". One abbreviation must begin with a capital,
  // because "so" and "do" are also words.
  static func namesDay(_ text: String) -> Bool {
    let words = text.split { !$0.isLetter }.filter { days.contains($0.lowercased()) }
    return !CalendarDate.weekdays(in: text).isEmpty || words.count > 1
      || words.contains { $0.count > longestAbbreviation || $0.first?.isUppercase == true }
  }

  // Returns the word before a place. A dot or colon may follow it.
  private static func word(before place: Int, _ text: SearchText) -> String {
    var end = place
    while text[end - 1] == " " { end -= 1 }
    if [".", ":"].contains(text[end - 1]) { end -= 1 }
    var start = end
    while text[start - 1].isLetter { start -= 1 }
    return text.string(start..<end)
  }

  // Returns whether the line of a place has a date. `dated` has the lines that were searched already, because a line can have many times.
  private static func hasDate(
    at place: Int, _ dated: inout [Int: Bool], _ text: SearchText, _ context: DetectionContext
  ) -> Bool {
    let line = text.line(at: place)
    if let known = dated[line.lowerBound] { return known }
    let found = hasDate(text, line, context)
    dated[line.lowerBound] = found
    return found
  }

  private static func hasDate(_ text: SearchText, _ line: Range<Int>, _ context: DetectionContext) -> Bool {
    line.contains {
      (text[$0].isDigit || text[$0].isLetter) && !text[$0 - 1].isAlphanumeric
        && DateDetector.date(in: text, at: $0, context) != nil
    }
  }

  private static let longestDate = 24

  // Returns whether a date ends directly before a place: "17.01.2026 13.30".
  private static func followsDate(_ place: Int, _ text: SearchText, _ context: DetectionContext) -> Bool {
    let start = max(text.line(at: place).lowerBound, place - longestDate)
    return (start..<place).contains { at in
      !text[at - 1].isAlphanumeric
        && DateDetector.date(in: text, at: at, context).map { $0.date.range.upperBound + 3 > place } == true
    }
  }

  // MARK: Programs and timetables

  private static let day = 6 * 60...23 * 60 + 59
  private static let fewestInColumn = 3
  // The maximum distance between the starts of two lines of a timetable, in characters and in lines with times.
  private static let (longestGap, nearLines) = (160, 3)

  // Lines of a program begin with times in ascending order.
  private static func addColumns(_ candidates: inout [Candidate], _ text: SearchText, _ context: DetectionContext) {
    for mark in [":", "."] as [Unicode.Scalar] where mark == ":" || context.decimalMark == "," {
      var run: [Int] = []
      func end() {
        let minutes = run.map { candidates[$0].time.minute }
        // A column of dates has no such days.
        let isClear = mark == ":" || minutes.contains { !(1...12).contains($0) }
        guard run.count >= fewestInColumn, isClear else { return run = [] }
        for index in run where candidates[index].evidence == .nothing { candidates[index].evidence = .context }
        run = []
      }
      for (index, candidate) in candidates.enumerated() {
        let time = candidate.time
        guard time.mark == mark, isWhole(time, text),
          [Unicode.Scalar("\n"), "\0"].contains(text[time.range.lowerBound - 1]),
          day.contains(time.minutes), time.minute.isMultiple(of: 5)
        else { continue }
        let rest = time.range.upperBound..<text.line(at: time.range.lowerBound).upperBound
        guard mark == ":" || rest.contains(where: { text[$0].isLetter }) else { continue }
        if let last = run.last, candidates[last].time.minutes >= time.minutes { end() }
        run.append(index)
      }
      end()
    }
  }

  // A line of a timetable has times in ascending order.
  private static func addRows(_ candidates: inout [Candidate], _ text: SearchText) {
    let clear = candidates.indices.filter {
      candidates[$0].time.mark == ":" && isWhole(candidates[$0].time, text) && candidates[$0].time.second == nil
    }
    let lines = Dictionary(grouping: clear) { text.line(at: candidates[$0].time.range.lowerBound) }
      .filter { _, line in
        let times = line.map { candidates[$0].time.minutes }
        return line.count > 1 && zip(times, times.dropFirst()).allSatisfy(<)
      }
    // The results of sets also ascend: 15:10 15:12 16:14.
    let sure = lines.filter { _, line in
      line.count >= fewestInColumn
        && line.contains { candidates[$0].time.minute > 30 || text[candidates[$0].time.range.lowerBound] == "0" }
    }
    // The lines around them have full times.
    let order = lines.keys.sorted { $0.lowerBound < $1.lowerBound }
    let others = order.indices.filter { index in
      let near = order[max(0, index - nearLines)...min(order.count - 1, index + nearLines)]
      return lines[order[index], default: []].allSatisfy { candidates[$0].time.minute.isMultiple(of: 5) }
        && near.contains { sure[$0] != nil && abs($0.lowerBound - order[index].lowerBound) < longestGap }
    }
    let found = sure.values.joined() + others.flatMap { lines[order[$0], default: []] }
    for index in found where candidates[index].evidence == .nothing {
      candidates[index].evidence = .context
    }
  }

  // MARK: Ranges

  private enum Joint { case dash, spacedDash, word, comma }

  private static func joint(_ first: WrittenTime, _ second: WrittenTime, _ text: SearchText) -> Joint? {
    guard first.range.upperBound < second.range.lowerBound else { return nil }
    let between = text.string(first.range.upperBound..<second.range.lowerBound)
    let mark = between.filter { !$0.isWhitespace }.lowercased()
    return switch mark {
    case "-", "~": between.contains(" ") ? .spacedDash : .dash
    case ",", "/", "&", "+", ";": .comma
    case _ where between.first?.isWhitespace == true && joining.contains(mark): .word
    case _: nil
    }
  }

  // Evidence for one end of a range counts for the other one, and "8-12, 14-18 Uhr" is one list.
  private static func addRanges(_ candidates: inout [Candidate], _ text: SearchText, _ context: DetectionContext) {
    guard candidates.count > 1 else { return }
    let joints = zip(candidates, candidates.dropFirst()).map { joint($0.time, $1.time, text) }
    func isRange(_ index: Int) -> Bool {
      joints.indices.contains(index) && [.dash, .spacedDash].contains(joints[index])
    }
    // Several ranges such as 17.00-18.15 are a program, where amounts have decimal commas.
    let program = joints.indices.filter { isRange($0) && isClear(candidates[$0].time, candidates[$0 + 1].time, text) }
    // Prices end in 00 or 50.
    let isProgram =
      context.decimalMark == "," && program.count > 1
      && program.contains { [candidates[$0], candidates[$0 + 1]].contains { [15, 30, 45].contains($0.time.minute) } }
    for index in program where isProgram {
      for end in [index, index + 1] where candidates[end].evidence == .nothing { candidates[end].evidence = .context }
    }
    for index in joints.indices where isRange(index) {
      let (first, second) = (candidates[index].time, candidates[index + 1].time)
      guard first.mark == second.mark else { continue }
      let areWhole = isWhole(first, text) && isWhole(second, text)
      let areUsual =
        second.hasUnit
        || areWhole && day.contains(first.minutes) && [first, second].allSatisfy { $0.minute.isMultiple(of: 5) }
      let isOpening =
        areUsual && first.minutes < second.minutes
        && namesDay(text.string(text.line(at: first.range.lowerBound).lowerBound..<first.range.lowerBound))
      guard areWhole && first.mark == ":" || isOpening else { continue }
      for end in [index, index + 1] where candidates[end].evidence == .nothing { candidates[end].evidence = .context }
    }
    func joins(_ index: Int) -> Bool {
      let (first, second) = (candidates[index], candidates[index + 1])
      guard joints[index] == .comma else { return joints[index] != nil }
      return first.time.hasMinutes && first.time.mark == second.time.mark || isRange(index - 1) && isRange(index + 1)
    }
    for index in joints.indices where joints[index] == .word {
      let (first, second) = (candidates[index], candidates[index + 1])
      // "od 2.30 do 8.00", but not "von 12.50 bis 18.90 EUR"
      if context.decimalMark == ",", first.time.mark == ".", second.time.mark == ".", isWhole(second.time, text),
        [first, second].allSatisfy({ $0.time.minute.isMultiple(of: 15) }), first.time.minutes < second.time.minutes,
        prepositions.contains(word(before: first.time.range.lowerBound, text).lowercased()),
        !text[text.skippingSpace(second.time.range.upperBound)].isLetter
      {
        for end in [index, index + 1] where candidates[end].evidence == .nothing { candidates[end].evidence = .context }
      }
      // "van 8 tot 11 uur", but not "from 8 to 10 hours"
      guard first.isWhole, second.isWhole, second.time.hasUnit, second.evidence == .nothing,
        first.time.minutes < second.time.minutes,
        prepositions.contains(word(before: first.time.range.lowerBound, text).lowercased()), context.base != "en"
      else { continue }
      candidates[index + 1].evidence = .context
    }
    for index in joints.indices.reversed() where joins(index) { addStart(index, joints[index], &candidates, text) }
    for index in joints.indices where joins(index) { addEnd(index + 1, joints[index], &candidates, text, context) }
  }

  // Returns whether two numbers with a dot look like the ends of a range of times, and not like days or amounts.
  private static func isClear(_ first: WrittenTime, _ second: WrittenTime, _ text: SearchText) -> Bool {
    let isRising = first.minutes < second.minutes || first.hour >= evening && second.hour < morning
    return first.mark == "." && second.mark == "." && isWhole(first, text) && isWhole(second, text) && isRising
      && day.contains(first.minutes) && [first, second].allSatisfy { $0.minute.isMultiple(of: 5) }
      && [first, second].contains { !(1...12).contains($0.minute) }
  }

  private static let (morning, evening) = (6, 18)

  private static func addStart(_ index: Int, _ joint: Joint?, _ candidates: inout [Candidate], _ text: SearchText) {
    let end = candidates[index + 1]
    var start = candidates[index].time
    guard candidates[index].evidence != .form, end.evidence != .nothing,
      joint != .word || !candidates[index].isWhole
        || text.has(near, before: start.range.lowerBound, within: 12, areWhole: true)
    else { return }
    if end.time.isHalved, joint != .comma { start.takeHalf(from: end.time) }
    guard start.minutes < end.time.minutes, start.hour < 24 else { return }
    guard start.mark != "." || day.contains(start.minutes) else { return }
    candidates[index] = Candidate(time: start, evidence: .context)
  }

  private static func addEnd(
    _ index: Int, _ joint: Joint?, _ candidates: inout [Candidate], _ text: SearchText, _ context: DetectionContext
  ) {
    let (start, end) = (candidates[index - 1], candidates[index])
    guard end.evidence == .nothing, start.evidence != .nothing, start.time.minutes < end.time.minutes else { return }
    if end.isWhole {
      // In "9 Uhr - 12 Personen" and "at 10:00 to 12 people", the second number counts something.
      let after = text.skippingSpace(end.time.range.upperBound)
      let isHour = isHour(before: start.time.range.lowerBound, text, context)
      guard !start.time.isSure, joint == .dash || isHour || !text[after].isLetter else { return }
    }
    candidates[index].evidence = .context
  }
}
