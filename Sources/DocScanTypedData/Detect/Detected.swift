// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A value found by a detector, before its confidence is known.
package struct Detected {
  /// The kinds of evidence for a value, from the weakest to the strongest.
  package enum Proof: Int, Comparable {
    case form
    /// A form that a keyword or the context confirms.
    case named
    /// An unambiguous form or a numbering plan.
    case grammar
    case checked

    package static func < (left: Proof, right: Proof) -> Bool { left.rawValue < right.rawValue }
  }

  package var kind: Detection.Kind
  /// The position in the search text, in Unicode scalars.
  package var range: Range<Int>
  package var value: String
  package var alternative: String?
  package var currency: String?
  package var proof: Proof
  package var isCorrected = false
}

/// Properties of a page that detectors use.
package struct DetectionContext {
  /// The page's language as a BCP 47 tag, or "und" if unknown.
  package var language: String
  package var languageConfidence: Double
  /// ISO 3166 codes of the countries whose telephone numbers and currency the page may use, most likely first.
  package var regions: [String]
  package var order: DayMonthOrder
  package var decimalMark: Unicode.Scalar
  // The ISO 4217 code of the page's currency, or `nil` if it is unknown.
  package var currency: String?
  /// The currency that a dollar sign means, or `nil` if it may be the peso of several countries.
  package var dollar: String?

  package var base: String { String(language.prefix { $0 != "-" }) }
}

/// Detects values of one or more kinds in a text.
package protocol Detector: SendableMetatype {
  static var kinds: [Detection.Kind] { get }
  static func find(in text: SearchText, _ context: DetectionContext) -> [Detected]
}

/// All detectors. If results overlap, the stronger proof takes precedence, then the longer range, then the earlier detector.
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
