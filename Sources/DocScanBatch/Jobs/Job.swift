// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
package import DocScanWire
package import DocScanWorkers

/// A unit of work for a worker: its requests, and the handling of replies and failures. The loop is independent of the kinds of jobs. To add one,
/// add a type that conforms to this protocol, and a document state in which the job is due.
package protocol Job {
  associatedtype Request: JobRequest

  var document: ScheduledDocument { get }
  /// Whether the worker reports its progress or does little, so that a limit applies to each stage. The default is `false`.
  var isWatched: Bool { get }

  /// Returns the next request, or `nil` if there is nothing left to request, in which case the job has already been completed.
  func request() throws(BatchError) -> Request?
  func files() throws(PageFailure) -> [OpenFile]
  /// Handles a reply. `scratch` is the folder with files from the worker.
  func accept(_ reply: Request.Reply, scratch: String) throws(BatchError) -> JobVerdict
  func failed(_ failure: JobFailure) throws(BatchError)
  /// Returns the stage under which the report counts the job's time, or `nil` for none, which is the default. `last` is the worker's last stage.
  func stage(last: String) -> String?
}

extension Job {
  package var isWatched: Bool { false }

  package func stage(last: String) -> String? { nil }

  /// Decodes an untrusted reply, and handles it.
  package func accept(_ message: Message, scratch: String) throws(BatchError) -> JobVerdict {
    let reply: Request.Reply
    do throws(InvalidInput) {
      reply = try message.body(Request.Reply.self).bounded
    } catch {
      return .invalid("\(error)")
    }
    return try accept(reply, scratch: scratch)
  }
}

/// The result of handling a reply.
package enum JobVerdict {
  case finished
  case unfinished
  /// The reply is invalid, so the worker is killed.
  case invalid(String)
}
