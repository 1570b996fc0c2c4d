// SPDX-License-Identifier: GPL-3.0-or-later
// Support: requests whose bodies never arrive.

import DocScanFixtures
import Testing

/// Requests whose announced bodies never arrive. A server that reads a body before it refuses the request would wait.
enum UnreadBody {
  private static let script = #"""
    import socket, ssl, sys, time
    port, secure, wrong, targets = int(sys.argv[1]), sys.argv[2] == "1", sys.argv[3], sys.argv[4:]
    bodies = ["Content-Length: 1", "Content-Length: 999", "Content-Length: 1000000", "Content-Length: 9000000000",
              "Transfer-Encoding: chunked", "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000"]
    def ask(method, target, body, header):
        line = socket.create_connection(("127.0.0.1", port), timeout=60)
        if secure: line = ssl._create_unverified_context().wrap_socket(line)
        head = "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s\r\n" % (method, target, port, body)
        start = time.monotonic()
        line.sendall((head + header + "\r\n").encode())
        answer = b""
        try:
            while piece := line.recv(65536): answer += piece
        except (ssl.SSLEOFError, ssl.SSLZeroReturnError): pass
        seconds, words = time.monotonic() - start, answer.split()
        if seconds > 5 or len(words) < 2 or words[1] not in (b"401", b"403"):
            print(method, target, body, "%.1f s" % seconds, words[1:2], flush=True)
        line.close()

    for target in targets:
        for method in ["POST", "PUT", "GET", "DELETE", "PATCH"]:
            for body in bodies: ask(method, target, body, "")
        # The answer to a wrong password takes a second.
        if wrong: ask("POST", target, bodies[2], wrong + "\r\n")
    """#

  /// Checks that each request is refused, and its connection closed, although its body doesn't arrive. `wrong` is a header with a wrong credential.
  static func check(port: Int, isSecure: Bool = false, targets: [String], wrong: String = "") throws {
    let folder = try TemporaryFolder()
    try folder.write(script, to: "unread.py")
    let result = try Command("python3", [folder / "unread.py", "\(port)", isSecure ? "1" : "0", wrong] + targets).run()
    #expect(result.exitCode == 0 && result.output.isEmpty, "\(result.summary)")
  }
}
