// SPDX-License-Identifier: GPL-3.0-or-later

internal import CHEIF
internal import CPixels
internal import DocScanCore
internal import DocScanVision

/// Reads HEIC and AVIF files. The primary picture is the page.
@safe
final class HEIFDecoder: PageDecoder {
  static let format = InputFormat(
    name: "HEIC", endings: ["heic", "heif", "avif"],
    signatures: ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif"].map { .init("????ftyp\($0)") })

  private static let longestCameraData = 1 << 20

  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool { try file.hasWholeBoxes().isWhole }

  private let context: OpaquePointer
  private let picture: OpaquePointer
  private let name: String
  private let limits: LimitSettings
  /// The memory from which libheif reads while the file is open.
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ file: InputFile, limits: LimitSettings) throws(PageFailure) {
    let (name, bytes) = (file.name, try PictureBytes(file, limits: limits).bytes)
    guard let context = unsafe heif_context_alloc() else {
      throw .loading(.memory, name, "the picture doesn't fit into memory.")
    }
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = unsafe memory.initialize(from: bytes)
    // Parallelism is per page, so tiles are decoded in sequence.
    unsafe heif_context_set_max_decoding_threads(context, 0)
    var picture: OpaquePointer?
    do throws(PageFailure) {
      try unsafe Self.check(
        heif_context_read_from_memory_without_copy(context, memory.baseAddress, memory.count, nil), name)
      try unsafe Self.check(heif_context_get_primary_image_handle(context, &picture), name)
      guard let picture = unsafe picture else { throw .loading(.unreadable, name, "the file has no picture.") }
      let (width, height) = unsafe (heif_image_handle_get_width(picture), heif_image_handle_get_height(picture))
      let (coded, rows) = unsafe (
        heif_image_handle_get_ispe_width(picture), heif_image_handle_get_ispe_height(picture)
      )
      try limits.check(width: Int(width), height: Int(height), file: name)
      try limits.check(width: Int(coded), height: Int(rows), file: name)
      unsafe self.picture = picture
    } catch {
      if let picture = unsafe picture { unsafe heif_image_handle_release(picture) }
      unsafe heif_context_free(context)
      unsafe memory.deallocate()
      throw error
    }
    unsafe self.context = context
    unsafe self.bytes = UnsafeBufferPointer(memory)
    (self.name, self.limits) = (name, limits)
  }

  let pageCount = 1

  /// The number of other pictures in a burst or an album, without copies in other sizes.
  var unreadPictures: Int { max(0, Int(unsafe heif_context_get_number_of_top_level_images(context)) - 1) }

  deinit {
    unsafe heif_image_handle_release(picture)
    unsafe heif_context_free(context)
    unsafe bytes.deallocate()
  }

  func load(page: Int, settings: PageSettings) throws(PageFailure) -> LoadedPage {
    var image: OpaquePointer?
    try unsafe Self.check(
      heif_decode_image(picture, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, nil), name)
    guard let image = unsafe image else { throw .loading(.unreadable, name, "the picture cannot be decoded.") }
    defer { unsafe heif_image_release(image) }
    let width = Int(unsafe heif_image_get_width(image, heif_channel_interleaved))
    let height = Int(unsafe heif_image_get_height(image, heif_channel_interleaved))
    try limits.check(width: width, height: height, file: name)
    var rowBytes: Int32 = 0
    guard let plane = unsafe heif_image_get_plane(image, heif_channel_interleaved, &rowBytes), rowBytes % 4 == 0 else {
      throw .loading(.unreadable, name, "the picture cannot be decoded.")
    }
    let words = unsafe UnsafeMutableRawPointer(plane).assumingMemoryBound(to: UInt32.self)
    let premultiplied = unsafe heif_image_handle_is_premultiplied_alpha(picture)
    unsafe pixels_words_from_rgba(words, Int64(rowBytes / 4), Int32(width), Int32(height), premultiplied)
    let raster = try unsafe Raster.fromWords(
      words, stride: Int(rowBytes / 4), width: width, height: height, order: PIXELS_LEPTONICA)
    // libheif already applied the rotation that EXIF repeats.
    let camera = camera
    let isTurned = (camera?.orientation ?? 1) >= 5
    let declared = camera?.resolution.map { isTurned ? (x: $0.y, y: $0.x) : $0 }
    return try LoadedPage(
      picture: raster, resolution: Resolution(candidates: [declared], width: width, height: height), passThrough: nil,
      capture: camera?.capture, file: name, limits: limits)
  }

  /// The EXIF data of the picture. The block begins with the offset of the EXIF data's TIFF structure (ISO 23008-12, A.2.1).
  private var camera: CameraData? {
    var id: heif_item_id = 0
    guard unsafe heif_image_handle_get_list_of_metadata_block_IDs(picture, "Exif", &id, 1) == 1 else { return nil }
    let size = unsafe heif_image_handle_get_metadata_size(picture, id)
    guard size > 4, size <= Self.longestCameraData else { return nil }
    var block = [UInt8](repeating: 0, count: size)
    guard unsafe heif_image_handle_get_metadata(picture, id, &block).code == heif_error_Ok else { return nil }
    return CameraData(structure: block.dropFirst(4).dropFirst(block.bigEndian(0, 4)))
  }

  private static func check(_ error: heif_error, _ name: String) throws(PageFailure) {
    guard unsafe error.code != heif_error_Ok else { return }
    let reason = unsafe error.message.map { unsafe String(cString: $0) } ?? "unknown error"
    throw .loading(.unreadable, name, "the picture cannot be decoded (\(reason)). The file is damaged or incomplete.")
  }
}
