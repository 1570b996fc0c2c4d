// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Something that a detector has found.
package struct Detected {
  /// What makes it sure.
  package enum Proof: Int, Comparable {
    /// Its form, which other things have, too.
    case form
    /// Its form, and what is said of it or around it.
    case named
    /// A form that nothing else has, a numbering plan.
    case grammar
    /// A check digit.
    case checked

    package static func < (left: Proof, right: Proof) -> Bool { left.rawValue < right.rawValue }
  }

  package var kind: Detection.Kind
  /// In characters of the search text.
  package var range: Range<Int>
  package var value: String
  /// The other value, if it is as likely.
  package var alternative: String?
  package var currency: String?
  package var proof: Proof
  package var isCorrected = false
}

/// What is known of a page before it is searched.
package struct DetectionContext {
  /// The page's language, as BCP 47 names it; "und" if nobody knows.
  package var language: String
  /// ISO 3166 codes of the countries whose telephone numbers and currency the page may have, the likeliest first.
  package var regions: [String]
  /// The order of day and month in its dates.
  package var order: DayMonthOrder
  /// The usual mark before decimals in its numbers.
  package var decimalMark: Unicode.Scalar

  /// The language without its script.
  package var base: String { String(language.prefix { $0 != "-" }) }
}

/// A kind of data that is looked for.
package protocol Detector: SendableMetatype {
  static var kinds: [Detection.Kind] { get }
  /// Everything of these kinds in a text.
  static func find(in text: SearchText, _ context: DetectionContext) -> [Detected]
}

/// Every detector there is; where two find something in the same place, the better proof counts, then the order.
package let builtInDetectors: [any Detector.Type] = [
  IBANDetector.self,
  CardDetector.self,
  TrackingDetector.self,
  ISBNDetector.self,
  VATDetector.self,
  EmailDetector.self,
  URLDetector.self,
  DateDetector.self,
  TimeDetector.self,
  MoneyDetector.self,
  FlightDetector.self,
  PhoneDetector.self,
  AddressDetector.self,
]
