// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import Glibc

/// A thread for one blocking task, so that it doesn't block Swift's cooperative threads.
package struct BackgroundThread: Sendable {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let thread: pthread_t

  /// Starts the thread. Throws with the system's reason if it can't be created.
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
      throw .missingPart("The system can't start another thread: \(unsafe String(cString: strerror(status))).")
    }
    thread = started
  }

  /// Waits until the thread ends. Call it at most once.
  package func join() { pthread_join(thread, nil) }

  package func detach() { pthread_detach(thread) }
}
