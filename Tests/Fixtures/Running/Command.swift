// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import Glibc

/// A program to run with its arguments and input.
///
/// The output goes into files without names instead of pipes: child processes can't hold a pipe open, a full pipe can't
/// block the program, and partial output can be read while it runs.
public struct Command: Sendable {
  /// A path, or a name that is searched in PATH.
  public var program: String
  public var arguments: [String]
  /// Variables in addition to the inherited ones; an empty value sets an empty variable.
  public var environment: [String: String] = [:]
  public var standardInput: [UInt8] = []
  /// The working directory, or `nil` for the test's own.
  public var directory: String?
  /// The time after which the program and its process group are killed. It only ends programs that hang, because a busy
  /// machine needs many times as long as an idle one.
  public var timeoutSeconds: Double = 600

  public init(_ program: String, _ arguments: [String] = []) {
    self.program = program
    self.arguments = arguments
  }

  /// Whether programs read every page themselves, even if pages are recorded.
  @TaskLocal public static var usesRealWorker = false

  /// The variables with which docscan and the examples take pages that were read before from the record in DOCSCAN_PAGES, or nothing if every
  /// page must be read. Recorded pages are read without networks, which take longer than the rest, because tests of reading use no record.
  public static func recordedWorker() throws -> [String: String] {
    guard !usesRealWorker, unsafe getenv("DOCSCAN_PAGES") != nil else { return [:] }
    return ["DOCSCAN_WORKER": try Places.product("RecordedWorker"), "DOCSCAN_MODELS": ""]
  }

  /// Returns one of this package's products, built next to the tests, with the record of pages.
  public static func product(_ name: String, _ arguments: [String] = []) throws -> Command {
    var command = Command(try Places.product(name), arguments)
    command.environment = try recordedWorker()
    return command
  }

  /// Runs the program to its end.
  public func run() throws -> CommandResult {
    try start().wait()
  }

  /// Runs the program to its end; a status other than 0 is an error with the program's output.
  @discardableResult
  public func check() throws -> CommandResult {
    let result = try run()
    guard result.exitCode == 0 else {
      throw FixtureError("\(program) \(arguments.joined(separator: " ")): \(result.summary)")
    }
    return result
  }

  /// Starts the program and returns at once.
  public func start() throws -> RunningCommand {
    let input = try AnonymousFile(contents: standardInput)
    let output = try AnonymousFile()
    let errors = try AnonymousFile()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input.descriptor, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output.descriptor, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors.descriptor, 2)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    // A separate process group, so that a signal reaches the program's children, but not the tests.
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    // `env` changes the folder, because Swift's Glibc lacks the spawn action for that.
    let line = (directory.map { ["env", "-C", $0] } ?? []) + [program] + arguments
    let words = CStringList(line)
    let variables = CStringList(mergedEnvironment())
    var child: pid_t = 0
    let status = unsafe posix_spawnp(&child, line[0], &actions, &attributes, words.pointers, variables.pointers)
    guard status == 0 else {
      throw unsafe FixtureError("\(program) does not start: \(String(cString: strerror(status)))")
    }
    return RunningCommand(process: child, output: output, errors: errors, timeoutSeconds: timeoutSeconds)
  }

  /// The folder for docscan's cache, or `nil` for the user's. The cache is valid for one worker in one environment, so commands with different
  /// ones need different folders: otherwise each replaces the cache of the other, and docscan starts a worker to describe itself every time.
  private var cacheFolder: String? {
    guard program == "\(Places.products)/docscan", environment["XDG_CACHE_HOME"] == nil, environment["HOME"] == nil
    else { return nil }
    let models = environment["DOCSCAN_MODELS"]
    let isOther = environment.keys.contains { name in
      !["DOCSCAN_MODELS", "DOCSCAN_WORKER"].contains(name)
        && ["DOCSCAN_", "LD_", "TESSDATA_", "XDG_"].contains { name.hasPrefix($0) }
    }
    let worker = environment["DOCSCAN_WORKER"] ?? "\(Places.products)/docscan-worker"
    guard !isOther, models ?? "" == "", worker.hasPrefix(Places.products) else {
      return "\(Places.products)/caches/other"
    }
    // RecordedWorker answers for RecordingWorker, which is built again without it.
    var entry = stat()
    let version = unsafe stat("\(Places.products)/RecordingWorker", &entry) == 0 ? entry.st_mtim.tv_sec : 0
    let place = "\(Places.products)/caches\(worker.dropFirst(Places.products.count))-\(version)"
    return models == nil ? place : "\(place)-plain"
  }

  private func mergedEnvironment() -> [String] {
    var environment = environment
    if let cacheFolder { environment["XDG_CACHE_HOME"] = cacheFolder }
    var merged: [String] = []
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      let text = unsafe String(cString: entry)
      if environment[String(text.prefix { $0 != "=" })] == nil { merged.append(text) }
      unsafe next += 1
    }
    return merged + environment.map { "\($0.key)=\($0.value)" }.sorted()
  }
}
