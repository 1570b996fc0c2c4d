// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "letters",
  dependencies: [.package(name: "docscan", path: "../docscan")],
  targets: [.executableTarget(name: "letters", dependencies: [.product(name: "DocScan", package: "docscan")])])
