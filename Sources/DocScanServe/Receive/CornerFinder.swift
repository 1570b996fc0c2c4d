// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanRequests
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

  /// The pictures that wait for the worker, in a queue for each device.
  private struct Work {
    var states: [String: State] = [:]
    /// The devices with waiting pictures, in the order of their turns, and the pictures of each.
    var devices: [String] = []
    var waiting: [String: [Picture]] = [:]
    var isBusy = false

    mutating func next() -> Picture? {
      guard let device = devices.first, let picture = waiting[device]?.first else {
        isBusy = false
        return nil
      }
      devices.removeFirst()
      waiting[device]?.removeFirst()
      if waiting[device]?.isEmpty == false { devices.append(device) } else { waiting[device] = nil }
      return picture
    }
  }

  private struct Picture {
    let key: String
    let path: String
    let folder: Folder
    let device: String
  }

  private static let most = 5000
  static let stages: [JSONValue] = [.object(["stage": .string("perspective")])]

  private let service: ScanService
  private let work = Mutex(Work())

  init(_ service: ScanService) { self.service = service }

  /// Returns the corners of a picture, or queues the picture if nothing is known about it. Pictures with the same digest share a result. If the device's
  /// queue is full, the picture is queued when the caller asks again.
  func look(at page: ReceivedStore.WholePage, in folder: Folder, of device: DeviceBook.Device) -> Answer {
    let key = page.sha256
    let (known, isFirst) = work.withLock { work -> (State, Bool) in
      if let known = work.states[key] { return (known, false) }
      guard work.waiting[device.folder]?.count ?? 0 < ReceiveLimits.waitingPictures else { return (.looking, false) }
      if work.states.count >= Self.most {
        work.states = work.states.filter { if case .looking = $0.value { true } else { false } }
      }
      work.states[key] = .looking
      if work.waiting[device.folder] == nil { work.devices.append(device.folder) }
      work.waiting[device.folder, default: []].append(
        Picture(key: key, path: page.path, folder: folder, device: device.folder))
      defer { work.isBusy = true }
      return (.looking, !work.isBusy)
    }
    if isFirst { Task { [self] in await lookAtAll() } }
    return switch known {
    case .looking: .looking
    case .found(let found): .found(found)
    case .failed(let reason): .failed(reason)
    }
  }

  private func lookAtAll() async {
    while let picture = work.withLock({ $0.next() }) {
      let state = await state(of: picture)
      work.withLock { $0.states[picture.key] = state }
    }
  }

  /// The result for a picture, or `nil` if it's gone. A picture that was deleted in the meantime may be sent again.
  private func state(of picture: Picture) async -> State? {
    do {
      let source = try PageSource(file: "\(picture.folder.anchor)/\(picture.path)")
      var work = PageWork(.page(1), of: [source], stages: Self.stages)
      work.owner = picture.device
      return .found(try Self.found(on: await service.perform(work).page))
    } catch let failure as PageFailure {
      return picture.folder.exists(picture.path) ? .failed(failure.message) : nil
    } catch {
      return .failed("\(error)")
    }
  }

  private static func found(on page: RecognizedPage?) throws -> Found {
    guard let page, let source = page.source else {
      throw PageFailure(kind: .unreadable, stage: "load", message: "The picture cannot be read.")
    }
    let sheet = page.corrections.first { $0.kind == "perspective" && $0.movesPixels }
    return Found(width: source.width, height: source.height, corners: sheet?.quad)
  }
}
