// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the server's own certificate is stable, private, and verifiable by its fingerprint.

import DocScanCore
import DocScanFiles
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

extension ReceiveTests {
  @Test(
    "Creates its own certificate with --tls, prints its fingerprint, and keeps it")
  func ownCertificate() throws {
    let space = try ReceiveSpace()
    let token = try space.token("program")
    try space.start(["--tls"])
    let printed = try Self.fingerprint(of: space)
    // A program that trusts only the fingerprint connects.
    #expect(try Self.sent(to: space, as: token) == printed)
    #expect(try space.visible() == ["letter.pdf"])
    // A browser that has accepted the certificate finds the server's names and addresses in it.
    let certificate = space.folder / "state/docscan/tls.pem"
    let facts = try Command("openssl", ["x509", "-in", certificate, "-noout", "-text"]).check().output
    for host in ["IP Address:127.0.0.1", "DNS:localhost"] {
      #expect(facts.contains(host), "\(facts)")
    }
    let trusting = ["--cacert", certificate, "https://127.0.0.1:\(space.port)/openapi.json"]
    #expect(try Command("curl", ["-sf", "--tls-max", "1.2"] + trusting).run().exitCode == 0)
    for version in ["-tls1", "-tls1_1", "-tls1_2", "-tls1_3"] {
      let words = ["s_client", "-connect", "127.0.0.1:\(space.port)", version, "-cipher", "ALL:@SECLEVEL=0"]
      let isAccepted = try Command("openssl", words).run().exitCode == 0
      #expect(isAccepted == ["-tls1_2", "-tls1_3"].contains(version), "\(version)")
    }
    let mode = try FileManager.default.attributesOfItem(atPath: certificate)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(space.program?.errorsSoFar.contains("new certificate") == true)
    try space.kill()
    try space.start(["--tls"])
    #expect(try Self.fingerprint(of: space) == printed && Self.sent(to: space, as: token) == printed)
    #expect(space.program?.errorsSoFar.contains("new certificate") == false)
    // A certificate for another host name is a different one.
    try space.kill()
    try space.start(["--tls", "--host", "scans.example:\(space.port)"])
    #expect(try Self.fingerprint(of: space) != printed)
    #expect(
      try Command("openssl", ["x509", "-in", certificate, "-noout", "-text"]).check().output.contains(
        "DNS:scans.example"))
  }

  @Test(
    "Replaces an expiring certificate or one for other hosts, and rejects damaged or readable ones"
  )
  func otherCertificates() throws {
    let space = try ReceiveSpace()
    let file = try space.folder.makeFolder("state/docscan") + "/tls.pem"
    func start() throws -> String {
      try space.start(["--tls"])
      defer { space.program?.send(signal: SIGTERM) }
      #expect(space.program?.errorsSoFar.contains("new certificate") == true)
      return try Self.fingerprint(of: space)
    }
    func make(days: Int, host: String) throws -> String {
      try Command(
        "openssl",
        [
          "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "\(days)", "-subj",
          "/CN=docscan", "-addext", "subjectAltName=\(host)", "-keyout", space.folder / "key", "-out",
          space.folder / "certificate",
        ]
      ).check()
      let (key, certificate) = (try space.folder.text("key"), try space.folder.text("certificate"))
      try space.folder.write(key + certificate, to: "state/docscan/tls.pem")
      unsafe chmod(file, 0o600)
      let line = try Command("openssl", ["x509", "-in", file, "-noout", "-fingerprint", "-sha256"]).check().output
      return line.trimmed.split(separator: "=")[1].replacing(":", with: "").lowercased()
    }
    for (days, host) in [(100, "IP:127.0.0.1"), (800, "DNS:elsewhere.example")] {
      let old = try make(days: days, host: host)
      #expect(try start() != old)
    }
    func refusal() throws -> String {
      let result = try space.command([space.inbox, "--port", "0", "--tls"]).run()
      #expect(result.exitCode == 2 && result.output.isEmpty, "\(result.summary)")
      return result.errors
    }
    let good = try space.folder.text("state/docscan/tls.pem")
    unsafe chmod(file, 0o640)
    #expect(try refusal().contains("Other users may know its key"))
    unsafe chmod(file, 0o600)
    let other = try space.folder.text("key")
    let foreign =
      other + (try #require(good.firstRange(of: "-----BEGIN CERTIFICATE").map { String(good[$0.lowerBound...]) }))
    for damaged in [String(good.prefix(100)), "", foreign, good.replacing("MI", with: "IM")] {
      try space.folder.write(damaged, to: "state/docscan/tls.pem")
      unsafe chmod(file, 0o600)
      #expect(try refusal().contains("is damaged"))
    }
    #expect(
      try space.command([space.inbox, "--tls", "--certificate", file, "--key", file]).run().errors.contains(
        "Choose one"))
  }

  /// Returns the printed fingerprint, which must be that of the printed address's server.
  private static func fingerprint(of space: ReceiveSpace) throws -> String {
    let lines = (space.program?.errorsSoFar ?? "").split(separator: "\n").map { String($0).trimmed }
    let start = try #require(lines.firstIndex { $0.hasSuffix("SHA-256 fingerprint:") })
    let shown = lines[start + 1] + lines[start + 2]
    let fingerprint = shown.replacing(":", with: "").lowercased()
    #expect(fingerprint.count == 64 && space.invitation.hasSuffix("#sha256=\(fingerprint)"), "\(space.invitation)")
    return fingerprint
  }

  /// Sends a document with Python, and returns the certificate's fingerprint on that connection.
  private static func sent(to space: ReceiveSpace, as token: String) throws -> String {
    let script = """
      import hashlib, http.client, ssl, sys
      context = ssl.create_default_context()
      context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
      server = http.client.HTTPSConnection("127.0.0.1", int(sys.argv[1]), context=context)
      server.connect()
      print(hashlib.sha256(server.sock.getpeercert(binary_form=True)).hexdigest())
      head = {"Authorization": "Bearer " + sys.argv[2], "Content-Type": "application/pdf"}
      server.request("POST", "/documents?name=letter.pdf", open(sys.argv[3], "rb").read(), head)
      answer = server.getresponse()
      assert answer.status in (200, 201), (answer.status, answer.read())
      """
    let letter = "\(Places.package)/Pipelines/sample/letter.pdf"
    return try Command("python3", ["-c", script, "\(space.port)", token, letter]).check().output.trimmed
  }
}
