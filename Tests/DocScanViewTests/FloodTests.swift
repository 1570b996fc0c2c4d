// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: nobody keeps the owner out of a server, however many connections they open.

import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Testing

/// Floods a server from other processes, and asks for the owner's page in the meantime and afterwards.
private struct Flood {
  private static let script = #"""
    import json, os, socket, ssl, subprocess, sys, time
    kind, port, secure, count = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "1", int(sys.argv[4])
    good, wrong, path = sys.argv[5], sys.argv[6], sys.argv[7]
    context = ssl._create_unverified_context()

    def connected(timeout):
        line = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        return context.wrap_socket(line) if secure else line

    def request(header, more=""):
        return ("GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s%s\r\n" % (path, port, header + "\r\n" if header else "", more)).encode()

    def attack():
        lines = []
        while True:
            while len(lines) < count:
                try:
                    line = connected(2)
                    line.settimeout(0.05)
                    if kind == "wrong": line.sendall(request(wrong))
                    if kind == "none": line.sendall(request(""))
                    if kind == "huge":
                        line.sendall(("POST /documents HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/pdf\r\n"
                                      "Content-Length: 900000\r\n\r\n" % port).encode())
                    if kind == "slow": line.sendall(b"GET / HTTP/1.1\r\n")
                    lines.append(line)
                except OSError: pass
            for line in list(lines):
                try:
                    if kind == "slow": line.sendall(b"X")
                    if kind == "huge": line.sendall(b"x" * 4000)
                    if kind in ("wrong", "none"):
                        line.settimeout(0)
                        if line.recv(1) == b"": raise OSError
                        lines.remove(line); line.close()
                except (BlockingIOError, ssl.SSLWantReadError, TimeoutError): pass
                except OSError: lines.remove(line); line.close()
            time.sleep(0.02)

    def ask():
        try:
            with connected(8) as line:
                line.sendall(request(good, "Connection: close\r\n"))
                return int(line.recv(100).split()[1])
        except (OSError, IndexError, ValueError): return 0

    if len(sys.argv) > 8: attack()
    attackers = [subprocess.Popen([sys.executable] + sys.argv + ["attacker"]) for _ in range(2)]
    time.sleep(1)
    during = [ask() for _ in range(6)]
    for attacker in attackers: attacker.kill()
    print(json.dumps(during + [ask()]))
    """#

  /// Floods with two processes of 60 connections each. `good` and `wrong` are headers. Returns the status codes of the owner's requests during the
  /// flood, and of one after it. The owner gives up sooner than servers end idle connections, and then has the code 0.
  static func answers(_ kind: String, port: Int, isSecure: Bool, good: String, wrong: String, path: String = "/")
    throws -> [Int]
  {
    let folder = try TemporaryFolder()
    try folder.write(script, to: "flood.py")
    let arguments = [kind, "\(port)", isSecure ? "1" : "0", "60", good, wrong, path]
    let result = try Command("python3", [folder / "flood.py"] + arguments).check()
    return try JSONDecoder().decode([Int].self, from: Data(result.output.utf8))
  }
}

@Suite("Servers under many connections", .serialized)
struct FloodTests {
  private static let kinds = ["wrong", "none", "idle", "slow", "huge"]

  @Test("Answers a device during and after floods of wrong tokens, idle, slow, and large requests", arguments: kinds)
  func receive(kind: String) throws {
    for options in [[], ["--tls"]] {
      let space = try ReceiveSpace()
      let token = try space.token("program")
      try space.start(options)
      let answers = try Flood.answers(
        kind, port: space.port, isSecure: !options.isEmpty, good: "Authorization: Bearer \(token)",
        wrong: "Authorization: Bearer \(String(repeating: "0", count: 64))", path: "/documents")
      #expect(answers == Array(repeating: 200, count: 7), "\(kind)")
    }
  }

  @Test(
    "Answers the owner of a library that other computers can reach",
    arguments: zip(kinds, ["view", "review", "view", "review", "view"]))
  func library(kind: String, command: String) throws {
    let library = try ViewLibrary()
    try library.add("letter")
    try library.folder.write("open sesame 42\n", to: "password")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: library.folder / "password")
    let served = try ServedLibrary(
      library, command: command, ["--listen", "0.0.0.0", "--password-file", library.folder / "password"])
    func basic(_ password: String) -> String {
      "Authorization: Basic \(Data("x:\(password)".utf8).base64EncodedString())"
    }
    let answers = try Flood.answers(
      kind, port: served.port, isSecure: false, good: basic("open sesame 42"), wrong: basic("open sesame 43"))
    #expect(answers == Array(repeating: 200, count: 7), "\(kind)")
  }
}
