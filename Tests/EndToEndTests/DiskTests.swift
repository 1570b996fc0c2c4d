// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a full or read-only disk ends a run with a message, and loses nothing complete.

import DocScanFixtures
import FoundationEssentials
import Testing

@Suite(
  "Full and read-only disks", .enabled(if: SmallDisk.isPossible, "Only root can mount a small disk for this test."))
struct DiskTests {
  /// Returns a workspace with a small document, and then one that needs at least a megabyte.
  private func workspace(_ large: String) throws -> Workspace {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#, more: #""limits": {"freeMegabytes": 0},"#)
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: work.folder / "in/a.pdf")
    let page = try Documents.shortMinutes(size: .a4).raster(dpi: 200).withNoise(deviation: 12, seed: 1)
    if large == "b.jpg" {
      try page.write(to: work.folder / "in/b.jpg", as: .jpeg, dpi: 200, quality: 95)
    } else {
      try ImagePDF([page], dpi: 200, encoding: .jpeg(quality: 95)).write(to: work.folder / "in/b.pdf")
    }
    return work
  }

  /// With room for half, a worker can't write the photograph's picture or the PDF that gets its text; with room for one
  /// and a half, the parent can't write the photograph's PDF.
  @Test(
    "Ends with 6 on a full disk, keeps complete results, and continues once there is space",
    arguments: [("b.jpg", 0.5), ("b.jpg", 1.5), ("b.pdf", 0.5)])
  func full(large: String, room: Double) throws {
    let work = try workspace(large)
    let size = Double(try work.folder.data("in/\(large)").count) / 1024
    let disk = try SmallDisk(at: try work.folder.makeFolder("out"), kilobytes: Int(size * 8))
    try disk.fill(leavingKilobytes: Int(size * room))
    let result = try work.run()
    #expect(result.exitCode == 6, "\(result.summary)")
    #expect(result.errors.contains("the disk is full") && result.errors.contains(disk.path), "\(result.errors)")
    #expect(!work.folder.contains("out/b"))
    try disk.makeSpace()
    let next = try work.run()
    #expect(next.exitCode == 0, "\(next.summary)")
    let results = try work.results()
    let other = try workspace(large)
    try other.run()
    #expect(try results == other.results())
  }

  @Test("Ends with 6 on a read-only disk")
  func readOnly() throws {
    let work = try workspace("b.jpg")
    let disk = try SmallDisk(at: try work.folder.makeFolder("out"), kilobytes: 8000)
    try disk.lock()
    let result = try work.run()
    #expect(result.exitCode == 6, "\(result.summary)")
    #expect(result.errors.contains("read-only") && result.errors.contains(disk.path), "\(result.errors)")
  }
}
