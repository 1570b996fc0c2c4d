// SPDX-License-Identifier: GPL-3.0-or-later
// Support: a translation server that misbehaves on request.

import DocScanFixtures
import FoundationEssentials
import Glibc

/// A local server that speaks like LibreTranslate and Papago, and behaves as requested.
///
/// The "translation" is the text in capitals; the server records each requested text.
final class TranslationServer {
  private static let script = #"""
    import http.server, json, os, sys, time, urllib.parse
    folder = sys.argv[1]
    def behaviour(): return open(folder + "/behaviour").read().split()
    def note(name, text):
        with open(folder + "/" + name, "a") as file: file.write(json.dumps(text) + "\n")
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def log_message(self, *arguments): pass
        def say(self, status, body, headers={}):
            content = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            for name, value in headers.items(): self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
        def do_GET(self):
            note("paths", self.path)
            self.say(200, [{"code": "es", "targets": ["en", "fr"]}, {"code": "en", "targets": ["es"]}])
        def do_POST(self):
            note("paths", self.path)
            content = self.rfile.read(int(self.headers["Content-Length"])).decode()
            isForm = "form" in self.headers["Content-Type"]
            request = dict(urllib.parse.parse_qsl(content)) if isForm else json.loads(content)
            key = request.get("api_key") or self.headers.get("X-NCP-APIGW-API-KEY")
            text = request.get("q") or request.get("text") or request.get("query")
            if self.path.endswith("dect"): return self.say(200, {"langCode": "es"})
            if self.path.endswith("detect"): return self.say(200, [{"language": "es", "confidence": 90}])
            what, *number = behaviour()
            count = len(open(folder + "/texts").readlines()) if os.path.exists(folder + "/texts") else 0
            note("texts", text)
            result = text.upper()
            if what == "slow": time.sleep(60)
            if what == "steady": time.sleep(0.3)
            if what == "garbage": return self.say(200, b"<html>\xff\x00 not now")
            if what == "huge": return self.say(200, b'"' + b"a" * (10 << 20) + b'"')
            if what == "redirect": return self.say(302, {}, {"Location": "/elsewhere"})
            if what == "forbidden": return self.say(403, {"error": "the key " + str(key) + " is not allowed"})
            if what == "parrot": result = "your key is " + str(key)
            if what == "digits": result = "".join("#" if c.isdigit() else c for c in result)
            if what == "long" and "cerrada" in text: return self.say(400, {"error": "this text is too long"})
            if what == "busy" and count < 2: return self.say(503, {"error": "busy"}, {"Retry-After": "1"})
            if what == "broken": return self.say(500, {"error": "broken"})
            if what == "cut":
                self.send_response(200)
                self.send_header("Content-Length", "1000")
                self.end_headers()
                self.wfile.write(b'{"transl')
                self.close_connection = True
                return
            if what == "quota" and count >= int(number[0]):
                if isForm: return self.say(429, {"error": {"errorCode": "400", "message": "Quota Exceeded"}})
                return self.say(429, {"error": "Too many requests"}, {"Retry-After": "86400"})
            papago = {"message": {"result": {"srcLangType": "es", "tarLangType": "en", "translatedText": result}}}
            self.say(200, papago if isForm else {"translatedText": result})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    with open(folder + "/port.new", "w") as file: file.write(str(server.server_address[1]))
    os.rename(folder + "/port.new", folder + "/port")
    server.serve_forever()
    """#

  private let folder: TemporaryFolder
  private let process: RunningCommand
  /// The server's address, such as "http://127.0.0.1:4711".
  let address: String

  init(_ behaviour: String = "good") throws {
    folder = try TemporaryFolder()
    try folder.write(Self.script, to: "server.py")
    try folder.write(behaviour, to: "behaviour")
    let (folder, running) = (folder, try Command("python3", [folder / "server.py", folder.path]).start())
    process = running
    guard try running.wait(upToSeconds: 60, until: { folder.contains("port") }) else {
      throw FixtureError("The server does not start.")
    }
    address = "http://127.0.0.1:" + (try folder.text("port"))
  }

  deinit { process.send(signal: SIGKILL) }

  /// Changes the behavior.
  func become(_ behaviour: String) throws { try folder.write(behaviour, to: "behaviour") }

  /// Returns the texts that the server was asked to translate, in order.
  func texts() throws -> [String] { try noted("texts") }

  /// Returns the requested paths.
  func paths() throws -> [String] { try noted("paths") }

  private func noted(_ name: String) throws -> [String] {
    guard folder.contains(name) else { return [] }
    return try folder.text(name).split(separator: "\n").map {
      try JSONDecoder().decode(String.self, from: Data($0.utf8))
    }
  }
}
