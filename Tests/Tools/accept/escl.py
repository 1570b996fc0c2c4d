#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Acts as a scanner with a feeder that uses eSCL over HTTP, on the loopback interface, for tests of `docscan scan`.

    Tests/Tools/accept/escl.py FOLDER

FOLDER/feeder lists PNG files, one per line: the pages of the feeder, in the order in which they are pulled in. A line "jam", "open", or "vanish"
simulates that event. A page that was delivered completely is appended to FOLDER/delivered and removed from the list. FOLDER/port receives the
port. FOLDER/size contains the largest page in 300ths of an inch, FOLDER/delay the seconds per sheet, and FOLDER/model the model's name. If
FOLDER/hostile exists, its content is sent repeatedly instead of a page. "endless" in it means a page without an end.
"""

import http.server
import os
import sys
import threading
import time
import xml.sax.saxutils

FOLDER = sys.argv[1]

CAPABILITIES = """<?xml version="1.0" encoding="UTF-8"?>
<scan:ScannerCapabilities xmlns:pwg="http://www.pwg.org/schemas/2010/12/sm" xmlns:scan="http://schemas.hp.com/imaging/escl/2011/05/03">
<pwg:Version>2.6</pwg:Version><pwg:MakeAndModel>%s</pwg:MakeAndModel><pwg:SerialNumber>1</pwg:SerialNumber>
%s</scan:ScannerCapabilities>"""

SIDE = """<scan:MinWidth>16</scan:MinWidth><scan:MaxWidth>%d</scan:MaxWidth><scan:MinHeight>16</scan:MinHeight>
<scan:MaxHeight>%d</scan:MaxHeight><scan:MaxScanRegions>1</scan:MaxScanRegions>
<scan:SettingProfiles><scan:SettingProfile><scan:ColorModes><scan:ColorMode>Grayscale8</scan:ColorMode>
<scan:ColorMode>RGB24</scan:ColorMode></scan:ColorModes>
<scan:DocumentFormats><pwg:DocumentFormat>image/png</pwg:DocumentFormat>
<scan:DocumentFormatExt>image/png</scan:DocumentFormatExt></scan:DocumentFormats>
<scan:SupportedResolutions><scan:DiscreteResolutions>%s</scan:DiscreteResolutions></scan:SupportedResolutions>
</scan:SettingProfile></scan:SettingProfiles>"""

RESOLUTIONS = "".join(
    f"<scan:DiscreteResolution><scan:XResolution>{dpi}</scan:XResolution><scan:YResolution>{dpi}</scan:YResolution>"
    "</scan:DiscreteResolution>"
    for dpi in (75, 100, 150, 300)
)

ADF = (
    "<scan:Adf><scan:AdfSimplexInputCaps>%s</scan:AdfSimplexInputCaps>"
    "<scan:AdfDuplexInputCaps>%s</scan:AdfDuplexInputCaps><scan:FeederCapacity>100</scan:FeederCapacity>"
    "<scan:AdfOptions><scan:AdfOption>DetectPaperLoaded</scan:AdfOption><scan:AdfOption>Duplex</scan:AdfOption></scan:AdfOptions>"
    "</scan:Adf>"
)

STATUS = """<?xml version="1.0" encoding="UTF-8"?>
<scan:ScannerStatus xmlns:pwg="http://www.pwg.org/schemas/2010/12/sm" xmlns:scan="http://schemas.hp.com/imaging/escl/2011/05/03">
<pwg:Version>2.6</pwg:Version><pwg:State>%s</pwg:State><scan:AdfState>%s</scan:AdfState></scan:ScannerStatus>"""

ADF_STATES = {"jam": "ScannerAdfJam", "open": "ScannerAdfDoorOpen"}


def read(name, default=""):
    try:
        with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return default


def feeder():
    return read("feeder").split("\n")[:-1] if read("feeder") else []


def pull():
    """Takes the first line off the list."""
    lines = feeder()
    with open(os.path.join(FOLDER, "feeder.new"), "w", encoding="utf-8") as file:
        file.write("".join(line + "\n" for line in lines[1:]))
    os.replace(os.path.join(FOLDER, "feeder.new"), os.path.join(FOLDER, "feeder"))


class Scanner(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # A feeder pulls one sheet at a time: the next event waits until the last page is delivered and noted.
    feeding = threading.Lock()
    job = 0
    trouble = ""

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", kind="text/xml", headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path.endswith("/ScannerCapabilities"):
            model = read("model", "Loopback Feeder").rstrip("\n")
            width, height = (int(number) for number in read("size", "640 848").split())
            side = SIDE % (width, height, RESOLUTIONS)
            self.answer(200, (CAPABILITIES % (xml.sax.saxutils.escape(model), ADF % (side, side))).encode())
        elif self.path.endswith("/ScannerStatus"):
            state = ADF_STATES.get(Scanner.trouble) or ("ScannerAdfLoaded" if feeder() else "ScannerAdfEmpty")
            self.answer(200, (STATUS % ("Idle", state)).encode())
        elif self.path.endswith("/NextDocument"):
            with Scanner.feeding:
                self.next_document()
        else:
            self.answer(404)

    def next_document(self):
        """Pulls in a sheet and delivers it. The sheet leaves the feeder in any case."""
        hostile = os.path.join(FOLDER, "hostile")
        if os.path.exists(hostile):
            with open(hostile, "rb") as file:
                body = file.read()
            return self.endless() if body == b"endless" else self.answer(200, body, "image/png")
        lines = feeder()
        if not lines:
            return self.answer(404)
        if lines[0] == "vanish":
            pull()
            os._exit(0)
        if lines[0] in ADF_STATES:
            Scanner.trouble = lines[0]
            pull()
            return self.answer(409)
        with open(os.path.join(FOLDER, lines[0]), "rb") as file:
            body = file.read()
        pull()
        time.sleep(float(read("delay", "0") or 0))
        self.answer(200, body, "image/png")
        with open(os.path.join(FOLDER, "delivered"), "a", encoding="utf-8") as file:
            file.write(lines[0] + "\n")
        return None

    def endless(self):
        """Sends a page that doesn't end."""
        self.send_response(200)
        self.send_header("Content-Type", "image/png")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            while True:
                self.wfile.write(b"100000\r\n" + bytes(0x100000) + b"\r\n")
        except OSError:
            self.close_connection = True

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not feeder() and not os.path.exists(os.path.join(FOLDER, "hostile")):
            Scanner.trouble = ""
            return self.answer(409)
        Scanner.trouble = ""
        Scanner.job += 1
        host = self.headers.get("Host", "127.0.0.1")
        return self.answer(201, headers=[("Location", f"http://{host}/eSCL/ScanJobs/{Scanner.job}")])

    def do_DELETE(self):
        self.answer(200)


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0), Scanner)
with open(os.path.join(FOLDER, "port.new"), "w", encoding="utf-8") as file:
    file.write(str(server.server_port))
os.rename(os.path.join(FOLDER, "port.new"), os.path.join(FOLDER, "port"))
server.serve_forever()
