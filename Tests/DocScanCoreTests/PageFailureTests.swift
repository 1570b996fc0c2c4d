// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import DocScanCore

@Suite("The stage of a failure")
struct PageFailureTests {
  @Test("A failure of code that knows no stage gets the one that was at work", arguments: ["", "verify"])
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
