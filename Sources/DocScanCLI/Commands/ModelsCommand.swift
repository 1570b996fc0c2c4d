// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles

extension Command {
  static let models = Command(
    name: "models",
    abstract: "List, add and remove recognizers that read lines beside Tesseract.",
    discussion: """
      Without an action, lists the added recognizers. docscan doctor lists docscan's own models.

      docscan models add takes a PP-OCR recognizer in ONNX format with its characters and its license: a file, or a folder with \
      all three. Pages in its languages are then read with it wherever docscan reads with its own models: in doubtful \
      lines, or everywhere with the engine ppocr. Other pages stay as they are. With samples of lines, docscan \
      measures how far to trust it; docscan review --export makes such samples.

      A model is a program that reads your documents, so only add those you trust. docscan models remove NAME removes one.
      """,
    arguments: [
      CommandArgument(CommandValue("ACTION"), .optional, help: "add, remove, or nothing to list them."),
      CommandArgument(
        CommandValue("WHAT", completion: .paths), .optional,
        help: "To add: the file NAME.onnx, or its folder; to remove: the name."),
    ],
    options: [
      CommandOption(
        "language", short: "l", value: CommandValue("LANGS"), help: "The languages that it reads, such as mar+hin."),
      CommandOption("name", value: CommandValue("NAME"), help: "Its name. Default: that of the file."),
      CommandOption(
        "characters", value: CommandValue("FILE", completion: .paths),
        help: "Its characters, one per line, unless the model contains them."),
      CommandOption("license", value: CommandValue("FILE", completion: .paths), help: "Its license."),
      CommandOption("handwriting", help: "It reads handwriting: use it only on pages that Tesseract can't read."),
      CommandOption(
        "samples", value: CommandValue("DIR", completion: .folders),
        help: "Pictures of lines, each with its text: a.png and a.gt.txt."),
      CommandOption("json", help: "Print one JSON object."),
    ],
    example: Example(
      line: "docscan models add devanagari/ -l mar+hin --samples lines",
      explanation: "Adds the recognizer in the folder devanagari for Marathi and Hindi, and measures it on the lines."),
    perform: { (arguments, console) throws(CommandError) in
      let what = arguments["WHAT"].first
      switch (arguments["ACTION"].first, what) {
      case (nil, _):
        try console.write(try pipelineResult(AddedRecognizer.all), asJSON: arguments.flags.contains("json"))
      case ("add", let source?):
        let addition = try addition(of: source, arguments)
        let outcome = try batchResult(RecognizerInstallation().add(addition))
        let measured =
          outcome.allWords == 0
          ? "There were no samples, so docscan trusts it little."
          : "It read \(outcome.rightWords) of \(counted(outcome.allWords, "word")) of the samples right."
        try console.writeOutput("Added \(outcome.recognizer.line)\n\(measured)\n")
      case ("remove", let name?):
        try batchResult(RecognizerInstallation().remove(name))
        try console.writeOutput("Removed \(visibleText(name))\n")
      case ("add", nil), ("remove", nil):
        throw .usage("WHAT is missing: name what to add or to remove.", command: "models")
      case (let action?, _):
        throw .usage("\(action) is not an action: add, remove, or nothing.", command: "models")
      }
      return .success
    })

  private static func addition(
    of source: String, _ arguments: ParsedArguments
  ) throws(CommandError) -> RecognizerInstallation.Addition {
    let languages = LanguagePack.packs(in: arguments.values["language"] ?? "")
    guard !languages.isEmpty else {
      throw .usage("The languages are missing, such as -l mar+hin.", command: "models")
    }
    var addition = RecognizerInstallation.Addition(source: source, languages: languages)
    (addition.name, addition.characters) = (arguments.values["name"], arguments.values["characters"])
    (addition.license, addition.samples) = (arguments.values["license"], arguments.values["samples"])
    if arguments.flags.contains("handwriting") { addition.use = .handwriting }
    return addition
  }

  private static func pipelineResult<Value>(
    _ body: () throws(PipelineError) -> Value
  ) throws(CommandError) -> Value {
    do throws(PipelineError) {
      return try body()
    } catch {
      throw .batch(.pipeline(error))
    }
  }
}

extension Console {
  fileprivate func write(_ recognizers: [AddedRecognizer], asJSON isJSON: Bool) throws(CommandError) {
    if isJSON { return try writeJSON(["recognizers": recognizers]) }
    let none = "No recognizers were added. docscan help models explains how.\n"
    try writeOutput(recognizers.isEmpty ? none : recognizers.map { $0.line + "\n" }.joined())
  }
}

extension AddedRecognizer {
  fileprivate var line: String {
    let kind = use == .handwriting ? ", handwriting" : ""
    let measured = measuredWords == 0 ? "not measured" : "measured on \(counted(measuredWords, "word"))"
    return visibleText("\(name)  \(languages.joined(separator: "+"))\(kind), \(measured)")
  }
}
