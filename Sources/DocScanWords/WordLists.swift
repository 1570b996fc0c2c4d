// SPDX-License-Identifier: GPL-3.0-or-later

internal import CWords
package import DocScanCore
internal import DocScanFiles
internal import FoundationEssentials

/// The words by which rows of receipts, invoices, and letters are recognized: one file per language in `Words`, and the user's own files.
///
/// A file has entries such as `receipt.total: SUMME, GESAMTBETRAG`. An entry continues on indented lines. Lines that begin with # are comments.
package struct WordLists: Sendable {
  /// The words of each topic in all languages, in the order of the files, without repetitions.
  package private(set) var words: [String: [String]] = [:]
  private var known: [String: Set<String>] = [:]

  /// A mistake in a file.
  struct Mistake: Error, Equatable {
    var line: Int
    var message: String
  }

  /// Returns the words of a topic, such as `receipt.total`.
  package static func words(_ topic: String) -> [String] { all.words[topic] ?? [] }

  /// Returns the words of each topic whose name begins with a group's, such as `currencyWords`, by the rest of the name.
  package static func group(_ name: String) -> [String: [String]] {
    let topics = all.words.filter { $0.key.hasPrefix("\(name).") }
    return Dictionary(uniqueKeysWithValues: topics.map { (String($0.key.dropFirst(name.count + 1)), $0.value) })
  }

  /// Reads all files. Workers must call this before they are confined. Returns a digest of the user's files, on which results depend, or `nil`
  /// if there are none. Throws if one of them can't be read or has a mistake.
  package static func load() throws(PipelineError) -> String? { try own.get().map { String($0.digest.prefix(12)) } }

  /// Adds the entries of a file. With `topics`, other topics are mistakes.
  mutating func add(_ text: String, topics: Set<String>? = nil) throws(Mistake) {
    var topic: String?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      var rest = line
      if line.first == "#" || line.allSatisfy(\.isWhitespace) { continue }
      if line.first?.isWhitespace != true {
        guard let colon = line.firstIndex(of: ":") else {
          throw Mistake(line: index + 1, message: "expected an entry such as \"receipt.total: SUMME, GESAMTBETRAG\".")
        }
        let name = String(line[..<colon])
        if let topics, !topics.contains(name) {
          throw Mistake(
            line: index + 1,
            message: "\"\(visibleText(name))\" isn't a topic. Topics: \(topics.sorted().joined(separator: ", ")).")
        }
        topic = name
        rest = line[line.index(after: colon)...]
      }
      guard let topic else { throw Mistake(line: index + 1, message: "an indented line continues an entry.") }
      for word in rest.split(separator: ",").map({ String($0).trimmed })
      where !word.isEmpty && known[topic, default: []].insert(word).inserted {
        words[topic, default: []].append(word)
      }
    }
  }

  // MARK: Files

  private static let builtIn: WordLists = {
    var count = 0
    let text = unsafe UnsafeBufferPointer(start: cwords_text(&count), count: count)
    var lists = WordLists()
    // Tests check the files of the package.
    do throws(Mistake) { try lists.add(unsafe String(decoding: text, as: UTF8.self)) } catch { return lists }
    return lists
  }()

  private static let all: WordLists =
    switch own {
    case .success(let own?): own.lists
    case _: builtIn
    }

  // `nil` if the user has no files.
  private static let own: Result<(lists: WordLists, digest: String)?, PipelineError> = {
    // Without such files, the built-in ones are only parsed when a stage needs them.
    guard let folder, Folder(root: folder) != nil else { return .success(nil) }
    do throws(PipelineError) {
      return .success(try builtIn.adding(filesIn: folder))
    } catch {
      return .failure(error)
    }
  }()

  /// The folder of the user's words: `docscan/words` in XDG_CONFIG_HOME or `~/.config`.
  private static var folder: String? {
    userFolder("XDG_CONFIG_HOME", below: ".config").map { "\($0)/docscan/words" }
  }

  package static var sources: [String] {
    guard let folder else { return [] }
    return [folder] + (Folder(root: folder)?.names() ?? []).map { "\(folder)/\($0)" }
  }

  private static let mostBytes = 1 << 20

  /// Returns the lists with the words of all files in a folder whose names end with `.txt`, and the files' digest, or `nil` if there are none.
  func adding(filesIn path: String) throws(PipelineError) -> (lists: WordLists, digest: String)? {
    guard let root = Folder(root: path), let entries = root.names() else { return nil }
    let names = entries.filter { $0.hasSuffix(".txt") && !$0.hasPrefix(".") }.sorted()
    guard !names.isEmpty else { return nil }
    var lists = self
    var digest = SHA256()
    for name in names {
      if let objection = TrustedPath.objection(to: "\(path)/\(name)") {
        throw .missingPart(message: "\(path)/\(name) is not used, because others may change it. \(objection)")
      }
      guard let file = root.file(name), let size = file.identity?.byteCount, size <= Self.mostBytes,
        let bytes = file.read(at: 0, count: size), let text = String(validating: bytes, as: UTF8.self)
      else {
        throw .invalid(path: "\(path)/\(name)", message: "is not a readable UTF-8 text of at most 1 MB.")
      }
      digest.update(bytes, count: bytes.count)
      do throws(Mistake) {
        try lists.add(text, topics: Set(words.keys))
      } catch {
        throw .invalid(path: "\(path)/\(name)", message: "line \(error.line): \(error.message)")
      }
    }
    return (lists, digest.digest())
  }
}
