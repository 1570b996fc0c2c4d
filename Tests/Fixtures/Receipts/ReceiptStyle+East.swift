// SPDX-License-Identifier: GPL-3.0-or-later

extension ReceiptStyle {
  static let korean = ReceiptStyle(
    languages: ["kor", "eng"], family: .chinese, currency: "KRW", places: 0, point: "", comma: ",", marks: [""],
    shops: ["우리마트 청주점", "행복유통", "새벽식당", "하나로마트", "그린약국", "북촌서점", "바다횟집"],
    addresses: [["충북 청주시 서원구 쌍샘로 109"], ["서울특별시 종로구 북촌로 21"], ["부산광역시 해운대구 해변로 77"], ["경기 수원시 팔달구 정조로 840"]],
    phones: ["043-277-3700", "02-735-4120", "051-742-8801"], phoneLabels: ["전화번호: ", "전화: ", "TEL: "],
    registrations: ["사업자번호: 613-81-80546", "대표자: 김혜영"],
    items: [
      "당근 1봉지", "콜라비", "서울우유 1L", "계란 30구", "사과", "라면 5입", "두부", "김치찌개", "공기밥", "생수 2L", "화장지", "종량제봉투 20L", "치약",
    ], prices: 300...25000, priceStep: 10,
    dates: ["거래일시: YYYY-MM-DD hh:mm", "YYYY/MM/DD hh:mm:ss", "판매일: YYYY-MM-DD", "YYYY.MM.DD hh:mm"],
    headers: ["영수증", "[영수증]", "신용카드매출전표"], numberLabels: ["영수증번호: ", "NO. "],
    heads: [["상품명", "단가", "수량", "금액"], ["품명", "수량", "금액"]],
    subtotals: ["소계"], totals: ["합계", "합 계", "결제금액", "받을금액", "합계금액"], cash: ["현금", "받은금액", "받은돈"],
    cards: ["신용카드", "카드결제"], change: ["거스름돈", "거스름"], discounts: ["할인", "쿠폰할인"], taxRates: [10], isTaxIncluded: true,
    taxLines: ["부가세"], taxHead: [], rounding: nil, closings: ["감사합니다", "교환 및 환불은 7일 이내 영수증 지참"])

  static let japanese = ReceiptStyle(
    languages: ["jpn", "eng"], family: .japanese, currency: "JPY", places: 0, point: "", comma: ",",
    marks: ["¥", "￥", ""],
    shops: ["スーパーみどり 中野店", "ドラッグストアさくら", "喫茶 山ねこ", "ほんの森書店", "パン工房こむぎ", "居酒屋 やまと"],
    addresses: [["東京都中野区中野3丁目12番地"], ["大阪府豊中市本町1-5-2"], ["神奈川県横浜市西区みなと町4-8"]],
    phones: ["03-3381-2345", "06-6844-1212", "045-321-8765"], phoneLabels: ["電話 ", "TEL ", "電話:"],
    registrations: ["登録番号 T1234567890123", "責任者 田中"],
    items: [
      "牛乳", "食パン", "たまご10個", "洗剤", "りんご", "おにぎり鮭", "緑茶 500ml", "コーヒー", "ポテトチップス", "文庫本", "のど飴", "クロワッサン", "豚肉切身",
    ], prices: 88...2980, priceStep: 1,
    dates: ["YYYY年MM月DD日 hh:mm", "YYYY/MM/DD hh:mm", "YYYY年MM月DD日(金) hh:mm", "YYYY-MM-DD hh:mm:ss"],
    headers: ["領収書", "領収証", "レシート"], numberLabels: ["伝票番号 ", "レシートNo. "], heads: [[]], subtotals: ["小計"],
    totals: ["合計", "合 計", "お買上合計", "お会計"],
    cash: ["お預り", "お預かり", "現金"], cards: ["クレジット", "カード"], change: ["お釣り", "おつり", "お釣"], discounts: ["値引", "割引"],
    taxRates: [8, 10], isTaxIncluded: true, taxLines: ["(内税 RATE%)", "内消費税等 RATE%"], taxHead: [], rounding: nil,
    closings: ["ありがとうございました", "※印は軽減税率対象商品です"])

  static let chinese = ReceiptStyle(
    languages: ["chi_sim", "eng"], family: .chinese, currency: "CNY", places: 2, point: ".", comma: ",",
    marks: ["", "", "¥"],
    shops: ["惠民超市", "老街面馆", "新华书店", "康宁大药房", "好邻居便利店", "四季果园商行", "云上咖啡餐饮有限公司"],
    addresses: [["上海市静安区南京西路128号"], ["北京市海淀区中关村大街27号"], ["广东省深圳市南山区科技路9号"]],
    phones: ["021-62345678", "010-82645511", "0755-26531122"], phoneLabels: ["电话:", "电话: ", "TEL:"],
    registrations: ["收银员:003", "机号:02"],
    items: ["纯牛奶", "全麦面包", "牛肉拉面", "苹果", "矿泉水", "洗衣液", "感冒颗粒", "酸奶", "拿铁咖啡", "鸡蛋", "练习本", "白菜", "啤酒"],
    prices: 100...9900, priceStep: 10,
    dates: ["日期:YYYY-MM-DD hh:mm:ss", "YYYY-MM-DD hh:mm", "YYYY年MM月DD日 hh:mm", "交易时间:YYYY/MM/DD hh:mm"],
    headers: ["购物小票", "收银小票", "结账单"], numberLabels: ["单号:", "流水号:"],
    heads: [["品名", "数量", "单价", "金额"], ["商品名称", "数量", "金额"]],
    subtotals: ["小计"], totals: ["合计", "合 计", "应收", "总计", "应付金额"], cash: ["实收", "现金", "收款"],
    cards: ["微信支付", "支付宝", "银行卡"], change: ["找零", "找 零"], discounts: ["优惠", "折扣"], taxRates: [], isTaxIncluded: true,
    taxLines: [], taxHead: [], rounding: nil, closings: ["谢谢惠顾", "欢迎下次光临"])
}
