// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanFiles
internal import DocScanServe
internal import FoundationEssentials
internal import Glibc

extension CommandOption {
  static let serving = [
    CommandOption("serve", help: "Run a server on this computer until Ctrl-C, and print the link."),
    CommandOption("port", value: CommandValue("N"), help: "With --serve: the port. Default: any that is free."),
    CommandOption(
      "listen", value: CommandValue("ADDRESS"),
      help: "With --serve: also listen on this address for other computers, such as 192.168.1.5 or 0.0.0.0. Needs "
        + "--password-file."),
    CommandOption(
      "password-file", value: CommandValue("FILE", completion: .paths),
      help:
        "With --listen: a file that only you can read (chmod 600), with the password for browsers. Without "
        + "--serve: passwords of PDFs."),
    CommandOption(
      "host", value: CommandValue("NAME"), repeats: true,
      help: "With --listen: the host name that browsers use, such as docs.example.org behind a proxy."),
  ]
}

extension ParsedArguments {
  /// The minimum length of a password, in characters.
  private static let shortestPassword = 12

  /// Returns the address and password for the server, or `nil` without `--serve`.
  func serving(of command: String) throws(CommandError) -> SiteServer.Access? {
    let names = ["port", "listen", "password-file", "host"].filter { values[$0] != nil || lists[$0] != nil }
    guard flags.contains("serve") else {
      guard let name = names.first(where: { $0 != "password-file" || command != "view" }) else { return nil }
      throw .usage("--\(name) needs --serve.", command: command)
    }
    var access = SiteServer.Access()
    access.port = try number("port", in: 1...65535, of: command) ?? 0
    if let address = values["listen"] { access.address = address }
    guard !SiteServer.Access.isLocal(access.address) else {
      if let name = ["password-file", "host"].first(where: names.contains) {
        throw .usage(
          "--\(name) is for other computers: it needs --listen with an address that they reach.",
          command: command)
      }
      return access
    }
    guard let file = values["password-file"] else {
      throw .usage(
        "--listen \(visibleText(access.address)) lets other computers connect. Add --password-file FILE with the "
          + "password that they need.", command: command)
    }
    access.password = try password(in: file, of: command)
    access.names = lists["host"] ?? []
    return access
  }

  private func password(in file: String, of command: String) throws(CommandError) -> String {
    let shown = visibleText(file)
    guard let mode = permissions(of: file), let data = FileManager.default.contents(atPath: file) else {
      throw .usage("--password-file: \"\(shown)\" cannot be read.", command: command)
    }
    guard mode & 0o077 == 0 else {
      throw .usage(
        "--password-file: other users can read \"\(shown)\". Run chmod 600 on it, then choose another "
          + "password.", command: command)
    }
    if let objection = TrustedPath.objection(to: file) {
      throw .usage("--password-file: other users can replace \"\(shown)\". \(objection)", command: command)
    }
    let lines = String(passwords: data).split(whereSeparator: \.isNewline)
    guard lines.count == 1, let line = lines.first, line.count >= Self.shortestPassword else {
      throw .usage(
        "--password-file: \"\(shown)\" must have one line with a password of at least "
          + "\(Self.shortestPassword) characters.", command: command)
    }
    return String(line)
  }
}

private func permissions(of file: String) -> mode_t? {
  var status = stat()
  return unsafe stat(file, &status) == 0 ? status.st_mode & 0o7777 : nil
}

func servingNotes(_ access: SiteServer.Access) -> [String] {
  guard access.password != nil else { return [] }
  return [
    "The server does not use TLS: others on the network can read the password and the pages. Put a reverse proxy such as "
      + "nginx or Caddy in front of it, and let only the proxy reach \(visibleText(access.address)).",
    "Browsers ask for a name and the password. Any name works.",
  ]
}
