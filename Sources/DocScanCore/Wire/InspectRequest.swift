// SPDX-License-Identifier: GPL-3.0-or-later

/// Count the pages of some of a document's files.
public struct InspectRequest: JobRequest {
  public static let name = "inspect"
  public typealias Reply = Inspection

  /// The names of the files, in the order of the pages: at most `Frame.mostFiles`.
  public var fileNames: [String]

  public init(fileNames: [String]) { self.fileNames = fileNames }
}
