// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "letters",
  dependencies: [.package(url: "https://example.com/docscan.git", from: "0.1.0")],
  targets: [.executableTarget(name: "letters", dependencies: [.product(name: "DocScan", package: "docscan")])])
