// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A file that a writer makes, as files that refer to it need to know it.
public struct FileReference: Hashable, Sendable {
  /// Relative to the document's folder.
  public var name: String
  /// Its media type (RFC 6838), such as "image/png".
  public var mediaType: String
  /// The namespace of its format; nil if that has none.
  public var profile: String?
  /// The picture that it is; nil for any other file.
  public var picture: PictureRequest?

  /// A file by its path in the document's folder, and its media type.
  public init(_ name: String, _ mediaType: String, profile: String? = nil, picture: PictureRequest? = nil) {
    (self.name, self.mediaType, self.profile, self.picture) = (name, mediaType, profile, picture)
  }

  /// Whether browsers show it.
  var isForBrowsers: Bool { ["image/png", "image/jpeg"].contains(mediaType) }
}

extension String {
  /// A path as URIs write it (RFC 3986, 3.3): everything but unreserved characters and slashes as its bytes.
  var uriPath: String { Escape.percentPath(self) }
}
