// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later
import PackageDescription

/// The same strict settings for every Swift target.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Whether this is a checkout of the package. SwiftPM's copy for another package lacks the tests, their programs, and the examples.
let isCheckout = !["/.build/checkouts/", "/SourcePackages/checkouts/"].contains(
  where: Context.packageDirectory.contains)

/// The settings of targets whose loops over pixels and letters would otherwise take most of the time of the tests. Optimizing all targets costs
/// more in each build than the tests gain.
let optimized = strict + (isCheckout ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : [])

/// Options that make bugs in C and C++ harder to exploit. `Tests/DocScanTests` checks for their effects in the built programs.
let hardened = ["-O2", "-fstack-protector-strong", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2"]

/// The linker options that resolve all functions at the start and then make their addresses read-only. GNU ld, which Swift takes on Debian 13,
/// ignores `relro` in programs with Swift's sections.
let fixedAtStart: [LinkerSetting] = [
  .unsafeFlags(["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now"])
]

let package = Package(
  name: "docscan",
  products: [
    .executable(name: "docscan", targets: ["DocScanCLI"]),
    .executable(name: "docscan-worker", targets: ["DocScanWorker"]),
    // Programs that read the page JSON import DocScanCore as well.
    .library(name: "DocScan", targets: ["DocScan", "DocScanCore"]),
    // For programs with their own writers, and workers with their own stages.
    .library(name: "DocScanWriters", targets: ["DocScanWriters", "DocScanCore"]),
    .library(name: "DocScanEngine", targets: ["DocScanEngine", "DocScanNative", "DocScanCore"]),
  ],
  targets: [
    // The parent process. These targets and their dependencies contain no parser for documents.
    .executableTarget(
      name: "DocScanCLI",
      dependencies: ["DocScanServe", "DocScanChecks", "DocScanCluster", "DocScanProgress"], swiftSettings: strict,
      linkerSettings: fixedAtStart),
    // Shows the progress of runs: in a terminal, a log, JSON, and metrics.
    .target(name: "DocScanProgress", dependencies: ["DocScanCommandLine"], swiftSettings: strict),
    // Arguments, options, and their help and completion; text in columns, and the console.
    .target(name: "DocScanCommandLine", dependencies: ["DocScanBatch", "DocScanLibrary"], swiftSettings: strict),
    // HTTP servers and the website: the viewer, the review desk, uploads, and agents.
    .target(
      name: "DocScanServe",
      dependencies: ["DocScanReview", "DocScanWatch", "DocScanRequests", "CCertificate", "CHTTP", "CSite"],
      // CSite embeds the website in the program.
      exclude: ["View/Site"], swiftSettings: strict),
    // Reviewers' decisions about a folder of results.
    .target(name: "DocScanReview", dependencies: ["DocScanBatch", "DocScanLibrary"], swiftSettings: strict),
    // Checks of finished results.
    .target(name: "DocScanChecks", dependencies: ["DocScanBatch"], swiftSettings: strict),
    // Search, exports, and ledgers of a folder of results.
    .target(
      name: "DocScanLibrary",
      dependencies: ["DocScanWriters", "DocScanStore", "DocScanWorkers", "CICU"], swiftSettings: strict),
    // Runs on many machines: makes plans, and merges the results.
    .target(
      name: "DocScanCluster",
      dependencies: ["DocScanBatch"],
      swiftSettings: strict),
    // Watched folders and scanners.
    .target(
      name: "DocScanWatch",
      dependencies: ["DocScanBatch"],
      swiftSettings: strict),
    .target(
      name: "DocScan",
      dependencies: ["DocScanWatch", "DocScanRequests"],
      swiftSettings: strict),
    // Runs: scheduling, naming, and revisions.
    .target(
      name: "DocScanBatch",
      dependencies: ["DocScanTranslation", "DocScanInput", "DocScanHooks"],
      swiftSettings: strict),
    // What happens after a document is done: commands and webhooks, which are repeated until they succeed.
    .target(name: "DocScanHooks", dependencies: ["DocScanPresets", "DocScanHTTP"], swiftSettings: strict),
    // Pipelines by name or file, and how decisions change them.
    .target(
      name: "DocScanPresets", dependencies: ["DocScanWriters", "DocScanStore", "DocScanWorkers"],
      // Links to the files in Pipelines.
      resources: [.embedInCode("Presets")], swiftSettings: strict),
    // Finds documents in folders, and divides stacks into documents.
    .target(
      name: "DocScanInput", dependencies: ["DocScanStore", "CLinux"],
      swiftSettings: strict),
    // Translation by commands, programs, and web services.
    .target(
      name: "DocScanTranslation",
      dependencies: ["DocScanWriters", "DocScanStore", "DocScanHTTP", "DocScanWorkers"],
      swiftSettings: strict),
    // Sends requests to web services.
    .target(name: "DocScanHTTP", dependencies: ["DocScanCore", "CCurl"], swiftSettings: strict),
    // Reads single pages for programs.
    .target(
      name: "DocScanRequests", dependencies: ["DocScanWriters", "DocScanStore", "DocScanWorkers"], swiftSettings: strict
    ),
    // Starts workers, limits them, sends requests, and checks their replies.
    .target(
      name: "DocScanWorkers", dependencies: ["DocScanWire"],
      swiftSettings: strict),
    // A folder of results: its journal, records, and decisions, and the code that replaces its files atomically.
    .target(
      name: "DocScanStore", dependencies: ["DocScanLayout", "DocScanWire", "DocScanWords", "CSQLite"],
      swiftSettings: strict),
    // The files that docscan writes from pages.
    .target(
      name: "DocScanWriters", dependencies: ["DocScanPDF", "DocScanWire", "CXLSXWriter", "CXML2"],
      swiftSettings: strict),
    // The parts of a PDF: objects, pictures, invisible text and its font, structure, and bookmarks.
    .target(
      name: "DocScanPDF", dependencies: ["DocScanLayout", "CLCMS"],
      // Embedded in the program, so that it needs no other file.
      resources: [.embedInCode("Resources/Invisible.ttf")], swiftSettings: strict),
    // How the words of pages form rows, passages, headings, tables, and documents.
    .target(name: "DocScanLayout", dependencies: ["DocScanWords"], swiftSettings: strict),
    // The words by which kinds of documents, rows, and fields are recognized, one file per language. CWords embeds them.
    .target(
      name: "DocScanWords", dependencies: ["DocScanCore", "CWords"], exclude: ["Words"], swiftSettings: optimized),
    // Requests to workers, and their replies.
    .target(name: "DocScanWire", dependencies: ["DocScanCore"], swiftSettings: strict),
    // Pages, findings, and pipeline files.
    .target(name: "DocScanCore", dependencies: ["DocScanFiles", "CJansson"], swiftSettings: strict),
    // Opens, writes, and hashes files. Shows, escapes, and compares text.
    .target(name: "DocScanFiles", dependencies: ["CLinux", "CNettle", "CZlib"], swiftSettings: optimized),

    // The worker process. Only these targets parse the bytes of documents.
    .executableTarget(
      name: "DocScanWorker", dependencies: ["DocScanEngine"], swiftSettings: strict, linkerSettings: fixedAtStart),
    .target(
      name: "DocScanEngine",
      dependencies: ["DocScanNative", "DocScanReading", "DocScanTables", "CSandbox"],
      swiftSettings: strict),
    // Finds tables in the page model.
    .target(name: "DocScanTables", dependencies: ["DocScanUnderstanding"], swiftSettings: strict),
    // Finds receipts, invoices, and forms in the page model.
    .target(
      name: "DocScanUnderstanding", dependencies: ["DocScanKeywords", "DocScanWire"], swiftSettings: strict),
    // Finds words in text whose letters may be misread.
    .target(name: "DocScanKeywords", dependencies: ["DocScanTypedData"], swiftSettings: optimized),
    // Finds dates, amounts, addresses, identifiers, and languages in text.
    .target(
      name: "DocScanTypedData", dependencies: ["DocScanLayout", "CLanguage", "CPhoneNumber"], swiftSettings: strict),
    // Merges readings, and puts their lines in order.
    .target(name: "DocScanReading", dependencies: ["DocScanVision", "DocScanTypedData"], swiftSettings: strict),
    // Rasters, and what sees and reads them: OpenCV, Tesseract, networks.
    .target(
      name: "DocScanVision",
      dependencies: [
        "DocScanLayout", "DocScanWire", "CBarcode", "CLeptonica", "CONNX", "CPixels", "CPoppler", "CTesseract",
        "CTesseractKernels", "CTextCat", "CVision",
      ], swiftSettings: optimized),
    .target(
      name: "DocScanNative",
      dependencies: [
        "DocScanVision", "CExif", "CHEIF", "CJPEG", "CKeptStreams", "CQPDF", "CSANE", "CTIFF", "CXMLReader",
      ], swiftSettings: strict),

    // C libraries and shims.
    .target(
      name: "CVision",
      // Unoptimized pixel loops are too slow for tests, so debug builds optimize them, too.
      cxxSettings: [
        .headerSearchPath("."),
        .unsafeFlags(
          hardened + [
            "-isystem", "/usr/include/opencv4", "-Wall", "-Wextra", "-Werror",
          ]),
      ],
      linkerSettings: [.linkedLibrary("opencv_core"), .linkedLibrary("opencv_imgproc")]),
    // Replaces functions of libtesseract in every program that links this target.
    .target(
      name: "CTesseractKernels",
      // Contracting operations would round differently from the library.
      cxxSettings: [.unsafeFlags(hardened + ["-ffp-contract=off", "-Wall", "-Wextra", "-Werror"])],
      linkerSettings: [.linkedLibrary("leptonica")]),
    .target(
      name: "CBarcode", cxxSettings: [.unsafeFlags(hardened + ["-Wall", "-Wextra", "-Werror"])],
      linkerSettings: [.linkedLibrary("ZXing")]),
    .target(
      name: "CKeptStreams", cxxSettings: [.unsafeFlags(hardened + ["-Wall", "-Wextra", "-Werror"])],
      linkerSettings: [.linkedLibrary("qpdf")]),
    .target(
      name: "CPhoneNumber", cxxSettings: [.unsafeFlags(hardened + ["-Wall", "-Wextra", "-Werror"])],
      linkerSettings: [.linkedLibrary("phonenumber"), .linkedLibrary("protobuf")]),
    .target(
      name: "CLanguage", cxxSettings: [.unsafeFlags(hardened + ["-Wall", "-Wextra", "-Werror"])],
      linkerSettings: [.linkedLibrary("cld2")]),
    .target(
      name: "CJPEG", cSettings: [.unsafeFlags(hardened + ["-Wall", "-Wextra", "-Werror"])],
      linkerSettings: [.linkedLibrary("jpeg")]),
    .target(
      name: "CCurl", cSettings: [.unsafeFlags(hardened + ["-Wall", "-Wextra", "-Werror"])],
      linkerSettings: [.linkedLibrary("curl")]),
    .target(
      name: "CHTTP", cSettings: [.unsafeFlags(hardened + ["-Wall", "-Wextra", "-Werror"])],
      linkerSettings: [.linkedLibrary("microhttpd")]),
    .target(
      name: "CCertificate", cSettings: [.unsafeFlags(hardened + ["-Wall", "-Wextra", "-Werror"])],
      linkerSettings: [.linkedLibrary("gnutls")]),
    // Reads XML with libxml2, only in the worker.
    .target(
      name: "CXMLReader",
      cSettings: [.unsafeFlags(hardened + ["-isystem", "/usr/include/libxml2", "-Wall", "-Wextra", "-Werror"])],
      linkerSettings: [.linkedLibrary("xml2")]),
    // Loads ONNX Runtime at run time if it is installed.
    .target(name: "CONNX", cSettings: [.unsafeFlags(hardened + ["-Wall", "-Wextra", "-Werror"])]),
    // Loads SANE at run time if it is installed.
    .target(name: "CSANE", cSettings: [.unsafeFlags(hardened + ["-Wall", "-Wextra", "-Werror"])]),
    .target(name: "CSite", cSettings: [.unsafeFlags(hardened + ["-std=c23", "-Wall", "-Wextra", "-Werror"])]),
    .target(name: "CWords", cSettings: [.unsafeFlags(hardened + ["-std=c23", "-Wall", "-Wextra", "-Werror"])]),
    .target(name: "CPixels", cSettings: [.unsafeFlags(hardened + ["-Wall", "-Wextra", "-Werror"])]),
    .target(name: "CLinux", cSettings: [.unsafeFlags(hardened)]),
    .target(
      name: "CSandbox", cSettings: [.unsafeFlags(hardened + ["-Wall", "-Wextra", "-Werror"])],
      linkerSettings: [.linkedLibrary("seccomp")]),
    .systemLibrary(name: "CTesseract", pkgConfig: "tesseract", providers: [.apt(["libtesseract-dev"])]),
    .systemLibrary(name: "CLeptonica", pkgConfig: "lept", providers: [.apt(["libleptonica-dev"])]),
    .systemLibrary(name: "CPoppler", pkgConfig: "poppler-glib", providers: [.apt(["libpoppler-glib-dev"])]),
    .systemLibrary(name: "CQPDF", pkgConfig: "libqpdf", providers: [.apt(["libqpdf-dev"])]),
    .systemLibrary(name: "CHEIF", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
    .systemLibrary(name: "CTIFF", pkgConfig: "libtiff-4", providers: [.apt(["libtiff-dev"])]),
    .systemLibrary(name: "CExif", pkgConfig: "libexif", providers: [.apt(["libexif-dev"])]),
    .systemLibrary(name: "CTextCat", pkgConfig: "libexttextcat", providers: [.apt(["libexttextcat-dev"])]),
    .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Writes XML. CXMLReader reads it.
    .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    // Writes spreadsheets. It can't read them.
    .systemLibrary(name: "CXLSXWriter", providers: [.apt(["libxlsxwriter-dev"])]),
    .systemLibrary(name: "CICU", pkgConfig: "icu-uc", providers: [.apt(["libicu-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
  ],
  cxxLanguageStandard: .cxx17
)

if isCheckout {
  package.targets += [
    .executableTarget(
      name: "FaultyWorker", dependencies: ["DocScanEngine", "CEscape"], path: "Tests/FaultyWorker",
      swiftSettings: strict),
    .target(name: "PageRecords", dependencies: ["DocScanWire"], path: "Tests/PageRecords", swiftSettings: optimized),
    .executableTarget(
      name: "RecordedWorker", dependencies: ["PageRecords"], path: "Tests/RecordedWorker", swiftSettings: strict),
    .executableTarget(
      name: "RecordingWorker", dependencies: ["DocScanEngine", "PageRecords"], path: "Tests/RecordingWorker",
      swiftSettings: strict),
    .target(
      name: "CEscape", path: "Tests/CEscape", cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    .executableTarget(
      name: "Torture", dependencies: ["DocScanFixtures", "DocScan"], path: "Tests/Torture",
      swiftSettings: strict),
    // The documents that tests draw, and the program that makes the committed samples from them.
    .systemLibrary(name: "CCairo", path: "Tests/CCairo", pkgConfig: "cairo-pdf", providers: [.apt(["libcairo2-dev"])]),
    .target(
      name: "DocScanFixtures",
      dependencies: ["DocScanNative", "CCairo"],
      path: "Tests/Fixtures",
      swiftSettings: optimized),
    // Adds files to a watched folder while it repeatedly kills the service.
    .executableTarget(
      name: "Soak", dependencies: ["DocScanFixtures", "DocScan"], path: "Tests/Soak", swiftSettings: strict),
    .executableTarget(
      name: "SampleMaker", dependencies: ["DocScanEngine", "DocScanFixtures"],
      path: "Tests/SampleMaker", swiftSettings: strict),
    // Prints the features that weights are fitted to.
    .target(
      name: "CFeatures", dependencies: ["CVision"], path: "Tests/CFeatures",
      cxxSettings: [
        .headerSearchPath("../../Sources/CVision"),
        .unsafeFlags(["-isystem", "/usr/include/opencv4", "-O2", "-Wall", "-Wextra", "-Werror"]),
      ]),
    .executableTarget(
      name: "Features",
      dependencies: ["DocScanEngine", "DocScanFixtures", "CFeatures"],
      path: "Tests/Features", swiftSettings: strict),
    .executableTarget(
      name: "Understand", dependencies: ["DocScanEngine"],
      path: "Tests/Understand", swiftSettings: strict),
    .executableTarget(
      name: "PageParts", dependencies: ["DocScanWriters"], path: "Tests/PageParts", swiftSettings: strict
    ),
    .executableTarget(
      name: "HostileCorpus",
      dependencies: ["DocScanFixtures", "DocScanBatch"],
      path: "Tests/Hostile", swiftSettings: strict),
    .testTarget(
      name: "DocScanNativeTests",
      dependencies: ["DocScanFixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "DocScanEngineTests", dependencies: ["DocScanEngine", "DocScanFixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "DocScanWritersTests", dependencies: ["DocScanFixtures", "DocScanWriters"],
      swiftSettings: strict),
    .testTarget(
      name: "DocScanGraftTests", dependencies: ["DocScanFixtures", "DocScanWriters"],
      swiftSettings: strict),
    .testTarget(name: "DocScanCoreTests", dependencies: ["DocScanStore"], swiftSettings: strict),
    .testTarget(
      name: "DocScanUnderstandingTests", dependencies: ["DocScanTables"],
      swiftSettings: strict),
    .testTarget(
      name: "DocScanCLITests",
      dependencies: ["DocScanFixtures", "DocScanCLI"],
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Torture", "HostileCorpus", "FaultyWorker", "DocScanWorker", "RecordedWorker", "RecordingWorker", "DocScanCLI",
      ],
      swiftSettings: strict),
    // Examples, which aren't products. They see only public API.
    .executableTarget(
      name: "SideBySide", dependencies: ["DocScan"], path: "Sources/Examples/SideBySide",
      packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "TapABox", dependencies: ["DocScan"], path: "Sources/Examples/TapABox", packageAccess: false,
      swiftSettings: strict),
    .executableTarget(
      name: "DataKinds", dependencies: ["DocScan"], path: "Sources/Examples/DataKinds", packageAccess: false,
      swiftSettings: strict
    ),
    .executableTarget(
      name: "ThreePhotos", dependencies: ["DocScan"], path: "Sources/Examples/ThreePhotos",
      packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "Kakeibo", dependencies: ["DocScan"], path: "Sources/Examples/Kakeibo", packageAccess: false,
      swiftSettings: strict),
    .executableTarget(
      name: "PriceList", dependencies: ["DocScan"], path: "Sources/Examples/PriceList", packageAccess: false,
      swiftSettings: strict
    ),
    .executableTarget(
      name: "PictureServer", dependencies: ["DocScan"], path: "Sources/Examples/PictureServer",
      packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "ReadAndTranslate", dependencies: ["DocScan"], path: "Sources/Examples/ReadAndTranslate",
      packageAccess: false, swiftSettings: strict),
    // Examples that are packages of their own, and also built here.
    .executableTarget(
      name: "OwnStage", dependencies: ["DocScanEngine", "DocScanNative", "DocScanCore"],
      path: "Sources/Examples/OwnStage/Sources/OwnStage", packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "OwnWriter", dependencies: ["DocScan", "DocScanWriters", "DocScanCore"],
      path: "Sources/Examples/OwnWriter/Sources/OwnWriter", packageAccess: false, swiftSettings: strict),
    // Measures the cost of requests without recognition.
    .executableTarget(
      name: "Requests", dependencies: ["DocScanFixtures", "DocScan"], path: "Tests/Requests",
      swiftSettings: strict),
    .testTarget(
      name: "DocScanTests",
      dependencies: [
        "DocScanWorker", "OwnStage", "DocScanFixtures", "DocScanCLI", "DataKinds", "Kakeibo", "OwnWriter",
        "PictureServer", "PriceList", "ReadAndTranslate", "SideBySide", "TapABox", "ThreePhotos",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DocScanLibraryTests",
      dependencies: ["DocScanFixtures", "DocScanReview"],
      swiftSettings: strict),
    .testTarget(
      name: "DocScanViewTests",
      dependencies: ["DocScanWorker", "DocScanFixtures", "DocScanCLI"], swiftSettings: strict),
    .testTarget(
      name: "DocScanBatchTests",
      dependencies: ["DocScanFixtures", "DocScanWatch"],
      swiftSettings: strict),
  ]
}

// The fuzz targets need libFuzzer, so they exist only if Tests/fuzz.sh requests them.
if Context.environment["DOCSCAN_FUZZ"] != nil {
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Tests/CFuzzer"),
    .executableTarget(
      name: "Fuzz",
      dependencies: ["DocScanEngine", "DocScanFixtures", "DocScanChecks", "CFuzzer"], path: "Tests/Fuzz",
      swiftSettings: strict,
      // gold fails to link this.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
  ]
}
