// SPDX-License-Identifier: GPL-3.0-or-later

/// The processing time of documents: for each kind, the seconds per page and per megabyte, estimated from a sample. The kind of a document is its
/// format's name if the format can have several pages, and otherwise `picture`. If pages weren't counted, a document counts as one page, and its
/// size accounts for the rest.
package struct PlanCosts: Codable, Hashable, Sendable {
  static let picture = "picture"

  /// The number of measured documents, or 0 for the built-in estimates.
  package var sample = 0
  package var kinds: [String: Rate]
  /// The peak memory of a worker in the sample, in MiB, or `nil` if nothing was measured.
  package var megabytesPerWorker: Int?

  /// The processing time for a kind of document.
  package struct Rate: Codable, Hashable, Sendable {
    package var secondsPerPage: Double
    package var secondsPerMegabyte: Double
  }

  /// A measured document of the sample.
  struct Measurement: Hashable, Sendable {
    let kind: String
    let pages: Int
    let bytes: Int
    let seconds: Double
  }

  /// The estimates without a sample: pages of a book on the development machine. Only their ratios matter.
  static let assumed = PlanCosts(kinds: [
    picture: Rate(secondsPerPage: 1.5, secondsPerMegabyte: 0.5), other: Rate(secondsPerPage: 2, secondsPerMegabyte: 4),
  ])

  private static let other = "other"
  /// The minimum number of measured documents for a kind to get a rate.
  private static let fewest = 8

  init(kinds: [String: Rate]) { self.kinds = kinds }

  init(_ sample: [Measurement], megabytesPerWorker: Int? = nil) {
    guard !sample.isEmpty else {
      self = .assumed
      return
    }
    kinds = Dictionary(grouping: sample, by: \.kind).filter { $0.value.count >= Self.fewest }.mapValues(Self.rate)
    kinds[Self.other] = Self.rate(sample)
    self.sample = sample.count
    self.megabytesPerWorker = megabytesPerWorker
  }

  func seconds(kind: String, pages: Int?, bytes: Int) -> Double {
    guard let rate = kinds[kind] ?? kinds[Self.other] ?? kinds[Self.picture] else { return 1 }
    return Double(pages ?? 1) * rate.secondsPerPage + Double(bytes) / 1e6 * rate.secondsPerMegabyte
  }

  /// Returns a least-squares fit with nonnegative rates, weighted by the inverse of the time, so that relative errors count, regardless of size.
  private static func rate(_ sample: [Measurement]) -> Rate {
    var (pp, pb, bb, ps, bs) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for document in sample {
      let weight = 1 / max(document.seconds, 0.1)
      let (pages, megabytes) = (Double(document.pages), Double(document.bytes) / 1e6)
      pp += weight * pages * pages
      pb += weight * pages * megabytes
      bb += weight * megabytes * megabytes
      ps += weight * pages * document.seconds
      bs += weight * megabytes * document.seconds
    }
    let determinant = pp * bb - pb * pb
    if determinant > 1e-9 * pp * bb {
      let (page, megabyte) = ((ps * bb - bs * pb) / determinant, (bs * pp - ps * pb) / determinant)
      if page >= 0, megabyte >= 0 { return Rate(secondsPerPage: page, secondsPerMegabyte: megabyte) }
      // If one rate would be negative, fits the other one alone.
      if page < 0, bb > 0 { return Rate(secondsPerPage: 0, secondsPerMegabyte: bs / bb) }
    }
    return Rate(secondsPerPage: pp > 0 ? ps / pp : 0, secondsPerMegabyte: 0)
  }
}
