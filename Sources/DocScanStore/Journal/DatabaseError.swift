// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSQLite
package import DocScanWriters
internal import Glibc

/// Why SQLite could not do something.
package struct DatabaseError: Error {
  /// SQLite's extended result code.
  package let code: Int32
  /// The system's number of the error; 0 when there was none.
  package let systemCode: Int32
  package let message: String

  /// Whether the file is damaged, or no database at all.
  package var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF) }

  /// Whether the file cannot be opened, or not be written.
  package var isForbidden: Bool { [SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM].contains(code & 0xFF) }

  /// A value cannot be kept as it is.
  package static func unwritable(_ reason: String) -> DatabaseError {
    DatabaseError(code: SQLITE_MISMATCH, systemCode: 0, message: reason)
  }

  /// There is no folder for the file.
  package static func noFolder() -> DatabaseError {
    let code = errno
    return DatabaseError(code: SQLITE_CANTOPEN, systemCode: code, message: errorText())
  }

  /// The same as an error of writing the database file.
  package func outputError(path: String) -> OutputError {
    switch code & 0xFF {
    case SQLITE_FULL: OutputError(operation: "write", path: path, code: ENOSPC)
    case SQLITE_READONLY: OutputError(operation: "write", path: path, code: EROFS)
    case SQLITE_CANTOPEN:
      OutputError(
        operation: "open", path: path,
        detail: "SQLite could not create or open it, or a file beside it. The disk may be full or read-only.")
    case SQLITE_INTERRUPT: OutputError(operation: "use", path: path, code: EINTR)
    case SQLITE_IOERR where systemCode == 0: OutputError(operation: "write", path: path, code: EIO)
    case _ where systemCode != 0: OutputError(operation: "write", path: path, code: systemCode)
    case _: OutputError(operation: "write", path: path, detail: "SQLite reports: \(message).")
    }
  }
}
