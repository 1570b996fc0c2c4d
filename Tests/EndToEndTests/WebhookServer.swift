// SPDX-License-Identifier: GPL-3.0-or-later
// Support: a server that receives the events of webhooks.

import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Glibc

/// A local server that accepts and stores events.
final class WebhookServer {
  private static let script = #"""
    import http.server, json, sys
    folder = sys.argv[1]
    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *arguments): pass
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            with open(folder + "/events", "a") as file:
                file.write(json.dumps({"headers": dict(self.headers), "body": body, "path": self.path}) + "\n")
            status = int(open(folder + "/status").read())
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()
    server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[2])), Handler)
    open(folder + "/port", "w").write(str(server.server_port))
    server.serve_forever()
    """#

  struct Event: Decodable {
    let headers: [String: String]
    let body: String
    let path: String

    var json: [String: JSONValue] {
      get throws { try JSONDecoder().decode([String: JSONValue].self, from: Data(body.utf8)) }
    }
  }

  let folder: TemporaryFolder
  let port: Int
  private let running: RunningCommand

  /// Listens on a port; 0 selects any free one.
  init(port: Int = 0, in folder: TemporaryFolder) throws {
    self.folder = folder
    try folder.write(Self.script, to: "server.py")
    try folder.write("200", to: "status")
    if folder.contains("port") { try folder.remove("port") }
    running = try Command("python3", [folder / "server.py", folder.path, "\(port)"]).start()
    let folder = folder
    _ = try running.wait(upToSeconds: 30) {
      try folder.contains("port") && !folder.text("port").isEmpty
    }
    self.port = Int(try folder.text("port")) ?? 0
  }

  func stop() throws {
    running.send(signal: SIGKILL)
    _ = try running.wait()
  }

  static func events(in folder: TemporaryFolder) throws -> [Event] {
    guard folder.contains("events") else { return [] }
    return try folder.text("events").split(separator: "\n").map {
      try JSONDecoder().decode(Event.self, from: Data($0.utf8))
    }
  }
}
