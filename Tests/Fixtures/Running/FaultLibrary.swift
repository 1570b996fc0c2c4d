// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// The library for LD_PRELOAD in `Tests/FaultInjection`, which is compiled when a program first asks for it. It isn't a product of the package, because
/// nobody else can use it.
public enum FaultLibrary {
  private static let compiled = Result<String, any Error> {
    let sources = Places.package + "/Tests/FaultInjection"
    let path = Places.products + "/libFaultInjection.so"
    // Other test programs may be loading the library at the moment, so a finished one takes its place.
    let new = path + ".\(getpid())"
    let files = ["FaultInjection.c", "Calls.c", "Streams.c"].map { sources + "/" + $0 }
    try Command(
      "clang",
      ["-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-I", sources + "/include", "-o", new] + files
    ).check()
    guard unsafe rename(new, path) == 0 else { throw FixtureError("\(path) cannot be replaced.") }
    return path
  }

  /// Returns the path of the library.
  public static func path() throws -> String { try compiled.get() }
}
