// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanWorkers
internal import Synchronization

/// Finds the corners of sheets in received pictures, with the `perspective` stage in a sandboxed worker.
final class CornerFinder: Sendable {
  struct Found: Codable, Hashable, Sendable {
    /// The width of the picture as loaded, in pixels.
    var width: Int
    var height: Int
    /// The sheet's corners in pixels, clockwise from its top left, or `nil` if no sheet was found.
    var corners: [Point]?
  }

  private enum State { case looking, found(Found), failed(String) }

  /// The state of a search for corners.
  enum Answer {
    case looking
    case found(Found)
    case failed(String)
  }

  private static let most = 5000
  static let stages: [JSONValue] = [.object(["stage": .string("perspective")])]

  private let service: ScanService
  private let states = Mutex<[String: State]>([:])

  init(_ service: ScanService) { self.service = service }

  /// Returns the state of the search for a picture's corners, and starts the search if necessary. Pictures with the same digest share a result.
  func look(at page: ReceivedStore.WholePage, in folder: Folder) -> Answer {
    let key = page.sha256
    let known = states.withLock { states -> State? in
      if let known = states[key] { return known }
      if states.count >= Self.most { states = states.filter { if case .looking = $0.value { true } else { false } } }
      states[key] = .looking
      return nil
    }
    switch known {
    case .looking: return .looking
    case .found(let found): return .found(found)
    case .failed(let reason): return .failed(reason)
    case nil: break
    }
    let source: PageSource
    do throws(PageFailure) {
      source = try PageSource(file: "\(folder.anchor)/\(page.path)")
    } catch {
      states.withLock { $0[key] = nil }
      return .failed(error.message)
    }
    let (service, work) = (service, PageWork(.page(1), of: [source], stages: Self.stages))
    Task { [self] in
      let state: State?
      do {
        state = .found(try Self.found(on: await service.perform(work).page))
      } catch let failure as PageFailure {
        // A picture that was deleted in the meantime may be sent again, so its failure isn't remembered.
        state = folder.exists(page.path) ? .failed(failure.message) : nil
      } catch {
        state = .failed("\(error)")
      }
      states.withLock { $0[key] = state }
    }
    return .looking
  }

  private static func found(on page: RecognizedPage?) throws -> Found {
    guard let page, let source = page.source else {
      throw PageFailure(kind: .unreadable, stage: "load", message: "The picture cannot be read.")
    }
    let sheet = page.corrections.first { $0.kind == "perspective" && $0.movesPixels }
    return Found(width: source.width, height: source.height, corners: sheet?.quad)
  }
}
