// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
internal import DocScanFiles
package import DocScanPresets
internal import DocScanStore
internal import Glibc

/// The folders of a watch, as absolute paths.
package struct WatchPlaces: Hashable, Sendable {
  package let inbox: String
  package let output: String
  package let processed: String
  package let failed: String
  /// Remarks about the choice of folders for the user, as sentences.
  package private(set) var notes: [String] = []
  /// Folders in the inbox that received originals in the past, and contain no new documents.
  private var left: [String] = []

  /// Reads the folders from a pipeline; `inbox` and `output` take precedence. The stages aren't checked.
  package init(_ source: PipelineSource, inbox: String? = nil, output: String? = nil) throws(BatchError) {
    let folders: PipelineFolders
    let file = try source.read()
    do throws(PipelineError) {
      folders = try PipelineFolders(value: file)
    } catch {
      throw .pipeline(error.inFile(source.label))
    }
    self.init(
      folders.watch, inbox: inbox ?? source.resolved(folders.watch.inbox),
      output: output ?? source.outputFolder(folders.output))
  }

  init(_ settings: WatchSettings, inbox: String, output: String) {
    let inbox = Self.absolute(inbox)
    self.inbox = inbox
    self.output = Self.absolute(output)
    var left: [(path: String, reason: String)] = []
    func shelf(_ setting: String, _ usual: String) -> String {
      guard setting.isEmpty else { return Self.shelf(setting, of: inbox) }
      let (inside, beside) = ("\(inbox)/\(usual)", "\(inbox)-\(usual)")
      if let folder = Folder(root: inbox), folder.exists(usual) {
        guard let problem = OriginalsFolder.problem(of: inside, inbox: folder) else { return inside }
        // The pages of a document are read like others.
        let isDocument = folder.exists("\(usual)/\(ReceivedPages.fileName)")
        if Self.canMake(beside, inbox), !isDocument { left.append((inside, problem)) }
      }
      return Self.canMake(beside, inbox) ? beside : inside
    }
    processed = shelf(settings.processed, WatchSettings.processed.name)
    failed = shelf(settings.failed, WatchSettings.failed.name)
    self.left = left.map(\.path)
    notes = left.map { "\($0.path) is not used for originals, which go next to the inbox instead. \($0.reason)" }
  }

  /// Returns the absolute path of a folder that the pipeline names. Links are resolved only above a folder outside the inbox. The last component, and
  /// every component inside the inbox, must not be a link when the folder is opened, because others can write there.
  private static func shelf(_ path: String, of inbox: String) -> String {
    var parts: [Substring] = []
    for part in (path.hasPrefix("/") ? path : inbox + "/" + path).split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    let whole = "/" + parts.joined(separator: "/")
    if whole == inbox || whole.hasPrefix(inbox + "/") { return whole }
    let above = absolute("/" + parts.dropLast().joined(separator: "/"))
    return parts.last.map { above == "/" ? "/\($0)" : "\(above)/\($0)" } ?? "/"
  }

  /// Returns whether a folder next to the inbox exists, or can be created on the inbox's file system so that originals can be moved atomically.
  private static func canMake(_ folder: String, _ inbox: String) -> Bool {
    if isFolder(folder) { return true }
    let above = parentFolder(of: inbox)
    guard inbox != "/", unsafe access(above, W_OK | X_OK) == 0 else { return false }
    return fileStatus(above, followingLinks: true)?.st_dev == fileStatus(inbox, followingLinks: true)?.st_dev
  }

  init(inbox: String, output: String, processed: String, failed: String) {
    (self.inbox, self.output, self.processed, self.failed) = (inbox, output, processed, failed)
  }

  init(_ state: ServiceState, output: String) {
    self.init(
      inbox: state.inbox, output: Self.absolute(output), processed: state.processed, failed: state.failed)
  }

  /// Returns whether a folder is one of docscan's own, which isn't searched for documents.
  func isOwn(_ path: String) -> Bool {
    path == processed || path == failed || path == output || left.contains(path)
  }

  /// Throws if results or processed originals would end up in the inbox, or if a folder can't be used.
  func check(originals: WatchSettings.Originals) throws(BatchError) {
    guard isFolder(inbox, followingLinks: true) else {
      throw .noInput("The inbox \(inbox) is not a folder. Create it, or name another one on the command line.")
    }
    guard unsafe access(inbox, R_OK | X_OK) == 0 else {
      throw .noInput("The inbox \(inbox) cannot be read: \(errorText()).")
    }
    let canMove = unsafe access(inbox, W_OK) == 0
    guard canMove || originals == .keep else {
      throw .output(
        "Originals cannot be moved out of the inbox \(inbox): \(errorText()). Change its permissions, or set "
          + "watch.originals to \"keep\".")
    }
    if Self.contains(inbox, output) || Self.contains(output, inbox) {
      throw .output(
        "The inbox \(inbox) and the output folder \(output) must not contain each other, or results would be processed as "
          + "documents. Choose another output folder with -o.")
    }
    let root = Folder(root: inbox)
    for (key, folder) in [("watch.processed", processed), ("watch.failed", failed)] {
      if let root, let problem = OriginalsFolder.problem(of: folder, inbox: root) {
        throw .pipeline(.invalid(path: key, message: "originals cannot be kept in \(folder): \(problem)"))
      }
      if Self.contains(folder, inbox) {
        throw .pipeline(.invalid(path: key, message: "the folder \(folder) contains the inbox; choose another one."))
      }
      if Self.contains(output, folder) || Self.contains(folder, output) {
        throw .pipeline(
          .invalid(
            path: key, message: "the folder \(folder) and the output folder \(output) must not contain each other."))
      }
    }
    if Self.contains(processed, failed) || Self.contains(failed, processed) {
      throw .pipeline(
        .invalid(path: "watch.failed", message: "watch.processed and watch.failed must not contain each other."))
    }
  }

  private static func contains(_ folder: String, _ other: String) -> Bool {
    folder == other || path(other, below: folder) != nil
  }

  static func absolute(_ path: String) -> String {
    var head = path.isEmpty ? "." : path
    var rest: [Substring] = []
    while true {
      if let base = realPath(head) {
        return ([base == "/" ? "" : base] + rest.reversed().map(String.init)).joined(separator: "/")
      }
      let parts = head.split(separator: "/")
      guard let last = parts.last, head != "." else { return path }
      rest.append(last)
      let above = parts.dropLast().joined(separator: "/")
      head = head.hasPrefix("/") ? "/" + above : above.isEmpty ? "." : above
    }
  }
}
