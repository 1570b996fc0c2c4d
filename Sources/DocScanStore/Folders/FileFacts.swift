// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters
internal import FoundationEssentials
package import Glibc

/// What the system says of a path, of a link as such or of what it leads to; nil, with `errno`, where nothing is.
package func fileStatus(_ path: String, followingLinks: Bool = false) -> stat? {
  var entry = stat()
  return unsafe (followingLinks ? stat(path, &entry) : lstat(path, &entry)) == 0 ? entry : nil
}

extension stat {
  /// What it is, such as `S_IFDIR`.
  package var kind: mode_t { st_mode & S_IFMT }

  /// Whether both are one file.
  package func isSameFile(as other: stat) -> Bool { st_dev == other.st_dev && st_ino == other.st_ino }
}

/// Whether a path is a regular file, and no link.
package func isRegularFile(_ path: String) -> Bool { fileStatus(path)?.kind == S_IFREG }

/// Whether a path is a folder; a link to one is none unless links are followed.
package func isFolder(_ path: String, followingLinks: Bool = false) -> Bool {
  fileStatus(path, followingLinks: followingLinks)?.kind == S_IFDIR
}

/// The number of bytes in a file; 0 when it is not there.
package func fileSize(_ path: String) -> Int { (fileStatus(path, followingLinks: true)?.st_size).map { Int($0) } ?? 0 }

/// A path without links, `.` and `..`; nil, with `errno`, where nothing is.
package func realPath(_ path: String) -> String? {
  guard let resolved = unsafe realpath(path, nil) else { return nil }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
}

/// The same; the path itself where nothing is.
package func canonicalPath(_ path: String) -> String { realPath(path) ?? path }

/// The names in a folder, in natural order; none if it cannot be read.
package func names(inFolder folder: String) -> [String] {
  do {
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted(by: isNaturallyOrdered)
  } catch {
    return []
  }
}

/// The paths of the folders in a folder, in natural order; none if it cannot be read.
package func folders(inFolder folder: String) -> [String] {
  names(inFolder: folder).map { "\(folder)/\($0)" }.filter { isFolder($0) }
}

/// The bytes of a regular file; nil if there is none. A link is not followed, and nothing is waited for.
package func fileContents(_ path: String) -> [UInt8]? {
  guard let file = OpenFile(path: path), let size = file.identity?.byteCount else { return nil }
  return file.read(at: 0, count: size)
}

/// A value from a JSON file; nil if there is none, or it is something else, or damaged.
package func readJSON<Value: Decodable>(_ path: String, with wishes: [DecodingOptions] = []) -> Value? {
  fileContents(path).flatMap { decoded($0, with: wishes) }
}

/// A value from JSON; nil if that is something else, or damaged.
package func decoded<Value: Decodable>(_ json: [UInt8], with wishes: [DecodingOptions] = []) -> Value? {
  let decoder = JSONDecoder()
  for wish in wishes { if let key = wish.key { decoder.userInfo[key] = true } }
  do {
    return try decoder.decode(Value.self, from: Data(json))
  } catch {
    return nil
  }
}

/// How much of a file is wanted.
package enum DecodingOptions: String {
  /// Nothing that whoever reads it has no use for.
  case brief

  package var key: CodingUserInfoKey? { CodingUserInfoKey(rawValue: "docscan.\(rawValue)") }

  package func isIn(_ decoder: any Decoder) -> Bool { key.map { decoder.userInfo[$0] != nil } ?? false }
}

/// Removes a file of the scratch folder; what cannot be removed now goes with the folder.
package func removeFile(_ path: String) { unsafe unlink(path) }
