// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials
package import Glibc

/// Returns the status of a path, or `nil` with `errno` set if it doesn't exist.
package func fileStatus(_ path: String, followingLinks: Bool = false) -> stat? {
  var entry = stat()
  return unsafe (followingLinks ? stat(path, &entry) : lstat(path, &entry)) == 0 ? entry : nil
}

extension stat {
  package var kind: mode_t { st_mode & S_IFMT }

  package func isSameFile(as other: stat) -> Bool { st_dev == other.st_dev && st_ino == other.st_ino }
}

package func isRegularFile(_ path: String) -> Bool { fileStatus(path)?.kind == S_IFREG }

/// Returns whether a path is a folder. A link to a folder counts only if links are followed.
package func isFolder(_ path: String, followingLinks: Bool = false) -> Bool {
  fileStatus(path, followingLinks: followingLinks)?.kind == S_IFDIR
}

/// Returns the number of bytes in a file, or 0 if it doesn't exist.
package func fileSize(_ path: String) -> Int { (fileStatus(path, followingLinks: true)?.st_size).map { Int($0) } ?? 0 }

/// Returns the path with symbolic links, `.`, and `..` resolved, or `nil` with `errno` set if it doesn't exist.
package func realPath(_ path: String) -> String? {
  guard let resolved = unsafe realpath(path, nil) else { return nil }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
}

/// Returns the path with symbolic links, `.`, and `..` resolved, or the given path if it doesn't exist.
package func canonicalPath(_ path: String) -> String { realPath(path) ?? path }

/// Returns the names in a folder, in natural order, or empty if it can't be read.
package func names(inFolder folder: String) -> [String] {
  do {
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted(by: isNaturallyOrdered)
  } catch {
    return []
  }
}

/// Returns the paths of the subfolders of a folder, in natural order, or empty if it can't be read.
package func folders(inFolder folder: String) -> [String] {
  names(inFolder: folder).map { "\(folder)/\($0)" }.filter { isFolder($0) }
}

/// Returns the bytes of a regular file, or `nil` if there is none. Doesn't follow links and doesn't block.
package func fileContents(_ path: String) -> [UInt8]? {
  guard let file = OpenFile(path: path), let size = file.identity?.byteCount else { return nil }
  return file.read(at: 0, count: size)
}

/// Returns a value from a JSON file, or `nil` if it's missing or invalid.
package func readJSON<Value: Decodable>(_ path: String, with wishes: [DecodingOptions] = []) -> Value? {
  fileContents(path).flatMap { decoded($0, with: wishes) }
}

package func decoded<Value: Decodable>(_ json: [UInt8], with wishes: [DecodingOptions] = []) -> Value? {
  let decoder = JSONDecoder()
  for wish in wishes { if let key = wish.key { decoder.userInfo[key] = true } }
  do {
    return try decoder.decode(Value.self, from: Data(json))
  } catch {
    return nil
  }
}

/// The parts of a file to decode.
package enum DecodingOptions: String {
  /// Skip the parts that most readers don't need.
  case brief

  package var key: CodingUserInfoKey? { CodingUserInfoKey(rawValue: "docscan.\(rawValue)") }

  package func isIn(_ decoder: any Decoder) -> Bool { key.map { decoder.userInfo[$0] != nil } ?? false }
}

/// Deletes a scratch file. Errors are ignored, because the whole folder is deleted later.
package func removeFile(_ path: String) { unsafe unlink(path) }
