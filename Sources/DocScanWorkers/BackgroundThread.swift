// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanStore
internal import Glibc

/// A thread beside others, which does one thing and ends. Blocking calls do not sit on Swift's own threads.
package struct BackgroundThread: Sendable {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let thread: pthread_t

  /// Starts it; fails with the system's reason where there can be none.
  package init(_ body: @escaping @Sendable () -> Void) throws(BatchError) {
    var started = pthread_t()
    let argument = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
    let status = unsafe pthread_create(
      &started, nil,
      { argument in
        if let argument = unsafe argument { unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, argument)
    guard status == 0 else {
      unsafe Unmanaged<Body>.fromOpaque(argument).release()
      throw .missingPart("The system has no thread left: \(unsafe String(cString: strerror(status))).")
    }
    thread = started
  }

  /// Waits for its end, once.
  package func join() { pthread_join(thread, nil) }

  /// Lets it end by itself.
  package func detach() { pthread_detach(thread) }
}
