# SPDX-License-Identifier: GPL-3.0-or-later
"""Sends uploads to the example PictureServer, also from clients that hang up, while workers are killed.

    python3 Tests/Tools server [COUNT] [--program PATH] [--clients N] [--growth MB]

Each picture is a barcode with its own number, so that mixed-up answers are failures. Every 10th request reads text, every 25th is no picture, every
20th client hangs up at once, a worker is killed during every 250th request, and the server is stopped for a moment during another one. Prints the failures, and how much the memory of the server grew
after the first tenth of the requests. Exits with 1 if there were failures or the memory grew by more than --growth.
"""
import argparse, collections, contextlib, http.client, json, os, pathlib, signal, socket, struct, subprocess, sys, threading, time, zlib

WIDE = {
    "0": "nnnwwnwnn", "1": "wnnwnnnnw", "2": "nnwwnnnnw", "3": "wnwwnnnnn", "4": "nnnwwnnnw", "5": "wnnwwnnnn",
    "6": "nnwwwnnnn", "7": "nnnwnnwnw", "8": "wnnwnnwnn", "9": "nnwwnnwnn", "*": "nwnnwnwnn",
}


def barcode(text):
    """Returns a PNG of a Code 39 barcode."""
    row = b"\xff" * 30
    for letter in f"*{text}*":
        for index, width in enumerate(WIDE[letter]):
            row += (b"\xff" if index % 2 else b"\x00") * (6 if width == "w" else 2)
        row += b"\xff\xff"
    row += b"\xff" * 30
    quiet = b"\x00" + b"\xff" * len(row)
    rows = quiet * 10 + (b"\x00" + row) * 60 + quiet * 10

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", len(row), 80, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def status(process, key):
    for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1])


def workers(server):
    """Returns the processes that the server started."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and status(entry.name, "PPid") == server:
                found.append(int(entry.name))
        except (OSError, TypeError):
            pass  # The process has ended in the meantime.
    return found


def facts(server):
    return {
        "memory": status(server, "VmRSS") / 1024, "threads": status(server, "Threads"),
        "descriptors": len(os.listdir(f"/proc/{server}/fd")), "workers": len(workers(server)),
    }


class Client:
    def __init__(self, port, server, count):
        (self.port, self.server, self.count) = (port, server, count)
        (self.next, self.lock) = (0, threading.Lock())
        (self.kinds, self.failures) = (collections.Counter(), [])
        self.begin = None

    def run(self):
        while True:
            with self.lock:
                number = self.next
                self.next += 1
            if number >= self.count:
                return
            if number == self.count // 10:
                self.begin = facts(self.server)
            try:
                kind, problem = self.ask(number)
            except (OSError, ValueError, http.client.HTTPException) as error:
                kind, problem = "broken", repr(error)
            with self.lock:
                self.kinds[kind] += 1
                if problem:
                    self.failures.append(f"request {number}, {kind}: {problem}")

    def ask(self, number):
        text = f"{number:06}"
        picture = barcode(text)
        if number % 20 == 7:
            with socket.create_connection(("127.0.0.1", self.port), 60) as line:
                line.sendall(b"POST /text HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % len(picture) + picture)
            return "hung up", None
        if number % 250 == 50:
            return "stopped", self.upload_with_stops(picture, text)
        if number % 25 == 3:
            answer, _ = self.post("/text", b"no picture")
            return "no picture", None if answer == 422 else f"status {answer}"
        if number % 10 == 1:
            answer, body = self.post("/text", picture)
            return "text", None if answer == 200 and isinstance(json.loads(body), list) else f"status {answer}"
        kind = "barcode"
        if number % 250 == 100:
            kind = "killed worker"
            killed = workers(self.server)
            if killed:
                # The server ends a worker whose client has hung up.
                with contextlib.suppress(ProcessLookupError):
                    os.kill(killed[number // 250 % len(killed)], signal.SIGKILL)
        answer, body = self.post("/barcodes", picture)
        if answer != 200:
            return kind, f"status {answer} {body[:200]}"
        found = [code["payloadString"] for code in json.loads(body)]
        return kind, None if found == [text] else f"found {found}"

    def upload_with_stops(self, picture, text):
        """Uploads a picture in parts, and stops the server before each, which interrupts its calls. Returns the problem, or None."""
        head = b"POST /barcodes HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % len(picture)
        with socket.create_connection(("127.0.0.1", self.port), 120) as line:
            for part in [head[:20], head[20:], picture[:50], picture[50:], b""]:
                time.sleep(0.05)
                os.kill(self.server, signal.SIGSTOP)
                time.sleep(0.01)
                os.kill(self.server, signal.SIGCONT)
                line.sendall(part)
            response = http.client.HTTPResponse(line)
            response.begin()
            body = response.read()
        found = [code["payloadString"] for code in json.loads(body)] if response.status == 200 else response.status
        return None if found == [text] else f"found {found}"

    def post(self, path, body):
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            line.request("POST", path, body)
            response = line.getresponse()
            return response.status, response.read()
        finally:
            line.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=10_000)
    parser.add_argument("--program", default=".build/debug/PictureServer")
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--growth", type=float, default=5)
    options = parser.parse_args()
    server = subprocess.Popen([options.program, "0"], stdout=subprocess.PIPE, text=True)
    try:
        port = int(server.stdout.readline().rsplit(":", 1)[1])
        client = Client(port, server.pid, options.count)
        start = time.monotonic()
        threads = [threading.Thread(target=client.run) for _ in range(options.clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds = time.monotonic() - start
        # The last clients may have hung up a moment ago.
        time.sleep(1)
        end = facts(server.pid)
    finally:
        server.kill()
        server.wait()
    growth = end["memory"] - client.begin["memory"]
    print(f"{options.count} requests in {seconds:.0f} s: " + ", ".join(f"{n} {k}" for k, n in sorted(client.kinds.items())))
    print(f"{len(client.failures)} failures")
    for failure in client.failures[:10]:
        print(f"  {failure}")
    for key, unit in [("memory", " MB"), ("threads", ""), ("descriptors", ""), ("workers", "")]:
        print(f"{key}: {client.begin[key]:.4g}{unit} after {options.count // 10} requests, {end[key]:.4g}{unit} at the end")
    print(f"growth: {growth:.1f} MB")
    sys.exit(1 if client.failures or growth > options.growth else 0)


if __name__ == "__main__":
    main()
