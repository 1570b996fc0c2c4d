// SPDX-License-Identifier: GPL-3.0-or-later

/// How the pictures of pages that are not as they were loaded are compressed, where they are grey or coloured.
package enum PictureStyle: String, Codable, CaseIterable, Sendable {
  /// One picture of the whole page.
  case faithful
  /// Mixed raster content (ITU-T T.44): letters and lines as a sharp mask over a small picture of all the rest.
  case mixed
}
