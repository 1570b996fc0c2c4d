// SPDX-License-Identifier: GPL-3.0-or-later

/// A picture of each page that a writer asks for, beside the one for the PDF.
public struct PictureRequest: Codable, Hashable, Sendable {
  /// What a picture shows.
  public enum Content: String, Codable, Sendable {
    /// The page as loaded.
    case source
    /// What the stages found, drawn over the page as loaded.
    case overlay
    /// The page in which all boxes lie.
    case page
  }

  /// What it shows.
  public var content: Content
  /// How it is encoded.
  package var format: PageImageFormat
  /// A larger picture is made so small, in pixels; nil for one of any size.
  public var longestSide: Int?

  /// A picture; its longest side has all of its pixels, or at most this many.
  package init(_ content: Content, as format: PageImageFormat, longestSide: Int? = nil) {
    (self.content, self.format, self.longestSide) = (content, format, longestSide)
  }

  /// The factor for a picture with these sides: at most 1.
  package func scale(width: Int, height: Int) -> Double {
    longestSide.map { min(1, Double($0) / Double(max(width, height))) } ?? 1
  }

  /// The file's name within the scratch folder, for one part of a source page; parts count from 1.
  package func fileName(stem: String, part: Int) -> String {
    "\(stem)-\(part).\(content)\(longestSide.map(String.init) ?? "").\(format)"
  }
}
