// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: receivers of events can recognize repeated ones.

import DocScanCore
import Testing

@testable import DocScanBatch
@testable import DocScanHooks

@Suite("Events for hooks")
struct HookEventTests {
  @Test("Keeps the ID of a repeated event, and gives each library, kind, document, and record its own")
  func ids() {
    func id(_ library: String = "/out", _ document: String = "a", _ record: [UInt8] = [1]) -> String {
      HookEvent(.finished, document: document, record: record).id(in: library)
    }
    #expect(id() == id())
    #expect(Set([id(), id("/other"), id("/out", "b"), id("/out", "a", [2])]).count == 4)
    #expect(HookEvent(.failed, document: "a", record: [1]).id(in: "/out") != id())
  }
}
