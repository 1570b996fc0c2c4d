// SPDX-License-Identifier: GPL-3.0-or-later

/// What workers need for documents: for each kind, seconds per page and per megabyte, learned from a sample.
///
/// The kind of a document is the name of its file's format where that holds pages of its own, and `picture` for others. Where
/// pages are not counted, a document counts as one page, and its size says the rest.
package struct PlanCosts: Codable, Hashable, Sendable {
  /// The kind of documents that are pictures.
  static let picture = "picture"

  /// How many documents of the sample it is based on; 0 if nothing was measured.
  package var sample = 0
  /// What documents cost, by the kind of their files.
  package var kinds: [String: Rate]
  /// The most memory that a worker had with one of them, in MiB; nil if nothing was measured.
  package var megabytesPerWorker: Int?

  /// What documents of a kind cost.
  package struct Rate: Codable, Hashable, Sendable {
    /// Of a worker.
    package var secondsPerPage: Double
    /// Of a worker, for what grows with the file.
    package var secondsPerMegabyte: Double
  }

  /// A document of a sample.
  struct Measurement: Hashable, Sendable {
    let kind: String
    let pages: Int
    let bytes: Int
    let seconds: Double
  }

  /// What is assumed without a sample: a page of a book on the machine on which docscan is developed. Only ratios count.
  static let assumed = PlanCosts(kinds: [
    picture: Rate(secondsPerPage: 1.5, secondsPerMegabyte: 0.5), other: Rate(secondsPerPage: 2, secondsPerMegabyte: 4),
  ])

  /// What stands for all kinds that have none of their own.
  private static let other = "other"
  /// Fewer documents of a kind say nothing about it.
  private static let fewest = 8

  init(kinds: [String: Rate]) { self.kinds = kinds }

  /// Learns from measured documents.
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

  /// The expected seconds for a document.
  func seconds(kind: String, pages: Int?, bytes: Int) -> Double {
    guard let rate = kinds[kind] ?? kinds[Self.other] ?? kinds[Self.picture] else { return 1 }
    return Double(pages ?? 1) * rate.secondsPerPage + Double(bytes) / 1e6 * rate.secondsPerMegabyte
  }

  /// The least squares with neither rate below zero, each document weighted by the inverse of what it took: a page of a book counts
  /// as much as the book.
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
      // One of the two alone; the other one would be below zero.
      if page < 0, bb > 0 { return Rate(secondsPerPage: 0, secondsPerMegabyte: bs / bb) }
    }
    return Rate(secondsPerPage: pp > 0 ? ps / pp : 0, secondsPerMegabyte: 0)
  }
}
