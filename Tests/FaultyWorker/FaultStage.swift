// SPDX-License-Identifier: GPL-3.0-or-later

internal import CEscape
internal import DocScanCore
internal import DocScanEngine
internal import DocScanWire
internal import Glibc

/// A stage that misbehaves on one page as the pipeline requests.
final class FaultStage: Stage {
  enum Kind: String, CaseIterable {
    /// The process kills itself, as the kernel does when memory runs out.
    case kill
    /// A write through a wild pointer.
    case segfault
    /// The process aborts, as libraries do in an impossible state.
    case abort
    /// Sleeps indefinitely.
    case hang
    /// An endless loop.
    case spin
    /// Works for a second of processor time, and succeeds.
    case work
    /// Allocates until allocation fails.
    case allocate
    /// Prints to standard output, as libraries do.
    case chatter
    /// Writes an invalid message to the parent.
    case garbage
    /// Ends the process without a message.
    case exit
    /// Fails as a stage should.
    case fail
    /// Mirrors the picture after the words were read.
    case mirror
    /// Attempts an action that the sandbox must prevent.
    case escape
    /// Asks for the document's password, as a stage that a document has taken over does.
    case beg
    /// Returns the target as a finding, which may or may not match the description.
    case find
  }

  /// The stage's finding.
  private struct Weight: Finding {
    var share: Double

    static let description = FindingDescription(
      key: "weight", schema: JSONSchema.object("", ["share": JSONSchema.confidence()]))
  }

  private static let kind = Setting("kind", default: Kind.fail.rawValue, oneOf: Kind.allCases.map(\.rawValue), help: "")
  private static let page = Setting("page", default: 1, help: "The number of the page to misbehave on.")
  private static let marker = Setting(
    "marker", default: "", help: "A file to make first; once it is there all is well.")
  private static let attempt = Setting(
    "attempt", default: "", help: "What to try: the name of a function in CEscape.c.")
  private static let target = Setting(
    "target", default: "", help: "The file, program or port to try it on.")

  static let description = ComponentDescription(
    name: "fault", abstract: "Misbehaves.",
    settings: [kind.erased, page.erased, marker.erased, attempt.erased, target.erased], finding: Weight.description)

  private let kind: Kind
  private let number: Int
  private let marker: String
  private let attempt: String
  private let target: String

  init(settings: ResolvedSettings) throws(PipelineError) {
    kind = Kind(rawValue: settings[Self.kind]) ?? .fail
    number = settings[Self.page]
    marker = settings[Self.marker]
    attempt = settings[Self.attempt]
    // The folder of a run's workers is named after the run's process.
    target = settings[Self.target].replacing("{parent}", with: "\(getppid())")
  }

  private static func password() -> String? {
    do {
      let question = try Frame.encode(.password, PasswordQuestion(file: 0, tried: 0))
      _ = unsafe write(3, question, question.count)
      var (bytes, buffer) = ([UInt8](repeating: 0, count: 4096), FrameBuffer())
      let count = unsafe read(3, &bytes, bytes.count)
      buffer.append(bytes.prefix(max(0, count)))
      return try buffer.next()?.body(PasswordReply.self).password
    } catch {
      return nil
    }
  }

  func process(_ page: PageContext) throws(PageFailure) {
    guard page.reference.number == number else { return }
    if !marker.isEmpty {
      let descriptor = unsafe open(marker, O_CREAT | O_EXCL | O_WRONLY, 0o644)
      guard descriptor >= 0 else { return }
      close(descriptor)
    }
    switch kind {
    case .kill:
      kill(getpid(), SIGKILL)
    case .segfault:
      unsafe UnsafeMutablePointer<UInt8>(bitPattern: 8)?.pointee = 1
    case .abort:
      Glibc.abort()
    case .hang:
      while true { usleep(1000) }
    case .spin:
      while true { _ = getpid() }
    case .work:
      let start = clock()
      while clock() - start < CLOCKS_PER_SEC {}
    case .allocate:
      while let memory = unsafe malloc(16 << 20) { unsafe memset(memory, 1, 16 << 20) }
      Glibc.abort()
    case .chatter:
      print(String(repeating: "chatter ", count: 100_000))
    case .garbage:
      let bytes = [UInt8](repeating: 0x7B, count: 1000)
      _ = unsafe write(3, bytes, bytes.count)
    case .exit:
      Glibc.exit(7)
    case .fail:
      throw PageFailure(kind: .library, message: "The page was made to fail.")
    case .mirror:
      let mirror = Homography.scale(x: -1, y: 1).then(.translation(x: Double(page.size.width), y: 0))
      page.apply(Correction(kind: "fault", confidence: 1, matrix: mirror), newSize: page.size)
    case .find:
      try page.note(Weight(share: Double(target) ?? 0))
    case .beg:
      throw PageFailure(kind: .library, message: "\(Self.password() ?? "nothing") in \(getpid())")
    case .escape:
      // If the attempt succeeds, the page continues normally, which the tests look for.
      guard unsafe escape_try(attempt, target) != 0 else { return }
      throw PageFailure(
        kind: .library, message: "Denied: \(unsafe String(cString: strerror(errno))).")
    }
  }
}
