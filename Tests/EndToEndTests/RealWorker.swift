// SPDX-License-Identifier: GPL-3.0-or-later
// Support: tests for which every page is read.

import DocScanFixtures
import Testing

/// Lets `docscan` read every page itself in a test or suite, because the test is about reading.
struct RealWorker: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Command.$usesRealWorker.withValue(true) { try await function() }
  }
}

extension Trait where Self == RealWorker {
  static var realWorker: Self { RealWorker() }
}
