// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanCore
internal import DocScanFiles
internal import DocScanHooks
package import DocScanStore
internal import DocScanTranslation
internal import DocScanWorkers
internal import Glibc
internal import Synchronization

/// A background thread for long operations on whole files, for translations, and for hooks. It performs one task at a time. Tasks and answers are
/// values that are exchanged under a lock. A byte in a socket wakes the other side, so that the loop can poll the thread like a worker.
package final class FileThread {
  /// A long operation that the thread performs.
  enum Task: Sendable {
    /// Hash the files of a document, below a folder if it has one.
    case digest([String], below: Folder? = nil)
    /// Determine the owner of a name in a folder, given the files that docscan may have published. All of them are hashed.
    case owner(String, in: Folder, known: [[String: ResultFile]])
    /// Copy an open file to a new one durably. `name` is the source's name for errors.
    case copy(OpenFile, name: String, to: String)
    case publish(Publication)
    case translate(Translator.Task, Translator)
    case hook(HookEvent, HookStore.Target, Hooks, library: String)
  }

  /// An ID that is unique in the process.
  struct TaskID: Hashable, Sendable {
    private static let last = Atomic<Int>(0)
    private let number = Self.last.add(1, ordering: .relaxed).newValue
  }

  /// The result of a task. Answers arrive in the order of the tasks.
  enum Answer: Sendable {
    case digest(Content)
    case owner(Result<ResultsFolder.Owner, OutputError>)
    case copy(Result<ResultFile, OutputError>)
    case publication(Result<Bool, BatchError>)
    case translation(Result<Translator.Answer, OutputError>)
    case hook(Hooks.Outcome)
  }

  /// The files of a document and their digest.
  package struct Content: Sendable {
    /// The files before they were read, or empty if any isn't a regular file.
    package var files: [SourceFile] = []
    package var digest: Result<InputDigest, PageFailure>
  }

  /// The state shared with the thread.
  private final class Exchange: Sendable {
    struct State {
      var tasks: ArraySlice<(id: TaskID, task: Task)> = []
      var answers: [(id: TaskID, answer: Answer)] = []
      var isStopped = false
    }

    let state = Mutex(State())
    let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    var goesOn: Bool { state.withLock { !$0.isStopped } }
  }

  /// A descriptor that is readable when there is an answer.
  let descriptor: Int32
  private let exchange: Exchange
  private let thread: BackgroundThread

  init() throws(BatchError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe linux_socket_pair(&ends) == 0 else {
      throw .missingPart("No socket for reading files: \(errorText()).")
    }
    descriptor = ends[0]
    exchange = Exchange(descriptor: ends[1])
    do throws(BatchError) {
      thread = try BackgroundThread { [exchange] in Self.work(exchange) }
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit {
    stop()
    close(descriptor)
  }

  /// Cancels pending tasks, and waits until the thread has ended.
  func stop() {
    guard
      exchange.state.withLock({ state in
        defer { state.isStopped = true }
        return !state.isStopped
      })
    else { return }
    // The end of the stream wakes the thread.
    shutdown(descriptor, Int32(SHUT_WR))
    thread.join()
  }

  @discardableResult
  func begin(_ task: Task) -> TaskID {
    let id = TaskID()
    begin([(id, task)])
    return id
  }

  func begin(_ tasks: [Task]) { begin(tasks.map { (TaskID(), $0) }) }

  private func begin(_ tasks: [(id: TaskID, task: Task)]) {
    guard !tasks.isEmpty else { return }
    let isFirst = exchange.state.withLock { state in
      defer { state.tasks += tasks }
      return state.tasks.isEmpty
    }
    // The thread takes tasks until the queue is empty, so only the first one must wake it.
    if isFirst { Self.wake(descriptor) }
  }

  func take() -> [(id: TaskID, answer: Answer)] {
    var bytes = [UInt8](repeating: 0, count: 64)
    _ = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return exchange.state.withLock { state in
      defer { state.answers = [] }
      return state.answers
    }
  }

  // MARK: Thread

  private static func work(_ exchange: Exchange) {
    // The loop has priority if processors are scarce. On Linux, this affects only the calling thread.
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
    // A broken pipe to a program or server must not kill the process.
    var broken = sigset_t()
    unsafe sigemptyset(&broken)
    unsafe sigaddset(&broken, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &broken, nil)
    var byte = [UInt8](repeating: 0, count: 1)
    while true {
      let count = unsafe read(exchange.descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      // One byte may announce several tasks.
      while exchange.goesOn, let (id, task) = exchange.state.withLock({ $0.tasks.popFirst() }) {
        guard let answer = answer(to: task, while: { exchange.goesOn }) else { continue }
        let isFirst = exchange.state.withLock { state in
          state.answers.append((id, answer))
          return state.answers.count == 1
        }
        // The receiver takes all answers at once, so only the first one must wake it.
        if isFirst { wake(exchange.descriptor) }
      }
    }
  }

  /// Wakes the other side. If the socket is full, the bytes in it suffice.
  private static func wake(_ descriptor: Int32) {
    _ = unsafe send(descriptor, [1], 1, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
  }

  private static func answer(to task: Task, while goesOn: () -> Bool) -> Answer? {
    switch task {
    case .digest(let paths, let root):
      var files: [SourceFile] = []
      do throws(PageFailure) {
        files = try paths.map { (path) throws(PageFailure) in try SourceFile(path: path, below: root) }
        return .digest(Content(files: files, digest: .success(try ContentDigest.digest(files: files, while: goesOn))))
      } catch {
        return .digest(Content(files: files, digest: .failure(error)))
      }
    case .owner(let name, let root, let known):
      do throws(OutputError) {
        return .owner(.success(try ResultsFolder.owner(of: name, in: root, known: known)))
      } catch {
        return .owner(.failure(error))
      }
    case .copy(let file, let name, let path):
      do throws(OutputError) {
        return try FileCopy.copy(file.descriptor, named: name, to: path, while: goesOn).map { .copy(.success($0)) }
      } catch {
        return .copy(.failure(error))
      }
    case .publish(let publication):
      do throws(BatchError) {
        return .publication(.success(try publication.run()))
      } catch {
        return .publication(.failure(error))
      }
    case .translate(let task, let translator):
      do throws(OutputError) {
        return try translator.translate(task, while: goesOn).map { .translation(.success($0)) }
      } catch {
        return .translation(.failure(error))
      }
    case .hook(let event, let target, let hooks, let library):
      return .hook(hooks.deliver(event, to: target, library: library, while: goesOn))
    }
  }
}
