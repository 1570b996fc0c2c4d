// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative
internal import DocScanReading
internal import DocScanVision
internal import FoundationEssentials
internal import Glibc

/// A connection to an external recognition engine that the parent process has started.
public final class Engine {
  /// The time in seconds to load models, after which an engine is considered broken. `limits.secondsWithoutProgress` may be shorter.
  private static let longestStart = 45.0
  /// The resolution above which engines are slower but not better.
  private static let highestDPI = 300.0

  let identity: EngineIdentity
  private let connection: EngineConnection
  private let languages: [String]?
  private var lastRequest = 0
  var scratch = "" {
    // The engine may run in another folder.
    didSet { if !scratch.hasPrefix("/") { scratch = FileManager.default.currentDirectoryPath + "/" + scratch } }
  }
  /// Whether the engine accepts requests. After an invalid answer, it isn't trusted any more.
  private(set) var isUsable = true

  init(_ pipes: [InputFile], limits: LimitSettings) throws(PipelineError) {
    let seconds = min(Self.longestStart, limits.secondsWithoutProgress)
    connection = EngineConnection(pipes)
    let hello: EngineHello
    do {
      hello = try EngineHello(try connection.receive(within: seconds))
    } catch let nonsense as InvalidInput {
      throw Self.missing("The engine does not follow docscan's engine protocol: \(nonsense).", connection)
    } catch {
      switch error as? EngineConnection.Problem {
      case .late:
        throw Self.missing(
          "The engine did not send its greeting within \(JSONValue.number(seconds).shortText) seconds of its start.",
          connection)
      case .ended, .tooLong, nil: throw Self.missing("The engine ended before it sent its greeting.", connection)
      }
    }
    identity = hello.identity
    languages = hello.languages
  }

  private static func missing(_ what: String, _ connection: EngineConnection) -> PipelineError {
    let messages = connection.messagesSoFar()
    return .missingPart(message: messages.isEmpty ? what : "\(what) It reported: \(messages)")
  }

  /// Throws an error if the engine declares its languages, and not all of these are among them.
  func require(_ wanted: [String]) throws(PipelineError) {
    guard let languages else { return }
    for language in wanted where !languages.contains(language) {
      throw .missingPart(
        message: "The engine \(identity) does not read \"\(language)\". It reads: \(languages.joined(separator: ", "))."
      )
    }
  }

  func lines(of page: PageContext, in languages: [String]) throws(PageFailure) -> [Line] {
    let scale = min(1, Self.highestDPI / page.size.dpi)
    let image = try page.shownImage(scale: scale)
    let size = RasterSize(width: image.width, height: image.height, dpi: page.size.dpi * scale)
    lastRequest += 1
    let picture = try image.writePortableMap(to: "\(scratch)/engine")
    defer { _ = unsafe unlink(picture) }
    let request = EngineRequest(
      id: lastRequest, path: picture, width: size.width, height: size.height, dpi: size.dpi, languages: languages)
    let lines: [Line]
    do {
      connection.send(try JSONText.compact(request))
      let answer = try EngineAnswer(try connection.receive(), to: lastRequest, size: size)
      switch answer.outcome {
      case .lines(let found): lines = found
      case .failed(let message): throw failure("The engine \(identity) could not read the page: \(message)")
      }
    } catch let failure as PageFailure {
      throw failure
    } catch {
      isUsable = false
      throw failure(about: error)
    }
    let across = Double(page.size.width) / Double(size.width)
    let down = Double(page.size.height) / Double(size.height)
    return lines.map { $0.scaled(by: across, down) }
  }

  private func failure(about error: any Error) -> PageFailure {
    switch (error as? InvalidInput, error as? EngineConnection.Problem) {
    case (let nonsense?, _):
      return failure("The engine \(identity) sent an invalid answer: \(nonsense).")
    case (nil, .tooLong): return failure("The engine \(identity) sent more text than a page can have.")
    case (nil, .ended), (nil, .late), (nil, nil):
      let messages = connection.messagesSoFar()
      return failure(
        "The engine \(identity) ended while it was reading the page."
          + (messages.isEmpty ? "" : " It reported: \(messages)"))
    }
  }

  private func failure(_ message: String) -> PageFailure { PageFailure(kind: .library, message: message) }
}
