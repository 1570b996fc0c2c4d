// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSQLite
internal import DocScanCore
package import DocScanFiles
internal import FoundationEssentials
internal import Glibc

/// A connection to an SQLite database for use by one thread. The file is untrusted: triggers and views never run, `check` compares the tables with
/// docscan's own, and statements can be interrupted. A planted journal file can't cause SQLite to delete other files.
@safe
package final class Database {
  /// A value in a row, or for a parameter `?` of a statement.
  package enum Value: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])
  }

  private let handle: OpaquePointer
  private let path: String
  /// The file's open folder, or `nil` for a database in memory. The file is always found from there, even if the path changes.
  private let folder: Folder?
  private let begun = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
  private var statements: [String: OpaquePointer] = unsafe [:]

  /// The access to a database file.
  package enum Access {
    case write
    /// Read while another process may be writing.
    case read
    /// Read while no process has the file open. SQLite creates no additional files.
    case readAlone
  }

  /// Opens a database file. Links to the hidden part of an output folder aren't followed.
  package convenience init(path: String, access: Access = .write) throws(OutputError) {
    if path == ":memory:" {
      try self.init(name: path, in: nil, access: access)
    } else {
      try self.init(name: fileName(path), in: try Self.folder(of: path), access: access)
    }
  }

  /// Opens a database that can be rebuilt from other files. A damaged one is replaced.
  ///
  /// - Parameters:
  ///   - inMemory: Returns `true` for errors after which a database in memory is used, for example if the folder can't be written. Other
  ///     errors are thrown.
  ///   - prepare: Creates the tables. Throws if there are foreign ones.
  package static func derived(
    _ name: String, in folder: Folder?, inMemory: (OutputError) -> Bool = { _ in false },
    _ prepare: (Database) throws(OutputError) -> Void
  ) throws(OutputError) -> Database {
    func opened(_ folder: Folder?) throws(OutputError) -> Database {
      let database = try Database(name: folder == nil ? ":memory:" : name, in: folder, access: .write)
      try prepare(database)
      return database
    }
    do throws(OutputError) {
      guard let folder else { throw noFolder(name) }
      do throws(OutputError) {
        return try opened(folder)
      } catch {
        guard error.flaw == .damaged else { throw error }
        remove(name, in: folder)
        return try opened(folder)
      }
    } catch {
      guard inMemory(error) else { throw error }
      return try opened(nil)
    }
  }

  package convenience init(_ name: String, in folder: Folder, access: Access = .write) throws(OutputError) {
    try self.init(name: name, in: folder, access: access)
  }

  private static func folder(of path: String) throws(OutputError) -> Folder {
    if let folder = HiddenFolder.opened(parentFolder(of: path)) { return folder }
    throw noFolder(path)
  }

  private static func noFolder(_ path: String) -> OutputError {
    OutputError(operation: "open", path: path, code: errno, flaw: .forbidden)
  }

  private init(name file: String, in folder: Folder?, access: Access) throws(OutputError) {
    self.folder = folder
    self.path = folder.map { "\($0.path)/\(file)" } ?? file
    guard csqlite_register() == SQLITE_OK else {
      throw OutputError(operation: "open", path: self.path, code: ENOMEM)
    }
    let path = folder.map { "\($0.anchor)/\(file)" } ?? file
    var opened: OpaquePointer?
    let mode =
      switch access {
      case .write: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .read, .readAlone: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    let name = access == .write ? path : Self.location(path, isAlone: access == .readAlone)
    let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
    let status = unsafe sqlite3_open_v2(name, &opened, flags, folder == nil ? nil : CSQLITE_BELOW)
    guard let opened = unsafe opened else {
      throw OutputError(operation: "open", path: self.path, code: ENOMEM)
    }
    unsafe handle = opened
    unsafe begun.initialize(to: 0)
    guard status == SQLITE_OK, unsafe csqlite_defend(handle) == SQLITE_OK else { throw error() }
    unsafe csqlite_heed_signals(handle, begun)
    unsafe sqlite3_extended_result_codes(handle, 1)
    // Waits for other processes that read briefly, such as `docscan status`.
    unsafe sqlite3_busy_timeout(handle, 10_000)
  }

  /// Returns the file as a URI: <https://www.sqlite.org/uri.html>.
  private static func location(_ path: String, isAlone: Bool) -> String {
    return "file:\(Escape.percentPath(path))\(isAlone ? "?immutable=1" : "")"
  }

  deinit {
    unsafe statements.values.forEach { unsafe sqlite3_finalize($0) }
    unsafe sqlite3_close_v2(handle)
    unsafe begun.deallocate()
  }

  /// Throws an error for a damaged file if the file has a table, index, trigger, or view that these statements don't create.
  package func check(_ tables: String) throws(OutputError) {
    let own = try Database(path: ":memory:")
    try own.runAll(tables)
    let list = "SELECT type, name, sql FROM sqlite_schema"
    let foreign = Set(try run(list)).subtracting(try own.run(list))
    if let name = foreign.first?[1].text {
      let detail = "\(name) is not part of docscan's database."
      throw OutputError(operation: "use", path: path, detail: detail, flaw: .damaged)
    }
  }

  /// Deletes a damaged database and its additional files. Errors are ignored, because they recur when the database is opened.
  package static func remove(_ path: String) {
    do throws(OutputError) {
      try remove(fileName(path), in: folder(of: path))
    } catch {
      return
    }
  }

  package static func remove(_ name: String, in folder: Folder) {
    for ending in ["", "-wal", "-shm", "-journal"] { _ = folder.remove(name + ending) }
  }

  @discardableResult
  package func run(_ sql: String, _ values: [Value] = []) throws(OutputError) -> [[Value]] {
    let statement = unsafe try prepared(sql)
    unsafe csqlite_begin(begun)
    defer {
      unsafe sqlite3_reset(statement)
      unsafe sqlite3_clear_bindings(statement)
    }
    for (index, value) in zip(Int32(1)..., values) { unsafe try bind(value, at: index, of: statement) }
    var rows: [[Value]] = []
    while true {
      switch unsafe sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append(unsafe (0..<sqlite3_column_count(statement)).map { unsafe value(of: statement, column: $0) })
      case SQLITE_DONE: return rows
      case _: throw error()
      }
    }
  }

  /// Runs several statements without parameters or results.
  package func runAll(_ sql: String) throws(OutputError) {
    unsafe csqlite_begin(begun)
    guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw error() }
  }

  package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  private func prepared(_ sql: String) throws(OutputError) -> OpaquePointer {
    if let statement = unsafe statements[sql] { return unsafe statement }
    var made: OpaquePointer?
    let status = unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
    guard status == SQLITE_OK, let statement = unsafe made else { throw error() }
    unsafe statements[sql] = statement
    return unsafe statement
  }

  private func bind(_ value: Value, at index: Int32, of statement: OpaquePointer) throws(OutputError) {
    // SQLITE_TRANSIENT, a macro that Swift can't import: SQLite copies the value.
    let copies = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    let status =
      switch value {
      case .null: unsafe sqlite3_bind_null(statement, index)
      case .integer(let number): unsafe sqlite3_bind_int64(statement, index, number)
      case .real(let number): unsafe sqlite3_bind_double(statement, index, number)
      case .text(let text): unsafe sqlite3_bind_text(statement, index, text, -1, copies)
      case .bytes(let bytes): unsafe sqlite3_bind_blob64(statement, index, bytes, UInt64(bytes.count), copies)
      }
    guard status == SQLITE_OK else { throw error() }
  }

  private func value(of statement: OpaquePointer, column: Int32) -> Value {
    switch unsafe sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      return .text(unsafe sqlite3_column_text(statement, column).map { unsafe String(cString: $0) } ?? "")
    case SQLITE_BLOB:
      let count = unsafe Int(sqlite3_column_bytes(statement, column))
      let start = unsafe sqlite3_column_blob(statement, column)
      return .bytes(unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count)))
    case _: return .null
    }
  }

  package func json(_ value: some Encodable) throws(OutputError) -> String {
    do {
      return String(decoding: try JSONText.compact(value), as: UTF8.self)
    } catch {
      throw OutputError(operation: "write", path: path, detail: "\(error)")
    }
  }

  private func error() -> OutputError {
    let code = unsafe sqlite3_extended_errcode(handle)
    let systemCode = unsafe sqlite3_system_errno(handle)
    switch code & 0xFF {
    case SQLITE_FULL: return OutputError(operation: "write", path: path, code: ENOSPC)
    case SQLITE_READONLY: return OutputError(operation: "write", path: path, code: EROFS, flaw: .forbidden)
    case SQLITE_CANTOPEN, SQLITE_PERM:
      return OutputError(
        operation: "open", path: path,
        detail: "SQLite could not create or open it, or a file next to it. The disk may be full or read-only.",
        flaw: .forbidden)
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      return OutputError(
        operation: "read", path: path,
        detail: "it is damaged. Run docscan again, which renames or replaces a damaged file.",
        flaw: .damaged)
    case SQLITE_INTERRUPT: return OutputError(operation: "use", path: path, code: EINTR)
    case SQLITE_IOERR where systemCode == 0: return OutputError(operation: "write", path: path, code: EIO)
    case _ where systemCode != 0: return OutputError(operation: "write", path: path, code: systemCode)
    case _:
      let message = unsafe String(cString: sqlite3_errmsg(handle))
      return OutputError(operation: "write", path: path, detail: "SQLite reports: \(message).")
    }
  }
}

extension Database.Value {
  package var integer: Int? {
    if case .integer(let number) = self { Int(number) } else { nil }
  }

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package var bytes: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }
}
