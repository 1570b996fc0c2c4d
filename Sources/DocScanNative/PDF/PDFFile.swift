// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler
internal import CQPDF
internal import DocScanCore
internal import Glibc

@safe
final class PDFFile {
  let name: String
  let limits: LimitSettings
  let pageCount: Int
  /// The number of pages found. In a damaged page tree, this is less than the declared number.
  private let foundPages: Int
  private let file: InputFile?
  /// The details that poppler doesn't provide, or `nil` if qpdf can't read the file or finds a different number of pages.
  private(set) lazy var structure = file.flatMap { PDFStructure($0, password: password) }.flatMap {
    $0.pageCount == foundPages ? $0 : nil
  }
  private let password: PDFPassword?
  private let document: OpaquePointer
  private var streamLimit: PDFStreamLimit?

  init(_ file: InputFile, limits: LimitSettings) throws(PageFailure) {
    name = file.name
    (self.file, self.limits) = (file, limits)
    streamLimit = PDFStreamLimit(limits, file: file)
    guard try !PDFStreamLimit.isExceeded(byListsIn: file, limits) else {
      throw .unpacksTooFar(name, limits: limits)
    }
    // With a wrong password, poppler reports damage, so only its error without one counts.
    var (isLocked, tried) = (false, 0)
    for password in PDFPassword.candidates(for: file) {
      // poppler closes the descriptor.
      let descriptor = file.duplicateDescriptor()
      guard descriptor >= 0 else { throw .loading(.unreadable, name, "the file can't be opened: too many open files.") }
      var error: UnsafeMutablePointer<GError>?
      if let document = unsafe poppler_document_new_from_fd(descriptor, password?.latin1, &error) {
        self.password = password
        file.password = password
        let announced = Int(unsafe poppler_document_get_n_pages(document))
        // A rebuilt file takes memory in addition to its pages.
        guard announced <= limits.pagesPerDocument, file.byteCount <= limits.megabytesPerWorker << 18,
          unsafe !Self.hasPages(announced, document),
          let rebuilt = unsafe Self.rebuilt(file, password: password)
        else {
          unsafe self.document = document
          (pageCount, foundPages) = (announced, announced)
          return
        }
        unsafe g_object_unref(UnsafeMutableRawPointer(document))
        unsafe self.document = rebuilt
        foundPages = Int(unsafe poppler_document_get_n_pages(rebuilt))
        // Announced but missing pages must fail, so that their loss is visible.
        pageCount = max(announced, foundPages)
        return
      }
      isLocked = unsafe isLocked || error?.pointee.code == Int32(POPPLER_ERROR_ENCRYPTED.rawValue)
      if let error = unsafe error { unsafe g_error_free(error) }
      guard isLocked else {
        throw .loading(.unreadable, name, "this is not a readable PDF. It is damaged or incomplete.")
      }
      tried += 1
    }
    let reason =
      tried <= 1
      ? "needs a password; --password-file names a file with it"
      : "none of the passwords in the file that --password-file names opens it"
    throw .loading(.unreadable, name, "the PDF is encrypted and \(reason).")
  }

  init(bytes: [UInt8], name: String, limits: LimitSettings) throws(PageFailure) {
    guard let document = unsafe Self.open(bytes) else {
      throw .loading(.unreadable, name, "the PDF doesn't fit into memory.")
    }
    unsafe self.document = document
    (self.name, self.limits) = (name, limits)
    file = nil
    streamLimit = nil
    password = nil
    (pageCount, foundPages) = (1, 1)
  }

  @unsafe
  private static func open(_ bytes: [UInt8]) -> OpaquePointer? {
    let memory = unsafe g_bytes_new(bytes, UInt(bytes.count))
    defer { unsafe g_bytes_unref(memory) }
    return unsafe poppler_document_new_from_bytes(memory, nil, nil)
  }

  @unsafe
  private static func hasPages(_ count: Int, _ document: OpaquePointer) -> Bool {
    guard count > 0, let page = unsafe poppler_document_get_page(document, Int32(count - 1)) else { return false }
    unsafe g_object_unref(UnsafeMutableRawPointer(page))
    return true
  }

