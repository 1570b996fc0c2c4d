// SPDX-License-Identifier: GPL-3.0-or-later

/// Look whether files are complete: a copy that is still under way lacks the end that its format demands.
public struct CompletenessRequest: JobRequest {
  public static let name = "completeness"

  /// Which of the files are not complete.
  public struct Reply: JobReply {
    /// By their numbers in the request, from 0.
    public var incomplete: [Int]

    /// The numbers of files, from 0.
    public init(incomplete: [Int]) { self.incomplete = incomplete }
  }

  /// At most `Frame.mostFiles`.
  public var fileNames: [String]

  /// Files, in the order in which they come with the message.
  public init(fileNames: [String]) { self.fileNames = fileNames }

  public func seconds(perPage: Double) -> Double { perPage * Double(fileNames.count) }
}
