// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later
import PackageDescription

// A program with an additional writer. The path is that of a checkout of docscan.
let package = Package(
  name: "own-writer",
  dependencies: [.package(name: "docscan", path: "../../..")],
  targets: [
    .executableTarget(
      name: "OwnWriter",
      dependencies: [
        .product(name: "DocScan", package: "docscan"), .product(name: "DocScanWriters", package: "docscan"),
      ])
  ])
