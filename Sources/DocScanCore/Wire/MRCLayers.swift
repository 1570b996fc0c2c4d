// SPDX-License-Identifier: GPL-3.0-or-later

/// The letters and lines of a page, which lie over its picture: a mask of where they are, and their colours.
///
/// Both cover the whole page, as the page's picture does, and are files in the worker's scratch folder.
package struct MRCLayers: Codable, Hashable, Sendable {
  /// CCITT Group 4, black where ink is.
  package var mask: Layer
  /// A whole JPEG file in the colour space of the page's picture.
  package var colours: Layer

  /// The layers of a picture.
  package init(mask: Layer, colours: Layer) { (self.mask, self.colours) = (mask, colours) }

  /// A compressed image of the whole page.
  package struct Layer: Codable, Hashable, Sendable {
    /// The file's name within the scratch folder.
    package var untrustedFileName: String
    /// In pixels.
    package var width: Int
    /// In pixels.
    package var height: Int

    /// A layer in a file of the worker's folder, with its size in pixels.
    package init(untrustedFileName: String, width: Int, height: Int) {
      (self.untrustedFileName, self.width, self.height) = (untrustedFileName, width, height)
    }
  }

  /// The layers, with the ending that each one's file has in place of the picture's.
  package var layers: [(layer: Layer, ending: String)] { [(mask, "mask"), (colours, "colours")] }
}
