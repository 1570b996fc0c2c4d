// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import FoundationEssentials
internal import Glibc

/// A network that a user has added to read lines in some languages. Its folder has the names of ``File``.
package struct AddedRecognizer: Codable, Hashable, Sendable {
  /// The kind of text that a network was trained on.
  package enum Use: String, Codable, Sendable {
    case print
    /// Only reads pages on which Tesseract doubts most words.
    case handwriting
  }

  package enum File: String, Sendable {
    case record = "recognizer.json"
    case network = "network.onnx"
    /// One character per line. Missing if the network's metadata contains them.
    case characters = "characters.txt"
    case license = "license.txt"
  }

  package static let folderVariable = "DOCSCAN_RECOGNIZERS"
  private static let mostRecordBytes = 1 << 16
  // The odds that confidences are multiplied by stay finite.
  private static let certainties = -20.0...20

  package var name: String
  /// Tesseract packs.
  package var languages: [String]
  package var use: Use
  /// The SHA-256 of each file, by name.
  package var digests: [String: String]
  /// Is added to the log odds of the network's confidences.
  package var certainty: Double
  /// The number of words of samples that `certainty` was measured on.
  package var measuredWords: Int

  package init(
    name: String, languages: [String], use: Use, digests: [String: String], certainty: Double, measuredWords: Int = 0
  ) {
    (self.name, self.languages, self.use, self.digests) = (name, languages, use, digests)
    (self.certainty, self.measuredWords) = (certainty, measuredWords)
  }

  package static var folder: String? {
    let named = unsafe getenv(folderVariable).map { unsafe String(cString: $0) }
    return named ?? userFolder("XDG_DATA_HOME", below: ".local/share").map { "\($0)/docscan/recognizers" }
  }

  /// Returns all recognizers by name. Throws an error if one is damaged, or if others could change them.
  package static func all() throws(PipelineError) -> [AddedRecognizer] {
    guard let path = folder, let root = Folder(root: path), let names = root.names() else { return [] }
    if let objection = root.objection() ?? TrustedPath.objection(to: path) {
      throw .missingPart(message: "\(path) is not used, because others may change its content. \(objection)")
    }
    var found: [AddedRecognizer] = []
    for name in names.filter({ !$0.hasPrefix(".") }).sorted() {
      guard let bytes = root.contents("\(name)/\(File.record.rawValue)", most: mostRecordBytes) else {
        throw damaged(name, "\(path)/\(name) has no readable record")
      }
      do {
        let recognizer = try JSONDecoder().decode(AddedRecognizer.self, from: Data(bytes))
        guard recognizer.name == name, certainties.contains(recognizer.certainty) else {
          throw InvalidInput("another name or certainty")
        }
        found.append(recognizer)
      } catch {
        throw damaged(name, "\(path)/\(name)/\(File.record.rawValue) is not what docscan wrote")
      }
    }
    return found
  }

  /// Returns a file's content, checked against its digest, or `nil` if the recognizer has no such file.
  package func bytes(of file: File) throws(PipelineError) -> [UInt8]? {
    guard let digest = digests[file.rawValue] else { return nil }
    let path = "\(Self.folder ?? "")/\(name)"
    guard let bytes = Folder(root: path)?.contents(file.rawValue) else {
      throw Self.damaged(name, "\(path)/\(file.rawValue) cannot be read")
    }
    guard SHA256.digest(of: bytes) == digest else {
      throw Self.damaged(name, "\(path)/\(file.rawValue) is not the file that was added")
    }
    return bytes
  }

  /// Returns whether the network was added for the languages. Latin letters may occur beside other ones.
  package func reads(_ packs: [String], andLatin: Bool) -> Bool {
    packs.contains(where: languages.contains)
      && packs.allSatisfy { languages.contains($0) || andLatin && Script(pack: $0) == .latin }
  }

  private static func damaged(_ name: String, _ what: String) -> PipelineError {
    .missingPart(message: "\(what). Remove the recognizer with: docscan models remove \(name)")
  }
}
