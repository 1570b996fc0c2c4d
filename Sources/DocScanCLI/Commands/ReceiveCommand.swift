// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanServe
internal import DocScanWatch

extension Command {
  static let receive = Command(
    name: "receive",
    abstract: "Receive documents from phones and programs into the inbox of docscan watch.",
    discussion: """
      Starts a server on this computer, and prints an address with a QR code. A phone that opens it gets a page for taking \
      pictures of documents: it shows the corners of each sheet, which you can drag, and sends the pages as one document. \
      Each printed address works for one phone or browser, which stays signed in; then the next one is printed.

      Programs send documents with a token: docscan receive --add scanner prints one, once, and
        curl -H "Authorization: Bearer TOKEN" -F file=@scan.pdf \\
          http://127.0.0.1:8417/documents
      sends a document. The answer is JSON with its id; GET /documents/ID returns its state. /openapi.json describes the interface.

      Documents appear in the folder INBOX once they are complete. docscan watch processes them: run it on the same folder, or start it \
      with --watch. Default of INBOX: the folder that docscan watch -o DIR watched last.

      Only this computer can reach the server, unless --listen names another address. With --tls, connections are encrypted: docscan \
      makes a certificate once, and prints its fingerprint. Browsers warn about such a certificate: compare the fingerprint they show \
      with the printed one. With --certificate and --key, the server uses your own certificate.
      """,
    arguments: [
      CommandArgument(
        CommandValue("INBOX", completion: .folders), .optional,
        help:
          "The folder that docscan watch watches. Default: that of the service that writes to DIR, or the pipeline's.")
    ],
    options: [
      CommandOption(
        "output", short: "o", value: CommandValue("DIR", completion: .folders),
        help: "The folder for results of docscan watch. Default: docscan-out, or that of the pipeline."),
      CommandOption(
        "watch", value: CommandValue("PIPELINE", completion: .pipelines(orPaths: false)),
        help: "Also run docscan watch with this pipeline file or preset, until stopped."),
      CommandOption(
        "port", value: CommandValue("N"), help: "The port. Default: \(defaultPort). 0: any that is free."),
      CommandOption(
        "listen", value: CommandValue("ADDRESS"),
        help: "Listen on this address for other computers and phones, too, such as 192.168.1.5 or 0.0.0.0 for all."),
      CommandOption(
        "host", value: CommandValue("NAME"), repeats: true,
        help:
          "With --listen: a name that browsers use, with its port, such as scans.local:\(defaultPort). The first one is printed."
      ),
      CommandOption(
        "tls",
        help:
          "Use TLS, with a certificate that docscan makes and keeps. Its fingerprint is printed, and is part of the QR code."
      ),
      CommandOption(
        "certificate", value: CommandValue("FILE", completion: .paths),
        help: "Use TLS, with this certificate in PEM, followed by its issuers' certificates (the chain)."),
      CommandOption(
        "key", value: CommandValue("FILE", completion: .paths),
        help: "The key of the certificate, in PEM. The file must be readable only by you (chmod 600)."),
      CommandOption(
        "add", value: CommandValue("NAME"), help: "Print a new token for a program. The token is not shown again."),
      CommandOption("devices", help: "List the phones and programs that may send documents."),
      CommandOption(
        "revoke", value: CommandValue("NAME"),
        help: "Revoke a phone's or program's token; works while the server is running."
      ),
    ],
    example: Example(
      line: "docscan receive /srv/scans -o /srv/archive --watch scan --listen 0.0.0.0",
      explanation: "Lets phones in the network send documents, and makes searchable PDFs of them in /srv/archive."),
    perform: { (arguments, console) throws(CommandError) in
      if let done = try devices(arguments, console) { return done }
      return try receive(arguments, console)
    })

  private static let defaultPort = 8417

