// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later
import PackageDescription

// A worker with an additional stage. The path is that of a checkout of docscan.
let package = Package(
  name: "own-stage",
  dependencies: [.package(name: "docscan", path: "../../..")],
  targets: [
    .executableTarget(name: "OwnStage", dependencies: [.product(name: "DocScanEngine", package: "docscan")])
  ])
