// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The number of letters of each script in a text.
package struct LetterCounts {
  package private(set) var latin = 0
  package private(set) var han = 0
  package private(set) var kana = 0
  package private(set) var hangul = 0
  package private(set) var other = 0
  /// Han characters that only one of the two forms of Chinese uses.
  package private(set) var simplified = 0
  package private(set) var traditional = 0
  /// Han characters that only Japanese or only Chinese uses.
  package private(set) var japanese = 0
  package private(set) var chinese = 0
  package private(set) var marked: [Unicode.Scalar: Int] = [:]

  package var eastAsian: Int { han + kana + hangul }
  package var all: Int { latin + eastAsian + other }

  package init(_ scalars: [Unicode.Scalar]) {
    for scalar in scalars {
      if scalar.value < 0x80 {
        latin += scalar.isASCIILetter ? 1 : 0
      } else if isLatin(scalar) {
        latin += 1
        marked[scalar.small, default: 0] += 1
      } else if isHan(scalar) {
        han += 1
        simplified += Self.simplifiedOnly.contains(scalar) ? 1 : 0
        traditional += Self.traditionalOnly.contains(scalar) ? 1 : 0
        japanese += Self.japaneseOnly.contains(scalar) ? 1 : 0
        chinese += Self.chineseOnly.contains(scalar) ? 1 : 0
      } else if isKana(scalar) {
        // A dash or the digit one is often misread as the long vowel mark.
        kana += scalar == "ー" ? 0 : 1
      } else if isHangul(scalar) {
        hangul += 1
      } else if scalar.properties.isAlphabetic {
        other += 1
      }
    }
  }

  /// The most likely of Korean, Japanese, and Chinese. A few characters of another language don't count, because they may be misread or quoted.
  package var eastAsianLanguage: TextLanguage {
    if 3 * hangul >= han + kana {
      return TextLanguage(tag: "ko", confidence: sure(Double(hangul) / Double(eastAsian), hangul))
    }
    let ratio = Double(kana) / Double(max(1, kana + han))
    // Japanese headings and forms may have no kana, so Han characters decide.
    if ratio > 0.12 && kana > chinese || kana + japanese > max(1, chinese) {
      return TextLanguage(tag: "ja", confidence: sure(min(1, 0.7 + ratio), kana + japanese))
    }
    let (most, least) = (max(simplified, traditional), min(simplified, traditional))
    let share = most > 0 ? Double(most) / Double(most + least) : 0.5
    return TextLanguage(
      tag: traditional > simplified ? "zh-Hant" : "zh-Hans", confidence: sure(share, simplified + traditional))
  }

  private func sure(_ share: Double, _ count: Int) -> Double {
    (share * Double(count + 1) / Double(count + 2)).rounded(toPlaces: 3)
  }

  /// Frequent characters with two forms, the simplified one first. Source: 简化字总表 (1986), by frequency.
  private static let pairs = """
    们們 这這 来來 个個 说說 时時 国國 会會 对對 为為 过過 发發 后後 还還 没沒 学學 开開 经經 样樣 现現 点點 动動 进進 问問 话話 \
    听聽 见見 长長 两兩 从從 关關 无無 让讓 给給 种種 间間 头頭 气氣 书書 车車 东東 门門 马馬 买買 卖賣 写寫 钱錢 钟鐘 电電 脑腦 \
    话話 语語 请請 谢謝 认認 识識 读讀 词詞 该該 谁誰 应應 当當 实實 总總 总總 线線 级級 结結 组組 织織 细細 红紅 绿綠 纸紙 网網 \
    务務 员員 单單 号號 团團 图圖 园園 圆圓 场場 块塊 报報 处處 备備 复復 头頭 夹夾 妈媽 宁寧 导導 将將 尔爾 层層 岁歲 师師 帮幫 \
    广廣 库庫 庄莊 张張 强強 归歸 录錄 忆憶 态態 怀懷 战戰 户戶 执執 扩擴 担擔 换換 据據 数數 断斷 旧舊 显顯 术術 机機 杂雜 权權 \
    条條 极極 构構 标標 树樹 桥橋 检檢 楼樓 欢歡 汇匯 汉漢 决決 济濟 测測 满滿 灯燈 热熱 爱愛 状狀 独獨 环環 产產 画畫 疗療 监監 \
    盘盤 码碼 确確 离離 积積 称稱 税稅 笔筆 签簽 简簡 类類 约約 纪紀 续續 维維 罗羅 联聯 职職 脸臉 节節 药藥 营營 虑慮 补補 装裝 \
    规規 视視 觉覺 计計 订訂 记記 设設 证證 评評 试試 详詳 调調 贝貝 负負 财財 货貨 质質 费費 资資 赛賽 转轉 轮輪 软軟 输輸 边邊 \
    达達 运運 选選 连連 适適 邮郵 释釋 铁鐵 银銀 错錯 键鍵 闭閉 队隊 阳陽 际際 险險 随隨 难難 页頁 项項 须須 预預 领領 题題 风風 \
    飞飛 饭飯 馆館 验驗 鱼魚 鸟鳥 龙龍 终終 错錯 删刪 启啟 区區 值値 户戶 输輸 丢丟 尽盡 异異 载載 储儲 创創 压壓 响響 别別 参參
    """.split(whereSeparator: \.isWhitespace).map { Array($0.unicodeScalars) }.filter { $0.count == 2 }

  private static let simplifiedOnly = Set(pairs.map { $0[0] })
  private static let traditionalOnly = Set(pairs.map { $0[1] })

  /// Simplified forms that are also used in Japanese.
  private static let shared = Set("国会学来点当号尽参独担旧条写数断区灯随状团".unicodeScalars)

  /// Characters that Chinese texts have but Japanese texts don't: words such as 你 and 們, and forms that Japan abolished.
  private static let chineseOnly =
    Set("你妳您她它很吧呢啊哪嗎吗麼么們们這这還还說说誰谁把被讓让給给沒没跟會國學來點當號寫斷數舊條獨擔盡區燈隨發對廣賣讀經濟續價應權樣變實單戰團轉鐵縣總聽歲兩營嚴".unicodeScalars)
    .union(simplifiedOnly.subtracting(shared))

  /// Forms of Japan's 1946 reform that differ from both Chinese forms, and characters created in Japan.
  private static let japaneseOnly = Set(
    "気対発経図広売読験価続済駅円応択検権様関変実単戦団転鉄県総聴歳両営厳仮伝働込畑辺沢浜桜焼渋縄拝顔歩毎払"
      .unicodeScalars)
}
