// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the version of every library is known.

import DocScanUnderstanding
import Testing

@Suite("Versions") struct VersionTests {
  @Test("Reports a version for every library") func everyLibraryHasAVersion() {
    #expect(UnderstandingVersions.all.values.allSatisfy { $0.first?.isNumber == true })
  }
}
