// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import DocScanWire
internal import DocScanWorkers
internal import FoundationEssentials
internal import Glibc

/// Adds recognizers to the user's folder, and removes them.
package struct RecognizerInstallation: Sendable {
  private static let mostNetworkBytes = 1 << 30
  private static let mostTextBytes = 4 << 20
  /// The certainty of a recognizer without samples: networks are more confident than right.
  private static let usualCertainty = -1.0

  /// A recognizer to add.
  package struct Addition: Sendable {
    /// The network, or a folder with a network, its table of characters, and its license.
    package var source: String
    /// The name, or `nil` for that of the network's file.
    package var name: String?
    package var languages: [String]
    package var use = AddedRecognizer.Use.print
    package var characters: String?
    package var license: String?
    /// A folder of pictures of single lines, each with its text in a file `NAME.gt.txt` or `NAME.txt`.
    package var samples: String?

    package init(source: String, languages: [String]) { (self.source, self.languages) = (source, languages) }
  }

  /// An added recognizer, with its results on the samples.
  package struct Outcome: Sendable {
    package var recognizer: AddedRecognizer
    package var rightWords = 0
    package var allWords = 0
  }

  private let folder: Folder

  package init() throws(BatchError) {
    guard let path = AddedRecognizer.folder else { throw .output("Neither XDG_DATA_HOME nor HOME names a folder.") }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .output("The folder \(path) cannot be created: \(error)")
    }
    guard let folder = Folder(root: path) else { throw .output("The folder \(path) cannot be opened: \(errorText()).") }
    self.folder = folder
  }

  /// Copies the files, lets a worker try the network, and measures it on the samples. Without an error, runs use it from then on.
  package func add(_ addition: Addition) throws(BatchError) -> Outcome {
    let files = try RecognizerFiles(addition)
    let name = try Self.checked(addition.name ?? files.name)
    guard !folder.exists(name) else {
      throw .usage("There is a recognizer \(name) already. Remove it with: docscan models remove \(name)")
    }
    // Names with a dot aren't recognizers.
    let staging = ".new-\(getpid())"
    guard let place = folder.makeFolder("\(staging)/\(name)") else { throw failed("written") }
    defer { Self.removeTree("\(folder.path)/\(staging)") }
    var recognizer = AddedRecognizer(
      name: name, languages: addition.languages, use: addition.use, digests: [:], certainty: 0)
    for (file, path) in files.paths {
      let most = file == .network ? Self.mostNetworkBytes : Self.mostTextBytes
      guard let open = OpenFile(path: path, followingLinks: true), let size = open.identity?.byteCount, size <= most,
        let bytes = open.read(at: 0, count: size)
      else { throw .noInput("\(path) cannot be read, or is too large.") }
      guard place.write(bytes, to: file.rawValue) else { throw failed("written") }
      recognizer.digests[file.rawValue] = SHA256.digest(of: bytes)
    }
    try write(recognizer, into: place)
    var outcome = try tried(recognizer, in: "\(folder.path)/\(staging)", samples: addition.samples)
    if outcome.allWords == 0 { outcome.recognizer.certainty = Self.usualCertainty }
    try write(outcome.recognizer, into: place)
    guard folder.rename("\(staging)/\(name)", name) else { throw failed("written") }
    return outcome
  }

  package func remove(_ name: String) throws(BatchError) {
    let name = try Self.checked(name)
    guard folder.exists(name) else { throw .noInput("There is no recognizer \(name). docscan models lists them.") }
    let old = ".old-\(getpid())"
    guard folder.rename(name, old) else { throw failed("removed") }
    Self.removeTree("\(folder.path)/\(old)")
  }

  private func tried(
    _ recognizer: AddedRecognizer, in folder: String, samples: String?
  ) throws(BatchError) -> Outcome {
    let lines = try samples.map(RecognizerSamples.init)?.lines ?? []
    // The worker inherits this, and finds only the new recognizer.
    unsafe setenv(AddedRecognizer.folderVariable, folder, 1)
    let program = try Installation.workerProgram()
    let stages = try Installation.describe(WorkerProcess(program: program)).stages
    let client: WorkerClient
    do throws(PipelineError) {
      let engine: JSONValue = ["name": "ppocr", "combine": true]
      let stage: JSONValue = [
        "stage": "recognize", "languages": .array(recognizer.languages.map { .string($0) }), "engine": engine,
      ]
      let pipeline = try Pipeline(value: ["stages": [stage]], stages: stages, writers: [])
      client = WorkerClient(program: program, configuration: WorkerConfiguration(pipeline))
    } catch {
      throw .pipeline(error)
    }
    try client.start()
    var outcome = Outcome(recognizer: recognizer)
    var trials: [CertaintyFit.Trial] = []
    for line in lines {
      let read = try words(of: line.picture, client, recognizer.name)
      let isRight = line.marks(read.map(\.text))
      outcome.allWords += line.words.count
      outcome.rightWords += isRight.count { $0 }
      trials += zip(read, isRight).map { CertaintyFit.Trial(confidence: $0.confidence, isRight: $1) }
    }
    outcome.recognizer.certainty = CertaintyFit.certainty(of: trials, around: Self.usualCertainty)
    outcome.recognizer.measuredWords = trials.count
    return outcome
  }

  private func words(
    of path: String, _ client: WorkerClient, _ name: String
  ) throws(BatchError) -> [ReadLineRequest.Reply.Word] {
    do throws(PageFailure) {
      let file = try SourceFile(path: path).open()
      switch try ask(client, ReadLineRequest(file: fileName(path), recognizer: name), file) {
      case .done(let reply): return reply.words
      case .failed(let failure): throw failure.failure
      case .cancelled: return []
      }
    } catch {
      throw .noInput("\(path): \(error.message)")
    }
  }

  private func ask(
    _ client: WorkerClient, _ request: ReadLineRequest, _ file: OpenFile
  ) throws(PageFailure) -> WorkerClient.Answer<ReadLineRequest.Reply> {
    do throws(BatchError) {
      return try client.ask(request, files: [file])
    } catch {
      throw PageFailure(kind: .library, message: "\(error)")
    }
  }

  private func write(_ recognizer: AddedRecognizer, into place: Folder) throws(BatchError) {
    do {
      let bytes = Array(try JSONText.pretty(recognizer))
      guard place.write(bytes, to: AddedRecognizer.File.record.rawValue) else { throw failed("written") }
    } catch {
      throw .output("\(folder.path): \(error)")
    }
  }

  private func failed(_ verb: String) -> BatchError { .output("\(folder.path) cannot be \(verb): \(errorText()).") }

  private static func checked(_ name: String) throws(BatchError) -> String {
    let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    guard isPlain, !name.isEmpty, !name.hasPrefix("."), name.count <= 60 else {
      throw .usage("The name \(name) isn't one to 60 letters, digits, dots, or dashes. Choose another with --name.")
    }
    return name
  }

  private static func removeTree(_ path: String) {
    // Remaining files have a hidden name and are never used.
    do { try FileManager.default.removeItem(atPath: path) } catch {}
  }
}

