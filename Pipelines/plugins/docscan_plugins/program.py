# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs docscan on one file, and returns its output."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

# Reads like the presets: Tesseract reads, and models read its doubtful words again if they are installed.
RECOGNIZE = {"stage": "recognize", "engine": {"name": "ppocr", "combine": "doubt"}}
SOME_FAILED, MISSING_PART = 1, 5


class DocScanError(Exception):
    """docscan failed. The message is its own."""

    def __init__(self, message: str, exit_code: int):
        super().__init__(message)
        self.exit_code = exit_code


def program() -> str:
    """Returns the path of docscan: from the environment variable DOCSCAN, otherwise from the search path."""
    named = os.environ.get("DOCSCAN", "docscan")
    found = shutil.which(named)
    if found is None:
        raise DocScanError(f"{named} was not found. Install docscan, or name the program in DOCSCAN.", MISSING_PART)
    return found


def called(*arguments: str) -> subprocess.CompletedProcess:
    """Runs docscan with arguments, and waits until it ends."""
    return subprocess.run([program(), *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")


@lru_cache
def version() -> str:
    """Returns docscan's version, such as 0.1.0."""
    return called("--version").stdout.split()[1]


@lru_cache
def languages() -> frozenset[str]:
    """Returns the installed languages, by Tesseract's names."""
    ended = called("doctor", "--json")
    try:
        return frozenset(json.loads(ended.stdout)["languages"])
    except (ValueError, KeyError):
        raise DocScanError(ended.stderr.strip() or "docscan doctor did not list languages.", ended.returncode) from None


class Result:
    """A document in docscan's output."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.document = json.loads((folder / f"{folder.name}.json").read_text(encoding="utf-8"))

    def file(self, ending: str) -> Path:
        """Returns a file of the whole document by its extension, such as txt."""
        return self.folder / f"{self.folder.name}.{ending}"

    def pages(self) -> list[dict]:
        """Returns the JSON of each page, in order."""
        return [json.loads(path.read_text(encoding="utf-8")) for path in sorted((self.folder / "pages").glob("*.json"))]


@contextmanager
def finished(source: Path, pipeline: dict, *options: str, beside: Path | None = None, allows_partial: bool = False):
    """Returns a pipeline's result for a file, valid until the end of the block. Raises a DocScanError if any page failed.

    With `allows_partial`, failed pages aren't an error if at least one page has a result.
    """
    with tempfile.TemporaryDirectory(prefix="docscan-", dir=beside) as scratch:
        folder = Path(scratch)
        (folder / "pipeline.json").write_text(json.dumps(pipeline))
        ended = called(
            "run", str(folder / "pipeline.json"), str(source), "-o", str(folder / "out"), "--name", "document",
            "--progress", "none", *options)
        # Some of its pages are a document of another name.
        place = next((folder / "out").glob("document*"), folder / "out" / "document")
        is_partial = allows_partial and ended.returncode == SOME_FAILED and (place / f"{place.name}.json").is_file()
        if is_partial and Result(place).document["status"] == "partial":
            ended.returncode = 0
        if ended.returncode != 0:
            raise DocScanError(ended.stderr.strip().removeprefix("docscan: ") or f"docscan ended with exit code {ended.returncode}.", ended.returncode)
        yield Result(place)
