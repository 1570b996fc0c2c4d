// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanTypedData

/// Finds typed data in a page's text: addresses, numbers, dates, and amounts.
package final class DetectStage: TextStage {
  private static let types = Setting(
    "types", default: Detection.Kind.allCases.map(\.rawValue), oneOf: Detection.Kind.allCases.map(\.rawValue),
    help: "The kinds of data to find.")
  private static let region = Setting<String?>(
    "region", default: nil,
    help:
      "The country of telephone numbers without a country code and of amounts in dollars, as an ISO 3166 code such as "
      + "\"US\"; by default the country of the page's language.")
  private static let dayFirst = PageSettings.dayFirst()
  private static let mask = Setting(
    "mask", default: true, help: "Whether only the last four characters of card numbers and IBANs are shown.")

  package static let description = ComponentDescription(
    name: "detect",
    abstract:
      "Finds web and e-mail addresses, telephone numbers, dates, amounts of money and other typed data in the text.",
    settings: [types.erased, region.erased, dayFirst.erased, mask.erased], order: order,
    finding: Detection.description)

  private let data: TypedData

  package init(settings: ResolvedSettings) throws(PipelineError) {
    let region = settings[Self.region]
    if let region, !TypedData.knows(region: region) {
      let match = TypedData.region(like: region).map { "Did you mean \"\($0)\"?" }
      throw .invalid(
        path: "\(Self.description.name).\(Self.region.name)",
        message:
          "\"\(region)\" is not a two-letter ISO 3166 country code. \(match ?? "Germany, for example, is \"DE\".")")
    }
    data = TypedData(
      types: Set(settings[Self.types].compactMap(Detection.Kind.init)), region: region,
      dayFirst: settings[Self.dayFirst],
      masks: settings[Self.mask])
  }

  package func look(at page: RecognizedPage) throws(PageFailure) -> (any Finding)? { data.find(on: page) }

  package static func outlines(on page: RecognizedPage) -> [[Point]] { (page.detections ?? []).map(\.box.corners) }
}