struct RecognizerFiles {
  let paths: [(AddedRecognizer.File, String)]
  let name: String

  init(_ addition: RecognizerInstallation.Addition) throws(BatchError) {
    let source = addition.source
    var (network, characters, license) = (source, addition.characters, addition.license)
    if isFolder(source, followingLinks: true) {
      let inside = DocScanFiles.names(inFolder: source).filter { !$0.hasPrefix(".") }.sorted()
      let networks = inside.filter { $0.lowercased().hasSuffix(".onnx") }
      guard networks.count == 1 else {
        throw .noInput("\(source) doesn't have exactly one file *.onnx. Name the file instead.")
      }
      network = "\(source)/\(networks[0])"
      let isTable = { (name: String) in name.hasSuffix(".txt") && (name.contains("dict") || name.contains("character"))
      }
      characters = characters ?? inside.first(where: isTable).map { "\(source)/\($0)" }
      let licenses = ["license", "licence", "copying"]
      license =
        license
        ?? inside.first { name in licenses.contains { name.lowercased().hasPrefix($0) } }.map { "\(source)/\($0)" }
    }
    // Folders of downloaded models contain links.
    guard OpenFile(path: network, followingLinks: true)?.identity != nil else {
      throw .noInput("\(network) is not a file.")
    }
    guard let license else {
      throw .usage("The license of \(network) is missing: name its file with --license.")
    }
    paths = [(.network, network), (.license, license)] + (characters.map { [(.characters, $0)] } ?? [])
    name = fileName(network).split(separator: ".").dropLast().joined(separator: ".")
  }
}

struct RecognizerSamples {
  struct Line {
    var picture: String
    var words: [String]

    /// Returns whether each word that was read is in the text, in the same order.
    func marks(_ read: [String]) -> [Bool] {
      var marks = Array(repeating: true, count: read.count)
      for case .insert(let offset, _, _) in read.difference(from: words) { marks[offset] = false }
      return marks
    }
  }

  private static let endings = ["png", "jpg", "jpeg", "tif", "tiff", "webp"]
  let lines: [Line]

  init(_ folder: String) throws(BatchError) {
    var lines: [Line] = []
    for name in DocScanFiles.names(inFolder: folder).sorted() {
      guard let dot = name.lastIndex(of: "."), Self.endings.contains(name[name.index(after: dot)...].lowercased())
      else { continue }
      let stem = "\(folder)/\(name[..<dot])"
      guard
        let text = ["\(stem).gt.txt", "\(stem).txt"].lazy.compactMap({ OpenFile(path: $0, followingLinks: true) })
          .first?.read(at: 0, count: 1 << 16)
      else { continue }
      let words = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
      lines.append(Line(picture: "\(folder)/\(name)", words: words))
    }
    guard !lines.isEmpty else {
      throw .noInput("\(folder) has no pictures of lines with their texts, such as a.png with a.gt.txt.")
    }
    self.lines = lines
  }
}

/// Fits the number that, added to the log odds of a network's confidences, makes them probabilities.
enum CertaintyFit {
  struct Trial {
    var confidence: Double
    var isRight: Bool
  }

  /// Returns the most likely number for the trials. It's normally distributed around a usual one with a deviation of 1, so that a few words can't
  /// make a network certain.
  static func certainty(of trials: [Trial], around usual: Double) -> Double {
    func likelihood(_ shift: Double) -> Double {
      trials.reduce(-pow(shift - usual, 2) / 2) { sum, trial in
        let probability = logistic(logOdds(trial.confidence, limit: 0.001) + shift)
        return sum + log(trial.isRight ? probability : 1 - probability)
      }
    }
    let shifts = stride(from: -6.0, through: 3, by: 0.1)
    return shifts.max { likelihood($0) < likelihood($1) }.map { ($0 * 10).rounded() / 10 } ?? usual
  }
}