  private static func devices(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitCode? {
    if let name = arguments.values["add"] {
      let (device, token) = try batchResult(DeviceBook().add(name, isProgram: true))
      console.writeError(
        "\(visibleText(device.name)) may send documents with this token. docscan stores only a digest, and does not show the token "
          + "again.\n")
      try console.writeOutput(token + "\n")
      return .success
    }
    if let name = arguments.values["revoke"] {
      guard try batchResult(DeviceBook().revoke(name)) else {
        throw .usage(
          "device \"\(visibleText(name))\" doesn't exist. To list the devices: docscan receive --devices",
          command: "receive")
      }
      console.writeError("\(visibleText(name)) can no longer send documents.\n")
      return .success
    }
    guard arguments.flags.contains("devices") else { return nil }
    let all = try batchResult(DeviceBook().all())
    try console.writeOutput(all.map { "\($0.added)  \(visibleText($0.name))\n" }.joined())
    if all.isEmpty { console.writeError("No phone or program may send documents yet.\n") }
    return .success
  }

  private static func receive(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitCode {
    let access = try receiving(arguments)
    let own = try ownCertificate(arguments, access)
    let given = try identity(arguments)
    let identity = own?.identity ?? given
    let pipeline = arguments.values["watch"]
    let (inbox, output) = try places(arguments, pipeline)
    // Signals must be blocked before the first thread starts. Otherwise that thread receives them and the process ends.
    let interruption = Interruption.onSignals()
    let server = try batchResult(
      ReceiveServer(
        inbox: inbox, output: output, access: access, identity: identity, fingerprint: own?.fingerprint,
        renewsInvitations: console.terminalColumns() != nil,
        onNotice: { console.writeError(visibleText($0) + "\n") },
        onInvitation: { address, code in
          let text =
            console.terminalColumns() ?? 80 >= code.count + 4 && !code.isEmpty
            ? CodeText.text(of: code, hasColors: console.terminalColumns() != nil) : ""
          console.writeError(
            "\(text)\(own.map(notes) ?? "")To send documents with a phone or a browser, open this link (it works once, within ten minutes):\n"
          )
          do throws(CommandError) {
            try console.writeOutput(address + "\n")
          } catch {
            console.writeError(error.lines)
          }
        }))
    if identity == nil, !SiteServer.Access.isLocal(access.address) {
      console.writeError(
        "Others on the network can read what is sent: without --tls, the server does not encrypt it. Use it in a network that "
          + "you trust.\n")
    }
    console.writeError(
      "Receiving documents at \(visibleText(server.url)) for \(visibleText(inbox)); results are in \(visibleText(output)). Ctrl-C ends.\n"
    )
    var watch: WatchProcess?
    if let pipeline {
      watch = try batchResult(
        WatchProcess([pipeline, inbox, "-o", output], interruption: interruption) { console.writeError($0) })
    }
    server.run(interruption: interruption)
    let status = watch?.end()
    // If the service ended by itself, it has reported the reason.
    return status.flatMap(ExitCode.init(rawValue:)) ?? .interrupted
  }

  private static func places(
    _ arguments: ParsedArguments, _ pipeline: String?
  ) throws(CommandError) -> (inbox: String, output: String) {
    let (inbox, output) = (arguments["INBOX"].first, arguments.values["output"])
    if let pipeline {
      let source = try PipelineArgument.source(pipeline, changes: PipelineChanges(), command: "receive")
      let places = try batchResult(WatchPlaces(source, inbox: inbox, output: output))
      return (places.inbox, places.output)
    }
    let library = output ?? OutputSettings.defaultDirectory
    guard let known = inbox ?? InboxDelivery.inbox(of: library) else {
      throw .usage(
        "no docscan watch has written to \(visibleText(library)). Name the inbox, such as docscan receive INBOX -o DIR; or "
          + "start docscan watch with --watch scan, too.", command: "receive")
    }
    return (known, library)
  }

  private static func identity(_ arguments: ParsedArguments) throws(CommandError) -> ServerIdentity? {
    switch (arguments.values["certificate"], arguments.values["key"]) {
    case (nil, nil): return nil
    case (let certificate?, let key?):
      return try batchResult(ServerIdentity(certificateFile: certificate, keyFile: key))
    case _:
      throw .usage("--certificate and --key need each other.", command: "receive")
    }
  }

  private static func ownCertificate(
    _ arguments: ParsedArguments, _ access: SiteServer.Access
  ) throws(CommandError) -> OwnCertificate? {
    guard arguments.flags.contains("tls") else { return nil }
    guard arguments.values["certificate"] == nil, arguments.values["key"] == nil else {
      throw .usage("--tls makes a certificate, and --certificate names one. Choose one of them.", command: "receive")
    }
    return try batchResult(OwnCertificate(for: access))
  }

  /// Returns a message about browsers' warnings, with the fingerprint to compare in two lines that fit on a terminal.
  private static func notes(_ certificate: OwnCertificate) -> String {
    let digits = Array(certificate.fingerprint.uppercased())
    let pairs = stride(from: 0, to: digits.count, by: 2).map { String(digits[$0..<min($0 + 2, digits.count)]) }
    let half = pairs.count / 2
    return
      "\(certificate.isNew ? "docscan has made a new certificate. " : "")Browsers warn about the certificate, because docscan made it. Continue "
      + "only if they show this SHA-256 fingerprint:\n  \(pairs[..<half].joined(separator: ":")):\n"
      + "  \(pairs[half...].joined(separator: ":"))\n"
  }

  private static func receiving(_ arguments: ParsedArguments) throws(CommandError) -> SiteServer.Access {
    var access = SiteServer.Access()
    access.port = try arguments.number("port", in: 0...65535, of: "receive") ?? defaultPort
    if let address = arguments.values["listen"] { access.address = address }
    access.names = arguments.lists["host"] ?? []
    return access
  }
}
