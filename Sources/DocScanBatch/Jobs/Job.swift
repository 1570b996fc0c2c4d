// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanStore
package import DocScanWorkers

/// A unit of work for one worker: what it is asked, and what its answer, or its end, means for a document.
///
/// The loop knows no kind of job: to add one takes a type like this, and a state of documents in which it is due.
package protocol Job {
  associatedtype Request: JobRequest

  /// The document that it is about.
  var document: ScheduledDocument { get }
  /// Whether the worker gives notice of what it does, or does little: then no stage may take long. False unless said.
  var isWatched: Bool { get }

  /// What a worker is asked next; nil if nothing is left to ask, and what follows from that is done.
  func request() throws(BatchError) -> Request?
  /// Opens the request's files.
  func files() throws(PageFailure) -> [OpenFile]
  /// Takes a reply; `scratch` is the folder in which the worker may have left files.
  func accept(_ reply: Request.Reply, scratch: String) throws(BatchError) -> JobVerdict
  /// It failed.
  func failed(_ failure: JobFailure) throws(BatchError)
  /// The stage under which the report counts the time, `last` being the one named last; nil for none, as unless said.
  func stage(last: String) -> String?
}

extension Job {
  package var isWatched: Bool { false }

  package func stage(last: String) -> String? { nil }

  /// Takes a reply that may be anything.
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

/// What a worker's reply is to its job.
package enum JobVerdict {
  /// The job is done.
  case finished
  /// The same worker is asked more.
  case unfinished
  /// It cannot be trusted, for this reason: the worker is ended.
  case invalid(String)
}
