// SPDX-License-Identifier: GPL-3.0-or-later

public import FoundationEssentials
internal import Glibc

/// The reason why a result couldn't be written.
public struct OutputError: Error, Hashable, Sendable {
  /// The failed operation as a verb, such as "write".
  public let operation: String
  /// The path of the file or folder.
  public let path: String
  /// The system's error number, or 0 if docscan detected the error itself.
  public let code: Int32
  private let detail: String?
  package let flaw: Flaw?

  package enum Flaw: Hashable, Sendable {
    /// The file is damaged or isn't a database.
    case damaged
    case forbidden
  }

  /// Creates an error reported by the system.
  ///
  /// - Parameters:
  ///   - operation: The failed operation as a verb, such as "write".
  ///   - path: The path of the file or folder.
  ///   - code: The value of `errno`.
  public init(operation: String, path: String, code: Int32) {
    self.init(operation: operation, path: path, code: code, flaw: nil)
  }

  package init(operation: String, path: String, code: Int32, flaw: Flaw?) {
    (self.operation, self.path, self.code, self.flaw) = (operation, shownPath(path), code, flaw)
    detail = nil
  }

  /// Creates an error detected by docscan.
  ///
  /// - Parameters:
  ///   - operation: The failed operation as a verb, such as "write".
  ///   - path: The path of the file or folder.
  ///   - detail: The reason as a sentence.
  public init(operation: String, path: String, detail: String) {
    self.init(operation: operation, path: path, detail: detail, flaw: nil)
  }

  package init(operation: String, path: String, detail: String, flaw: Flaw?) {
    (self.operation, self.path, self.flaw) = (operation, shownPath(path), flaw)
    code = 0
    self.detail = detail
  }
}

extension OutputError: CustomStringConvertible, LocalizedError {
  /// The operation, the path, the reason, and advice.
  public var description: String { "Cannot \(operation) \(path): \(cause)" }

  /// The description, which Foundation shows as `localizedDescription`.
  public var errorDescription: String? { description }

  private var cause: String {
    if let detail { return detail }
    return switch code {
    case ENOSPC: "the disk is full. Free some space, or choose another output folder with -o."
    case EDQUOT: "the disk quota is used up. Free some space, or choose another output folder with -o."
    case EACCES, EPERM: "permission denied. Change the folder's permissions, or choose another output folder with -o."
    case EROFS: "the disk is read-only. Choose another output folder with -o."
    case ENOENT: "the file or its folder does not exist. Check the path, then run docscan again."
    case ENOTDIR: "part of the path is a file, not a folder. Choose another output folder with -o."
    case EEXIST: "a file has this name. Remove it, or choose another output folder with -o."
    case EISDIR: "a folder has this name. Remove it, or choose another output folder with -o."
    case ENAMETOOLONG: "the name is too long. Give the input a shorter name."
    case EFBIG: "the file would be larger than this disk or its limits (ulimit -f) allow."
    case EMFILE, ENFILE: "too many files are open. Raise the limit (ulimit -n), or lower the number of workers with -j."
    case EIO: "the disk reports an error. Check it before you run docscan again."
    case _: "\(unsafe String(cString: strerror(code)))."
    }
  }
}