  /// Returns a document with the pages that qpdf finds, or `nil`. poppler finds none if the tree contains a page instead of a reference to it.
  @unsafe
  private static func rebuilt(_ file: InputFile, password: PDFPassword?) -> OpaquePointer? {
    do {
      return try unsafe open(PDFGraftDocument(file, password: password).withNewPageList())
    } catch {
      // The pages fail one by one.
      return nil
    }
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(document)) }

  /// Returns a page's visible text as a PDF, or `nil` without invisible text or if qpdf fails. Reopens the file, so that changes don't accumulate.
  func clearedPage(_ number: Int) -> PDFFile? {
    guard let file else { return nil }
    do {
      let copy = try PDFGraftDocument(file, password: password)
      guard try copy.pageCount() == pageCount, try copy.removeHiddenText(page: number - 1) else { return nil }
      return try PDFFile(bytes: copy.textOnly(page: number - 1), name: name, limits: limits)
    } catch {
      // If qpdf can't read the page, it stays unchanged.
      return nil
    }
  }

  /// Returns whether a page that was rendered white has a visible picture that isn't white.
  func hasLostInk(_ page: PDFPageStructure) -> Bool {
    page.pictures.contains { picture in
      let isSeen =
        min(picture.box.maxX, page.size.width) > max(picture.box.x, 0)
        && min(picture.box.maxY, page.size.height) > max(picture.box.y, 0)
      return isSeen && (picture.identity.flatMap { structure?.hasInk($0) } ?? false)
    }
  }

  /// Returns a page as a PDF of its own in which cairo can draw all pictures, or `nil` for a PDF made in memory.
  func pageWithTiles(_ number: Int) throws(PageFailure) -> PDFPage? {
    guard let file else { return nil }
    let copy = try PDFGraftDocument(file, password: password)
    let bytes = try copy.withTiles(page: number - 1, name: name, limits: limits)
    return try PDFFile(bytes: bytes, name: name, limits: limits).page(1)
  }

  /// Returns the text of a page, rotated further clockwise, as a PDF of its own, or `nil` if qpdf can't read the page.
  func turnedPage(_ number: Int, by degrees: Int) -> PDFFile? {
    guard let file else { return nil }
    do {
      let copy = try PDFGraftDocument(file, password: password)
      guard try copy.pageCount() == pageCount else { return nil }
      return try PDFFile(bytes: copy.textOnly(page: number - 1, turnedBy: degrees), name: name, limits: limits)
    } catch {
      // A page that qpdf can't read keeps poppler's order.
      return nil
    }
  }

  func page(_ number: Int) throws(PageFailure) -> PDFPage {
    let isTooLarge = structure?.withPage(number) { streamLimit?.isExceeded(by: $0) ?? false } ?? false
    guard !isTooLarge else { throw .unpacksTooFar(name, page: number, limits: limits) }
    guard let page = unsafe poppler_document_get_page(document, Int32(number - 1)) else {
      throw .loading(.unreadable, name, page: number, "the page cannot be read. The PDF is damaged.")
    }
    return unsafe PDFPage(adopting: page, number: number, file: self, structure: structure?.page(number))
  }
}

extension InputFile {
  /// The maximum depth of page trees, which qpdf walks by recursion; valid files stay below 20.
  private static let deepestPageTree = 1000

  /// Opens the file with qpdf, which reads from it as long as the handle lives. Returns `false` if the page tree is too deep.
  @unsafe
  func read(into pdf: qpdf_data, password: PDFPassword?) -> Bool {
    let password = password?.zeroTerminated ?? [0]
    do throws(PageFailure) {
      try unsafe withUnsafeMapping { bytes in
        _ = unsafe qpdf_read_memory(
          pdf, name, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), password)
      }
    } catch {
      // Without memory, an empty file produces the error.
      _ = unsafe qpdf_read_memory(pdf, name, "", 0, password)
    }
    guard unsafe qpdf_has_error(pdf) == 0 else { return true }
    if hasDeepPageTree == nil || hasEmptyKids {
      defer { unsafe qpdf_oh_release_all(pdf) }
      let root = unsafe PDFObject(qpdf_get_root(pdf), of: pdf)
      (hasDeepPageTree, hasEmptyKids) = Self.tidy(root["/Pages"])
    }
    return hasDeepPageTree != true
  }

  /// Checks a page tree's depth, and removes kids that aren't dictionaries. Each node is visited once.
  private static func tidy(_ root: PDFObject) -> (isDeep: Bool, hasEmptyKids: Bool) {
    var known: Set<PDFObject.Identity> = []
    var hasEmptyKids = false
    var waiting = [(node: root, depth: 0)]
    while let (node, depth) = waiting.popLast() {
      if let identity = node.identity, !known.insert(identity).inserted { continue }
      guard depth <= deepestPageTree else { return (true, hasEmptyKids) }
      let items = node["/Kids"].items
      let kids = items.filter(\.isDictionary)
      if kids.count < items.count {
        hasEmptyKids = true
        node.set("/Kids", to: kids)
      }
      // In qpdf's order, so that a node's depth is the one at which qpdf first visits it.
      waiting += kids.reversed().map { ($0, depth + 1) }
    }
    return (false, hasEmptyKids)
  }
}

/// An affine map in PDF notation: x' = a x + c y + e, y' = b x + d y + f.
struct PDFMatrix: Hashable, Sendable {
  var a = 1.0
  var b = 0.0
  var c = 0.0
  var d = 1.0
  var e = 0.0
  var f = 0.0

  static let identity = PDFMatrix()

  init() {}

  init?(_ n: [Double]) {
    guard n.count == 6 else { return nil }
    (a, b, c, d, e, f) = (n[0], n[1], n[2], n[3], n[4], n[5])
  }

  func then(_ next: PDFMatrix) -> PDFMatrix {
    var result = PDFMatrix()
    result.a = next.a * a + next.c * b
    result.b = next.b * a + next.d * b
    result.c = next.a * c + next.c * d
    result.d = next.b * c + next.d * d
    result.e = next.a * e + next.c * f + next.e
    result.f = next.b * e + next.d * f + next.f
    return result
  }
}

/// A rectangle in the user space of a PDF page, with y pointing up.
struct PDFRectangle: Hashable, Sendable {
  var left: Double
  var bottom: Double
  var right: Double
  var top: Double

  func intersection(_ other: PDFRectangle) -> PDFRectangle? {
    let result = PDFRectangle(
      left: max(left, other.left), bottom: max(bottom, other.bottom), right: min(right, other.right),
      top: min(top, other.top))
    return result.left < result.right && result.bottom < result.top ? result : nil
  }
}
