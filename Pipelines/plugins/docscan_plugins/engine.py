# SPDX-License-Identifier: GPL-3.0-or-later
"""A docscan process that reads page after page: its workers, with their models loaded, stay ready."""
from __future__ import annotations

import atexit
import itertools
import json
import os
import subprocess
import tempfile
import threading
from concurrent.futures import Future

from .program import DocScanError, program

# A program that continues after its last page, such as a service, doesn't keep docscan for long.
IDLE_SECONDS = 60.0
PROTOCOL = "docscan-pages/1"


class Engine:
    """A running `docscan engine`. Any number of threads may ask. It ends when its standard input closes, even if this process is killed."""

    def __init__(self, jobs: int | None = None) -> None:
        self.ids = itertools.count(1)
        self.lock = threading.Lock()
        self.waiting: dict[int, Future] = {}
        self.has_ended = False
        self.errors = tempfile.TemporaryFile()
        options = ["-j", str(jobs)] if jobs else []
        self.process = subprocess.Popen(
            [program(), "engine", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors)
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        """Delivers answers until docscan ends. Threads that still wait then get the reason."""
        greeting = self.process.stdout.readline()
        if PROTOCOL.encode() in greeting:
            for line in self.process.stdout:
                answer = json.loads(line)
                with self.lock:
                    future = self.waiting.pop(answer.get("id"), None)
                if future is not None:
                    future.set_result(answer)
        code = self.process.wait()
        self.errors.seek(0)
        said = self.errors.read().decode(errors="replace").strip().removeprefix("docscan: ")
        if greeting and PROTOCOL.encode() not in greeting:
            said = "This docscan is another version than its plugin."
        with self.lock:
            self.has_ended = True
            left, self.waiting = self.waiting, {}
        for future in left.values():
            future.set_exception(DocScanError(said or f"docscan engine ended with exit code {code}.", code))

    def ask(self, request: dict) -> dict:
        """Returns the answer to a request. Raises a DocScanError with docscan's reason."""
        future: Future = Future()
        with self.lock:
            number = next(self.ids)
            self.waiting[number] = future
            has_ended = self.has_ended
            if not has_ended:
                try:
                    self.process.stdin.write(json.dumps(request | {"id": number}).encode() + b"\n")
                    self.process.stdin.flush()
                except (OSError, ValueError):
                    pass  # It has ended: the listening thread will report why.
        if has_ended:
            raise DocScanError("docscan engine has ended.", self.process.returncode)
        answer = future.result()
        if "error" in answer:
            raise DocScanError(answer["error"], answer.get("exitCode", 1))
        return answer

    def stop(self) -> None:
        """Ends it and its workers."""
        with self.lock:
            try:
                self.process.stdin.close()
            except OSError:
                pass
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()


class Keeper:
    """The engine of this process: started for the first page, and ended after a while without pages, or with the process."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.engine: Engine | None = None
        self.owner = 0
        self.users = 0
        self.timer: threading.Timer | None = None

    def ask(self, request: dict, jobs: int | None) -> dict:
        """Returns the engine's answer. Starts the engine if there is none."""
        with self.lock:
            # A forked process must not share its parent's streams.
            if self.engine is None or self.owner != os.getpid() or self.engine.has_ended:
                self.engine, self.owner = Engine(jobs), os.getpid()
            engine = self.engine
            self.users += 1
            if self.timer is not None:
                self.timer.cancel()
        try:
            return engine.ask(request)
        finally:
            with self.lock:
                self.users -= 1
                if self.users == 0:
                    self.timer = threading.Timer(IDLE_SECONDS, self.stop_idle)
                    self.timer.daemon = True
                    self.timer.start()

    def stop_idle(self) -> None:
        """Ends an unused engine."""
        with self.lock:
            engine = self.engine if self.users == 0 else None
            if engine is not None:
                self.engine = None
        if engine is not None:
            engine.stop()

    def stop(self) -> None:
        """Ends the engine of this process."""
        engine, self.engine = self.engine, None
        if engine is not None and self.owner == os.getpid():
            engine.stop()


keeper = Keeper()
atexit.register(keeper.stop)
os.register_at_fork(after_in_child=lambda: keeper.__init__())
