// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import DocScanFiles

/// A file that other writers' files can refer to.
public struct FileReference: Hashable, Sendable {
  /// The path, relative to the document's folder.
  public var name: String
  /// The media type (RFC 6838), such as "image/png".
  public var mediaType: String
  /// The namespace of the file's format, or `nil` if it has none.
  public var profile: String?
  /// The picture in the file, or `nil` if the file isn't a picture.
  public var picture: PictureRequest?

  /// Creates a reference.
  ///
  /// - Parameters:
  ///   - name: The path, relative to the document's folder.
  ///   - mediaType: The media type.
  ///   - profile: The namespace of the format.
  ///   - picture: The picture in the file.
  public init(_ name: String, _ mediaType: String, profile: String? = nil, picture: PictureRequest? = nil) {
    (self.name, self.mediaType, self.profile, self.picture) = (name, mediaType, profile, picture)
  }

  var isForBrowsers: Bool { ["image/png", "image/jpeg"].contains(mediaType) }
}

extension String {
  /// The path with percent escapes for everything but unreserved characters and slashes (RFC 3986, 3.3).
  var uriPath: String { Escape.percentPath(self) }
}
