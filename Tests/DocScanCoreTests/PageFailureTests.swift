// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: every failure names its stage.

import Testing

@testable import DocScanCore

@Suite("The stage of a failure")
struct PageFailureTests {
  @Test("Adds the current stage to a failure without one", arguments: ["", "verify"])
  func named(own: String) throws {
    var stage = "load"
    let failure = #expect(throws: PageFailure.self) {
      try PageFailure.during(stage) { () throws(PageFailure) in
        stage = "recognize"
        throw PageFailure(kind: .library, stage: own, message: "It broke.")
      }
    }
    #expect(failure?.stage == (own.isEmpty ? "recognize" : own))
  }
}
