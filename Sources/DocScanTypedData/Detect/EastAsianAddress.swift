// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds Japanese, Korean, and Chinese street addresses, which go from the province and town to the street and number.
package enum EastAsianAddress {
  /// Returns the ranges of the addresses in a text, in Unicode scalars. `language` is "ja", "ko", or "zh".
  package static func ranges(in text: SearchText, language: String) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 0
    while start < text.count {
      let line = text.line(at: start)
      let string = text.string(line)
      for match in matches(in: string, language) {
        let before = string.unicodeScalars[..<match.lowerBound].count
        let end = line.lowerBound + before + string.unicodeScalars[match].count
        let code = before == 0 && line.lowerBound > 0 ? text.line(at: line.lowerBound - 1) : 0..<0
        let hasCode = !code.isEmpty && text.string(code).wholeMatch(of: /〒? ?[0-9]{3}-[0-9]{4}/) != nil
        found.append((hasCode ? code.lowerBound : line.lowerBound + before)..<end)
      }
      start = line.upperBound + 1
    }
    return found
  }

  private static func matches(in line: String, _ language: String) -> [Range<String.Index>] {
    switch language {
    case "ja":
      // A prefecture, a town or ward, and block numbers such as 1-2-3 or 1丁目2番3号.
      let form =
        /(〒? ?[0-9]{3}-[0-9]{4} ?)?(東京都|北海道|京都府|大阪府|[\p{Han}]{2,3}県)[\p{Han}\p{Hiragana}\p{Katakana}ー ]{1,12}?[市区町村郡][\p{Han}\p{Hiragana}\p{Katakana}ー ]{0,14}?[0-9]{1,4}(-[0-9]{1,4}){0,3}((丁目|番地|番|号)([0-9]{1,4}(-[0-9]{1,4})*)?){0,3}/
      return line.matches(of: form).map(\.range)
    case "ko":
      // A province or city, a district, then a road and a building number, or a quarter and a plot number.
      let form =
        /(서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충청?[북남]|전라?[북남]|경상?[북남]|제주)(특별자치시|특별자치도|특별시|광역시|도|시)? ?([\p{Hangul}]{1,6}(시|군|구) ){1,2}([\p{Hangul}]{1,6}(읍|면) )?([\p{Hangul}0-9]{1,12}(로|길) ?[0-9]{1,4}(-[0-9]{1,4})?|[\p{Hangul}0-9]{1,8}(동|리|가) [0-9]{1,4}(-[0-9]{1,4})?)/
      return line.matches(of: form).map(\.range)
    case "zh":
      // A province or town (almost all have two characters), a district, a street, and a number with its sign.
      let form =
        /((黑龙江|黑龍江|石家庄|哈尔滨|秦皇岛|张家口|呼和浩特|乌鲁木齐|[\p{Han}]{2})(省|市|縣|县)|(内蒙古|宁夏回族|广西壮族|新疆维吾尔|西藏)自治区)([\p{Han}]{1,6}(市|区|區|县|縣|镇|鄉|乡)){0,2}[\p{Han}]{1,10}(路|街|道|巷|弄|胡同)([\p{Han}0-9]{1,4}段)?[0-9]{1,5}(-[0-9]{1,4})?[号號]([0-9]{1,4}[楼樓室])?/
      return line.matches(of: form).map(\.range)
    case _: return []
    }
  }
}
