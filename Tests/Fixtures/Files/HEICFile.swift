// SPDX-License-Identifier: GPL-3.0-or-later

internal import CHEIF
internal import DocScanVision

/// A writer of HEIC files, as phones make them, with libheif.
enum HEICFile {
  /// Writes a picture; `orientation` is the EXIF value, which libheif writes as rotations and mirrorings.
  static func write(
    _ raster: Raster, to path: String, quality: Int, orientation: Int, camera: CameraBlock?
  ) throws {
    guard let context = unsafe heif_context_alloc() else { throw FixtureError("libheif has no memory.") }
    defer { unsafe heif_context_free(context) }
    var encoder: OpaquePointer?
    try unsafe check(heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder))
    defer { unsafe heif_encoder_release(encoder) }
    try unsafe check(heif_encoder_set_lossy_quality(encoder, Int32(quality)))
    let picture = try unsafe makeImage(raster)
    defer { unsafe heif_image_release(picture) }
    guard let options = unsafe heif_encoding_options_alloc() else { throw FixtureError("libheif has no memory.") }
    defer { unsafe heif_encoding_options_free(options) }
    unsafe options.pointee.image_orientation = heif_orientation(UInt32(orientation))
    var handle: OpaquePointer?
    try unsafe check(heif_context_encode_image(context, picture, encoder, options, &handle))
    defer { unsafe heif_image_handle_release(handle) }
    if let block = camera?.structure() {
      try unsafe check(heif_context_add_exif_metadata(context, handle, block, Int32(block.count)))
    }
    try unsafe check(heif_context_write_to_file(context, path))
  }

  private static func makeImage(_ raster: Raster) throws -> OpaquePointer? {
    let (width, height) = (Int32(raster.width), Int32(raster.height))
    var image: OpaquePointer?
    try unsafe check(heif_image_create(width, height, heif_colorspace_RGB, heif_chroma_interleaved_RGB, &image))
    try unsafe check(heif_image_add_plane(image, heif_channel_interleaved, width, height, 8))
    var stride: Int32 = 0
    guard let plane = unsafe heif_image_get_plane(image, heif_channel_interleaved, &stride) else {
      throw FixtureError("libheif has no pixels.")
    }
    let channels = raster.channels.rawValue
    unsafe raster.withUnsafePixels { pixels in
      for y in 0..<raster.height {
        for x in 0..<raster.width {
          for channel in 0..<3 {
            let source = (y * raster.width + x) * channels + (channels == 3 ? channel : 0)
            unsafe plane[y * Int(stride) + x * 3 + channel] = pixels[source]
          }
        }
      }
    }
    return unsafe image
  }

  private static func check(_ error: heif_error) throws {
    guard unsafe error.code == heif_error_Ok else {
      throw unsafe FixtureError("libheif: " + String(cString: error.message))
    }
  }
}
