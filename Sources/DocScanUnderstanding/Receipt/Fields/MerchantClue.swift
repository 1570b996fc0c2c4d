// SPDX-License-Identifier: GPL-3.0-or-later

/// Evidence for or against a row as the name of the shop.
enum MerchantClue: CaseIterable {
  case company, kindOfShop, companyBelow, chain
  // In other text.
  case website, websiteExactly, repetition, thanks, aboveAddress
  // In the row, no name.
  case greeting, saying, branch, websiteItself, remains, place, label, paper, amount, parenthesis, offers, comma
  case digits, lowercase, receipt, hours, date, contact
  // The row itself.
  case rowsAbove, edge, height, confidence

  // The points for the row, chosen by hand on receipts.
  var points: Double {
    switch self {
    case .company: 2.4
    case .kindOfShop: 1.4
    case .companyBelow: 1.6
    case .chain: 1.5
    case .website: 2
    case .websiteExactly: 1.5
    case .repetition: 0.8
    case .thanks: 2.4
    case .aboveAddress: 0.8
    case .greeting: -4
    case .saying: -1.5
    // Numbered branches and websites aren't names.
    case .branch: -2
    case .websiteItself: -1.5
    case .remains: -1.5
    case .place: -2.2
    case .label: -2.5
    case .paper: -3
    case .amount: -1.5
    case .parenthesis: -0.8
    case .offers: -1.2
    // Rows with a comma, such as a town and its state, are rarely names.
    case .comma: -0.8
    case .digits: -1.5
    case .lowercase: -1
    case .receipt: -1
    case .hours: -2
    case .date: -2.5
    case .contact: -2.5
    case .rowsAbove: -0.5
    case .edge: -1.5
    case .height: 0.6
    case .confidence: 1.5
    }
  }

  // Whether the clue also counts in the row of a company, whose name can contain such words.
  var countsForCompanies: Bool {
    switch self {
    case .repetition, .saying, .place, .label, .paper, .amount, .parenthesis, .offers, .comma: false
    case .receipt, .date, .contact, .edge: false
    case _: true
    }
  }
}
