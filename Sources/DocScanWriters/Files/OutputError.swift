// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// Why a result could not be written.
public struct OutputError: Error, Hashable, Sendable {
  /// What was being done, such as "write".
  public let operation: String
  /// The file or folder that it was done to.
  public let path: String
  /// The system's number of the error; 0 when the system reported none.
  public let code: Int32
  /// What is wrong when the system reported no error.
  private let detail: String?
  /// What is wrong with the file itself, where that can be told: of a database.
  package let flaw: Flaw?

  /// What can be wrong with a file.
  package enum Flaw: Hashable, Sendable {
    /// It is damaged, or not what it should be at all.
    case damaged
    /// It cannot be opened, or not be written.
    case forbidden
  }

  /// An error that the system reported; `code` is `errno`.
  public init(operation: String, path: String, code: Int32) {
    self.init(operation: operation, path: path, code: code, flaw: nil)
  }

  /// The same of a file with a flaw.
  package init(operation: String, path: String, code: Int32, flaw: Flaw?) {
    (self.operation, self.path, self.code, self.flaw) = (operation, shownPath(path), code, flaw)
    detail = nil
  }

  /// An error that docscan found itself.
  public init(operation: String, path: String, detail: String) {
    self.init(operation: operation, path: path, detail: detail, flaw: nil)
  }

  /// The same of a file with a flaw.
  package init(operation: String, path: String, detail: String, flaw: Flaw?) {
    (self.operation, self.path, self.flaw) = (operation, shownPath(path), flaw)
    code = 0
    self.detail = detail
  }
}

extension OutputError: CustomStringConvertible {
  /// What happened, where, and what to do about it.
  public var description: String { "Cannot \(operation) \(path): \(cause)" }

  private var cause: String {
    if let detail { return detail }
    return switch code {
    case ENOSPC: "the disk is full. Free some space, or choose another output folder with -o."
    case EDQUOT: "the disk quota is used up. Free some space, or choose another output folder with -o."
    case EACCES, EPERM: "permission denied. Change the folder's permissions, or choose another output folder with -o."
    case EROFS: "the disk is read-only. Choose another output folder with -o."
    case ENOENT: "no such file or folder. It was removed while docscan ran; run it again."
    case ENOTDIR: "part of the path is a file, not a folder. Choose another output folder with -o."
    case EISDIR: "there is a folder of this name. Remove it, or choose another output folder with -o."
    case ENAMETOOLONG: "the name is too long. Give the input a shorter name."
    case EFBIG: "the file would be larger than this disk or its limits (ulimit -f) allow."
    case EMFILE, ENFILE: "too many files are open. Raise the limit (ulimit -n), or lower the number of workers with -j."
    case EIO: "the disk reports an error. Check it before you run docscan again."
    case _: "\(unsafe String(cString: strerror(code)))."
    }
  }
}
