// SPDX-License-Identifier: GPL-3.0-or-later

/// Evidence for or against a name as that of an invoice's seller or buyer.
enum PartyClue: CaseIterable {
  case sellerLabel, buyerLabel, deliveryLabel, accountHolder
  // In the name.
  case legalForm, owners, salutation, contactPerson, onlyKind, lowercase, separator, singleWord, numberOrLabel, notName
  // In other text.
  case website, repetition, townOfLetter, onlyOther
  // Around the name.
  case top, middle, foot, largeLetters, longRow, amounts
  case senderLine, belowSenderLine, address, addressAtTop, contactDetails

  // The points for the name as the seller's and the buyer's. They were chosen by hand on drawn invoices.
  var points: (seller: Double, buyer: Double) {
    switch self {
    case .sellerLabel: (4, -3)
    case .buyerLabel: (-4, 4)
    // Goods can be delivered to a farm or a site that isn't a company.
    case .deliveryLabel: (-4, 2.5)
    case .accountHolder: (2, 0)
    case .legalForm: (2, 1)
    case .owners: (0, 1.5)
    case .salutation: (-4, 3)
    case .contactPerson: (0, -3)
    // "Ordination" alone is a kind of business, not its name.
    case .onlyKind: (-2, 0)
    case .lowercase: (-2, -2)
    case .separator: (-1.5, -1.5)
    // A salutation or a label is a single word, and hardly any buyer's name is.
    case .singleWord: (0, -1.5)
    // A street with a house number, or an unknown label.
    case .numberOrLabel: (-3, -3)
    case .notName: (-2.5, -2.5)
    case .website: (2.2, 0)
    case .repetition: (0.6, 0)
    case .townOfLetter: (1.5, 0)
    // The only company besides the addressee, if its name begins or ends with a form that no bank has, such as 株式会社.
    case .onlyOther: (3, -2)
    case .top: (1.2, 0)
    case .middle: (-1.5, -2)
    case .foot: (0.8, 0)
    case .largeLetters: (0.8, 0)
    case .longRow: (-1, 0)
    case .amounts: (-2, -2)
    case .senderLine: (2.5, 0)
    case .belowSenderLine: (-2.5, 2.5)
    case .address: (0.5, 1)
    case .addressAtTop: (1, 1)
    case .contactDetails: (1.2, -1)
    }
  }

  // Whether the clue tells the seller from the addressee, independently of others.
  var isSource: Bool {
    switch self {
    case .sellerLabel, .accountHolder, .website, .contactDetails, .legalForm, .senderLine, .townOfLetter, .onlyOther,
      .top:
      true
    case _: false
    }
  }
}

// The clues for a name, each with the number of times it counts.
struct PartyClues {
  private var times: [PartyClue: Double] = [:]

  mutating func add(_ clue: PartyClue, _ count: Double = 1) { times[clue, default: 0] += count }

  func contains(_ clue: PartyClue) -> Bool { times[clue] != nil }

  var isLabelled: Bool { [.sellerLabel, .buyerLabel, .deliveryLabel, .accountHolder].contains(where: contains) }

  var seller: Double { sum { $0.seller } }
  var buyer: Double { sum { $0.buyer } }
  var sources: Set<PartyClue> { Set(times.keys.filter(\.isSource)) }

  // In the order of the cases, so that the sum is the same in each run.
  private func sum(_ points: ((seller: Double, buyer: Double)) -> Double) -> Double {
    PartyClue.allCases.reduce(0) { $0 + (times[$1] ?? 0) * points($1.points) }
  }
}
