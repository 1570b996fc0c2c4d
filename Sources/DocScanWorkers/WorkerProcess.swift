// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanCore
package import DocScanFiles
package import DocScanWire
internal import FoundationEssentials
internal import Glibc

/// A worker process and its socket. The parent writes complete requests, and reads whatever has arrived.
package final class WorkerProcess {
  /// The socket, which is readable after an answer or the worker's end.
  package let descriptor: Int32
  private let processIdentifier: Int32
  private var buffer = FrameBuffer()
  /// An interruption that ends waiting for answers if it is urgent, or `nil`.
  private let interruption: Interruption?
  private var isReaped = false { didSet { engine?.end() } }
  /// The engine of this worker, which ends with it, or `nil` if the pipeline has none.
  package var engine: EngineProcess?

  /// The exit state of a worker.
  package struct Ending {
    /// The signal's name, such as "SIGSEGV", or `nil` for a normal exit.
    package let signal: String?
    package let exitStatus: Int32

    /// The exit state in words, for the middle of a sentence.
    package var description: String {
      signal.map { "was ended by \($0)" } ?? "ended by itself with status \(exitStatus)"
    }

    package var isTimeout: Bool { signal == "SIGXCPU" }

    package func explanation(_ limits: LimitSettings) -> String {
      switch signal {
      case "SIGSYS": "The worker process tried something that its sandbox forbids and was ended by SIGSYS."
      case "SIGXFSZ": "The worker process wrote a file larger than any result can be and was ended by SIGXFSZ."
      case "SIGXCPU":
        "The worker process used more processor time than limits.secondsPerPage allows and was ended by SIGXCPU."
      case "SIGABRT", "SIGKILL", "SIGTRAP":
        "The worker process \(description). It may have needed more memory than the \(limits.megabytesPerWorker) MiB "
          + "that limits.megabytesPerWorker allows."
      case _: "The worker process \(description)."
      }
    }
  }

  /// Starts a worker. `argument` selects another role of the program. An urgent `interruption` kills the worker instead of waiting for an answer.
  package init(program: String, argument: String? = nil, unless interruption: Interruption? = nil) throws(BatchError) {
    self.interruption = interruption
    var ends: [Int32] = [-1, -1]
    guard unsafe linux_socket_pair(&ends) == 0 else {
      throw .missingPart("No socket for a worker process: \(errorText()).")
    }
    defer { close(ends[1]) }
    let log = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(log) }
    let words = unsafe ([program] + [argument].compactMap(\.self)).map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    let child = unsafe linux_spawn_worker(program, words + [nil], ends[1], log)
    guard child > 0 else {
      let reason = errorText()
      close(ends[0])
      throw .missingPart("The worker program \(program) cannot be started: \(reason).")
    }
    descriptor = ends[0]
    processIdentifier = child
    WorkerLimits.setFixed(for: child)
  }

  deinit {
    _ = kill()
    close(descriptor)
  }

  /// Waits for a worker that doesn't answer, and returns the error.
  package func silence() -> BatchError {
    .missingPart("The worker program does not answer: it \(awaitEnd().description).")
  }

  package var use: ProcessUse {
    let own = ProcessUse(
      seconds: max(0, linux_processor_seconds(processIdentifier)), isRunnable: linux_is_runnable(processIdentifier) > 0)
    return engine.map { own + $0.use } ?? own
  }

  package func limit(_ limits: WorkerLimits) { limits.set(for: processIdentifier) }

  /// Sends the configuration with the engine's pipes, and then the confinement, without waiting. Does nothing if the worker has ended.
  package func begin(_ configuration: WorkerConfiguration, scratch: String) {
    let pipes = engine?.takePipes() ?? []
    guard send(ConfigureRequest(configuration, hasEngine: !pipes.isEmpty), files: pipes) else { return }
    _ = send(ConfineRequest(configuration.limits.sandbox, scratch: shownPath(scratch)))
  }

  /// Sends the configuration with the engine's pipes, and waits. Throws if the worker lacks a requirement or ends.
  package func build(_ configuration: WorkerConfiguration) throws(BatchError) -> ConfigureRequest.Reply {
    let pipes = engine?.takePipes() ?? []
    switch ask(ConfigureRequest(configuration, hasEngine: !pipes.isEmpty), files: pipes) {
    case .done(let reply): return reply
    case .misconfigured(let error): throw .pipeline(error)
    case _: throw silence()
    }
  }

  /// Sends a request and its files. Returns `false` if the worker has ended.
  package func send(_ request: some JobRequest, files: [OpenFile] = []) -> Bool {
    send(files) { try Frame.encode(request) }
  }

  /// Sends the answer to a worker's question. Returns `false` if the worker has ended.
  package func send(password: String?) -> Bool { send([]) { try Frame.encode("password", PasswordReply(password)) } }

  private func send(_ files: [OpenFile], _ frame: () throws -> [UInt8]) -> Bool {
    do {
      let frame = try frame()
      let descriptors = files.map(\.descriptor)
      var sent = 0
      while sent < frame.count {
        let count = unsafe frame.withUnsafeBytes { bytes in
          unsafe linux_send(
            descriptor, bytes.baseAddress?.advanced(by: sent), frame.count - sent, descriptors,
            sent == 0 ? descriptors.count : 0)
        }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    } catch {
      return false
    }
  }

  /// The data that arrived on the socket.
  package struct Arrival {
    package var answers: [WorkerAnswer<Message>] = []
    package var isAtEnd = false
    /// The problem with the remaining bytes, or `nil` if they can be the start of an answer.
    package var complaint: String?
  }

  /// Reads the available data, or waits until there is some.
  package func receive() -> Arrival {
    var count = 0
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 256 << 10) { bytes, filled in
      repeat { count = unsafe read(descriptor, bytes.baseAddress, bytes.count) } while count < 0 && errno == EINTR
      filled = max(0, count)
    }
    guard count > 0 else { return Arrival(isAtEnd: true) }
    buffer.append(chunk)
    var arrival = Arrival()
    do throws(InvalidInput) {
      while let message = try buffer.next() { arrival.answers.append(try WorkerAnswer(message)) }
    } catch {
      arrival.complaint = "\(error)"
    }
    return arrival
  }

  /// Sends a request that doesn't concern a document, and waits for the answer. Returns `nil` if the worker ended or sent another answer.
  package func ask<Request: JobRequest>(_ request: Request, files: [OpenFile] = []) -> WorkerAnswer<Request.Reply>? {
    guard send(request, files: files) else { return nil }
    while true {
      if let interruption, !interruption.allowsReading(descriptor), interruption.isUrgent {
        _ = kill()
        return nil
      }
      let arrival = receive()
      do throws(InvalidInput) {
        if let answer = arrival.answers.first { return try answer.reply(to: Request.self) }
      } catch {
        return nil
      }
      if arrival.isAtEnd || arrival.complaint != nil { return nil }
    }
  }

  /// Kills the worker if it's still running, and returns its exit state.
  package func kill() -> Ending {
    guard !isReaped else { return Ending(signal: nil, exitStatus: 0) }
    Glibc.kill(processIdentifier, SIGKILL)
    var (signal, status): (Int32, Int32) = (0, 0)
    _ = unsafe linux_reap_blocking(processIdentifier, &signal, &status)
    isReaped = true
    return ending(signal, status)
  }

  /// Waits up to one second for a worker that closed its socket, then kills it. Returns its exit state.
  package func awaitEnd() -> Ending {
    var (signal, status): (Int32, Int32) = (0, 0)
    for _ in 0..<100 {
      if isReaped { return Ending(signal: nil, exitStatus: 0) }
      if unsafe linux_reap(processIdentifier, &signal, &status) != 0 {
        isReaped = true
        return ending(signal, status)
      }
      usleep(10_000)
    }
    return kill()
  }

  private func ending(_ signal: Int32, _ status: Int32) -> Ending {
    Ending(signal: signal == 0 ? nil : unsafe String(cString: linux_signal_name(signal)), exitStatus: status)
  }
}
