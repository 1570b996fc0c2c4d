// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanUnderstanding
import Testing

@Suite struct VersionTests {
  @Test func everyLibraryHasAVersion() {
    #expect(UnderstandingVersions.all.values.allSatisfy { $0.first?.isNumber == true })
  }
}
