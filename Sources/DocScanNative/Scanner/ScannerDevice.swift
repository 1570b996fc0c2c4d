// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSANE
package import DocScanWire
internal import Glibc

/// SANE and its scanners. Their output is limited here, and validated by the parent process.
package enum Scanners {
  private static let mostDevices = 200

  package static func load() throws(ScannerTrouble) -> String {
    var code: SANE_Int = 0
    var reason = [CChar](repeating: 0, count: 300)
    guard unsafe scanner_load(&code, &reason, reason.count) == 0 else {
      let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw ScannerTrouble(.unknown, String(decoding: bytes, as: UTF8.self))
    }
    return "\(code >> 24 & 0xFF).\(code >> 16 & 0xFF)"
  }

  package static func list() throws(ScannerTrouble) -> [ScannerName] {
    var devices: UnsafeMutablePointer<UnsafePointer<SANE_Device>?>?
    let status = unsafe scanner_list(&devices)
    guard status == SANE_STATUS_GOOD else { throw ScannerTrouble(status) }
    var names: [ScannerName] = []
    while names.count < mostDevices, let device = unsafe devices?[names.count]?.pointee {
      names.append(
        ScannerName(
          name: unsafe text(device.name), vendor: unsafe text(device.vendor), model: unsafe text(device.model),
          kind: unsafe text(device.type)))
    }
    return names
  }

  static func text(_ bytes: UnsafePointer<CChar>?) -> String {
    guard let bytes = unsafe bytes else { return "" }
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: strnlen(bytes, 200)), as: UTF8.self)
  }
}

extension ScannerTrouble {
  init(_ status: SANE_Status) {
    let kind: Kind =
      switch status {
      case SANE_STATUS_JAMMED: .jammed
      case SANE_STATUS_COVER_OPEN: .coverOpen
      case SANE_STATUS_DEVICE_BUSY: .busy
      case SANE_STATUS_ACCESS_DENIED: .denied
      case SANE_STATUS_INVAL, SANE_STATUS_UNSUPPORTED: .unknown
      case _: .lost
      }
    self.init(kind, unsafe Scanners.text(scanner_status_text(status)))
  }
}

@safe
package final class ScannerDevice {
  private struct Option {
    let number: SANE_Int
    let type: SANE_Value_Type
    let size: Int
    let isSettable: Bool
    /// The allowed numbers, or an empty list if any number is allowed.
    var words: [SANE_Word] = []
    var range: (SANE_Word, SANE_Word, SANE_Word)?
    /// The allowed texts, or an empty list if any text is allowed.
    var texts: [String] = []

    func value(_ word: SANE_Word) -> Double { type == SANE_TYPE_FIXED ? Double(word) / 65_536 : Double(word) }

    func word(_ value: Double) -> SANE_Word {
      let scaled = (type == SANE_TYPE_FIXED ? value * 65_536 : value).rounded()
      return SANE_Word(min(max(scaled, -2e9), 2e9))
    }
  }

  private static let mostOptions: SANE_Int = 500
  private static let mostChoices = 1000
  /// The maximum number of pixels per page, more than A3 at 1200 dpi.
  private static let mostPixels = 700_000_000
  private static let mostPixelsPerRow = 200_000

  private let handle: SANE_Handle
  private let kind: String
  /// The pixels per inch, stored because a scanner may not report it after starting a sheet.
  private var dpi: Double?

  package init(name: String, kind: String) throws(ScannerTrouble) {
    var handle: SANE_Handle?
    let status = unsafe scanner_open(name, &handle)
    guard status == SANE_STATUS_GOOD, let handle = unsafe handle else {
      throw status == SANE_STATUS_GOOD ? ScannerTrouble(.lost, "SANE returned no handle") : ScannerTrouble(status)
    }
    unsafe self.handle = handle
    self.kind = kind
  }

  deinit { unsafe scanner_close(handle) }

  // MARK: Options

  /// The currently active options, which may change when one is set.
  private var options: [String: Option] {
    var found: [String: Option] = [:]
    for number in 1..<Self.mostOptions {
      guard let option = unsafe scanner_option(handle, number)?.pointee else { break }
      let (size, abilities, kind) = unsafe (Int(option.size), option.cap, option.constraint_type)
      guard abilities & SANE_CAP_INACTIVE == 0, (0...65_536).contains(size) else { continue }
      var one = unsafe Option(
        number: number, type: option.type, size: size, isSettable: abilities & SANE_CAP_SOFT_SELECT != 0)
      switch kind {
      case SANE_CONSTRAINT_RANGE:
        if let range = unsafe option.constraint.range?.pointee { one.range = (range.min, range.max, range.quant) }
      case SANE_CONSTRAINT_WORD_LIST:
        if let list = unsafe option.constraint.word_list, unsafe list[0] > 0 {
          one.words = unsafe (1...min(Int(list[0]), Self.mostChoices)).map { unsafe list[$0] }
        }
      case SANE_CONSTRAINT_STRING_LIST:
        while one.texts.count < Self.mostChoices,
          let text = unsafe option.constraint.string_list?[one.texts.count]
        {
          one.texts.append(unsafe Scanners.text(text))
        }
      case _: break
      }
      found[unsafe Scanners.text(option.name)] = one
    }
    return found
  }

  private func set(_ option: Option, word: SANE_Word) throws(ScannerTrouble) {
    guard option.isSettable, option.size >= MemoryLayout<SANE_Word>.size else { return }
    var value = [SANE_Word](repeating: word, count: option.size / MemoryLayout<SANE_Word>.size)
    let status = unsafe scanner_set(handle, option.number, &value, nil)
    guard status == SANE_STATUS_GOOD else { throw ScannerTrouble(status) }
  }

  private func set(_ option: Option, text: String) throws(ScannerTrouble) {
    guard option.isSettable else { return }
    var value = Array(text.utf8CString)
    value += [CChar](repeating: 0, count: max(0, option.size - value.count))
    let status = unsafe scanner_set(handle, option.number, &value, nil)
    guard status == SANE_STATUS_GOOD else { throw ScannerTrouble(status) }
  }

  private func number(_ name: String) -> Double? {
    guard let option = options[name], [SANE_TYPE_INT, SANE_TYPE_FIXED].contains(option.type) else { return nil }
    var value = [SANE_Word](repeating: 0, count: max(1, option.size / MemoryLayout<SANE_Word>.size))
    guard unsafe scanner_value(handle, option.number, &value) == SANE_STATUS_GOOD else { return nil }
    return option.value(value[0])
  }

  private func set(_ name: String, closestTo wish: Double) throws(ScannerTrouble) {
    guard let option = options[name], [SANE_TYPE_INT, SANE_TYPE_FIXED].contains(option.type) else { return }
    if let word = option.words.min(by: { abs(option.value($0) - wish) < abs(option.value($1) - wish) }) {
      return try set(option, word: word)
    }
    var word = option.word(wish)
    if let (least, most, step) = option.range {
      word = max(least, min(word, most))
      if step > 0 { word = least &+ (word &- least) / step &* step }
    }
    try set(option, word: word)
  }

  // MARK: What it can do

  /// Returns the source for a name that SANE backends use, or `nil` if it isn't for paper.
  private static func source(named name: String) -> ScanSource? {
    let name = name.lowercased()
    if name.contains("back") || name.contains("transparency") || name.contains("film") || name.contains("negative") {
      return nil
    }
    if name.contains("duplex") || name.contains("both") { return .duplex }
    if name.contains("adf") || name.contains("feeder") || name.contains("sheetfed") { return .feeder }
    return name.contains("flatbed") || name.contains("platen") || name.contains("glass") || name == "normal"
      ? .flatbed : nil
  }

  private static func mode(named name: String) -> ScanMode? {
    let name = name.lowercased()
    if name.contains("lineart") || name.contains("binary") || name.contains("black") || name == "bw" { return .lineart }
    if name.contains("gray") || name.contains("grey") { return .gray }
    return name.contains("color") || name.contains("colour") ? .color : nil
  }

  private func choice<Meaning: Equatable>(
    _ option: Option?, _ meaning: Meaning, _ read: (String) -> Meaning?
  ) -> String? {
    option?.texts.first { read($0) == meaning }
  }

  /// Returns the option that switches between one side and both, apart from the source, with its values for these, or `nil` if there is none.
  private func sides(_ options: [String: Option]) -> (Option, one: String, both: String)? {
    for name in ["adf-mode", "adf_mode", "duplex-mode"] {
      guard let option = options[name], let both = option.texts.first(where: { $0.lowercased().contains("duplex") }),
        let one = option.texts.first(where: { $0 != both })
      else { continue }
      return (option, one, both)
    }
    return nil
  }

  private func duplexSwitch(_ options: [String: Option]) -> Option? {
    ["duplex", "adf-duplex"].compactMap { options[$0] }.first { $0.type == SANE_TYPE_BOOL && $0.isSettable }
  }

  private var sources: [ScanSource] {
    let options = options
    var found = ScanSource.allCases.filter { choice(options["source"], $0, Self.source) != nil }
    if found.isEmpty { found = [kind.lowercased().contains("sheet") ? .feeder : .flatbed] }
    let hasSwitch = sides(options) != nil || duplexSwitch(options) != nil
    return found.contains(.feeder) && !found.contains(.duplex) && hasSwitch ? found + [.duplex] : found
  }

  package func features() throws(ScannerTrouble) -> ScannerFeatures {
    var features = ScannerFeatures(sources: [], modes: [])
    for source in sources {
      try choose(source)
      let options = options
      let resolution = options["resolution"] ?? options["x-resolution"]
      var resolutions = (resolution?.words ?? []).map { Int((resolution?.value($0) ?? 0).rounded()) }.sorted()
      var isRange = false
      if let resolution, let range = resolution.range {
        resolutions = [range.0, range.1].map { Int(resolution.value($0).rounded()) }
        isRange = true
      }
      let extent = { (name: String) in options[name].flatMap { option in option.range.map { option.value($0.1) } } }
      features.sources.append(
        .init(
          source: source, resolutions: resolutions, isRange: isRange, width: extent("br-x"), height: extent("br-y")))
      features.modes = ScanMode.allCases.filter { choice(options["mode"], $0, Self.mode) != nil }
    }
    return features
  }

  private func choose(_ source: ScanSource) throws(ScannerTrouble) {
    let options = options
    let own = choice(options["source"], source, Self.source)
    let name = own ?? (source == .duplex ? choice(options["source"], .feeder, Self.source) : nil)
    if let option = options["source"], let name { try set(option, text: name) }
    guard source != .flatbed, own == nil || source == .feeder else { return }
    let now = self.options
    if let (option, one, both) = sides(now) { try set(option, text: source == .duplex ? both : one) }
    if let option = duplexSwitch(now) { try set(option, word: source == .duplex ? 1 : 0) }
  }

  // MARK: Scanning

  package func prepare(_ settings: ScanSettings) throws(ScannerTrouble) -> PreparedScan {
    let there = sources
    let source = settings.source ?? (there.contains(.flatbed) ? .flatbed : there.first ?? .flatbed)
    guard there.contains(source) else {
      throw ScannerTrouble(.unknown, source.rawValue)
    }
    try choose(source)
    let wish = settings.mode ?? .gray
    let fallbacks = [wish, .gray, .color, .lineart]
    var mode: ScanMode?
    if let option = options["mode"] {
      for candidate in fallbacks where mode == nil {
        guard let name = choice(option, candidate, Self.mode) else { continue }
        try set(option, text: name)
        mode = candidate
      }
    }
    // Other programs read 8 bits more often than 16.
    if let depth = options["depth"], mode != .lineart, depth.words.contains(8) { try set(depth, word: 8) }
    for name in ["resolution", "x-resolution", "y-resolution"] {
      try set(name, closestTo: Double(settings.dpi ?? 300))
    }
    let size = (settings.size ?? .a4).millimeters ?? (10_000, 10_000)
    // Some feeders require the paper size as well.
    try set("page-width", closestTo: size.width)
    try set("page-height", closestTo: size.height)
    for (name, value) in [("tl-x", 0.0), ("tl-y", 0.0), ("br-x", size.width), ("br-y", size.height)] {
      try set(name, closestTo: value)
    }
    let extent = { [self] (low: String, high: String) in number(high).map { $0 - (number(low) ?? 0) } }
    dpi = number("resolution") ?? number("x-resolution")
    return PreparedScan(
      source: source, dpi: dpi, mode: mode, width: extent("tl-x", "br-x"),
      height: extent("tl-y", "br-y"))
  }

  /// Scans the next page into a file, or returns `nil` if the feeder is empty. `onProgress` is called while rows arrive.
  /// After a scan without a page, call `endPile`.
  package func scanPage(
    into file: Int32, onProgress: () -> Void
  ) throws(ScannerTrouble) -> ScannedImage? {
    let status = unsafe scanner_start(handle)
    if status == SANE_STATUS_NO_DOCS { return nil }
    guard status == SANE_STATUS_GOOD else { throw ScannerTrouble(status) }
    return try readPage(into: file, onProgress: onProgress)
  }

  /// Ends the pile, or a page from the glass. Some backends hang here after an error, so report errors first.
  package func endPile() { unsafe scanner_cancel(handle) }

  private func readPage(into file: Int32, onProgress: () -> Void) throws(ScannerTrouble) -> ScannedImage {
    var parameters = SANE_Parameters()
    let status = unsafe scanner_parameters(handle, &parameters)
    guard status == SANE_STATUS_GOOD else { throw ScannerTrouble(status) }
    let layout = try RowLayout(parameters)
    let page = try PageFile(
      descriptor: file,
      format: .init(
        width: layout.width, channels: layout.channels, depth: layout.depth,
        dpi: dpi.flatMap { (1...20_000).contains($0) ? $0 : nil }))
    let mostRows = min(Self.mostPixels / layout.width, Int(Int32.max))
    var row: [UInt8] = []
    row.reserveCapacity(layout.bytes)
    var chunk = [UInt8](repeating: 0, count: max(32 << 10, min(layout.bytes, 1 << 20)))
    while true {
      var count: SANE_Int = 0
      let status = unsafe scanner_read(handle, &chunk, SANE_Int(chunk.count), &count)
      if status == SANE_STATUS_EOF { break }
      guard status == SANE_STATUS_GOOD else { throw ScannerTrouble(status) }
      guard (0...chunk.count).contains(Int(count)) else {
        throw ScannerTrouble(.invalid, "more bytes than requested")
      }
      onProgress()
      if count == 0 {
        usleep(1000)
        continue
      }
      var rest = chunk[..<Int(count)]
      while !rest.isEmpty {
        let part = rest.prefix(layout.bytes - row.count)
        row += part
        rest = rest.dropFirst(part.count)
        guard row.count == layout.bytes else { break }
        guard page.rows < mostRows else { throw ScannerTrouble(.invalid, "a page above the size limit") }
        try page.append(row: layout.png(row))
        row.removeAll(keepingCapacity: true)
      }
    }
    // The paper's last row may be incomplete.
    if !row.isEmpty {
      row += [UInt8](repeating: layout.depth == 1 ? 0 : 0xFF, count: layout.bytes - row.count)
      try page.append(row: layout.png(row))
    }
    try page.finish()
    return ScannedImage(width: layout.width, height: page.rows, dpi: page.format.dpi)
  }

  private struct RowLayout {
    let width: Int
    let channels: Int
    let depth: Int
    let bytes: Int

    init(_ parameters: SANE_Parameters) throws(ScannerTrouble) {
      (width, depth, bytes) = (Int(parameters.pixels_per_line), Int(parameters.depth), Int(parameters.bytes_per_line))
      switch parameters.format {
      case SANE_FRAME_GRAY: channels = 1
      case SANE_FRAME_RGB: channels = 3
      case _: throw ScannerTrouble(.invalid, "an unknown pixel format")
      }
      guard (1...mostPixelsPerRow).contains(width), [1, 8, 16].contains(depth), depth > 1 || channels == 1,
        ((width * channels * depth + 7) / 8...16 << 20).contains(bytes),
        Int(parameters.lines) * width <= mostPixels
      else {
        throw ScannerTrouble(
          .invalid,
          "a page of \(parameters.pixels_per_line) × \(parameters.lines) pixels with \(parameters.depth) bits and "
            + "\(parameters.bytes_per_line) bytes per row")
      }
    }

    /// Converts a row to PNG, in which black is 0 and the high byte comes first.
    func png(_ row: [UInt8]) -> ArraySlice<UInt8> {
      let own = row.prefix((width * channels * depth + 7) / 8)
      switch depth {
      case 1: return own.map { ~$0 }[...]
      case 16:
        var swapped = own
        for index in stride(from: 0, to: own.count - 1, by: 2) { swapped.swapAt(index, index + 1) }
        return swapped
      case _: return own
      }
    }
  }
}
