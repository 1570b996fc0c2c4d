# SPDX-License-Identifier: GPL-3.0-or-later
"""docscan as a parser of paperless-ngx 3: it is found by its entry point in the group `paperless_ngx.parsers`."""
from __future__ import annotations

import datetime
import logging
import os
import shutil
import tempfile
from pathlib import Path

from . import program

log = logging.getLogger("paperless.parsing.docscan")

try:
    from documents.parsers import ParseError
except ImportError:  # Outside of paperless-ngx, as in tests.

    class ParseError(Exception):
        """A document could not be read; the message is for people."""


# paperless-ngx's own parsers have 10, those of remote services 20; of equal ones a plugin comes first.
SCORE = 20
# A date with less behind it is left to paperless-ngx, which looks through the text.
SURE = 0.9
THUMBNAIL = (500, 5000)
# In pages.
LONGEST_RECEIPT = 3
# Changes no page, and takes little.
QUICK = {"stage": "quality"}
CORRECTIONS = [{"stage": "orientation"}, {"stage": "deskew", "maximumAngle": 15}]


def own_settings(name: str):
    """A setting of paperless-ngx; None outside of it."""
    try:
        from django.conf import settings

        return getattr(settings, name, None)
    except Exception:  # Django raises its own kinds where it is not set up.
        return None


def languages() -> str | list[str]:
    """What pages are read in: DOCSCAN_LANGUAGES, otherwise paperless-ngx's own setting, otherwise each page's own language."""
    named = os.environ.get("DOCSCAN_LANGUAGES") or own_settings("OCR_LANGUAGE") or "auto"
    return "auto" if named == "auto" else named.split("+")


class DocScanParser:
    """Reads scans, photos and PDFs with docscan: text, searchable PDF/A, date, page count and thumbnail."""

    name = "docscan"
    version = "0.1.0"
    author = "The docscan project"
    url = "docscan manual, page OtherPrograms"
    uses_remote_service = False

    @classmethod
    def supported_mime_types(cls) -> dict[str, str]:
        """What docscan reads, with the endings of such files."""
        return {
            "application/pdf": ".pdf", "image/jpeg": ".jpg", "image/png": ".png", "image/tiff": ".tif",
            "image/gif": ".gif", "image/bmp": ".bmp", "image/webp": ".webp", "image/heic": ".heic", "image/heif": ".heif",
            "image/jp2": ".jp2",
        }

    @classmethod
    def score(cls, mime_type: str, filename: str, path: Path | None = None) -> int | None:
        """Above paperless-ngx's own parsers where docscan is installed; None where it is not."""
        if mime_type not in cls.supported_mime_types():
            return None
        try:
            program.program()
        except program.DocScanError as error:
            log.warning("docscan reads nothing: %s", error)
            return None
        return SCORE

    @property
    def can_produce_archive(self) -> bool:
        """Whether it makes a searchable PDF."""
        return True

    @property
    def requires_pdf_rendition(self) -> bool:
        """Whether browsers cannot show the original; paperless-ngx decides then by its own setting."""
        return self.mime_type in ("image/tiff", "image/heic", "image/heif", "image/jp2")

    def __init__(self, logging_group: object = None, progress_callback: object = None) -> None:
        folder = own_settings("SCRATCH_DIR")
        self.folder = Path(tempfile.mkdtemp(prefix="docscan-", dir=folder if folder and Path(folder).is_dir() else None))
        self.mime_type = ""
        self.text: str | None = None
        self.date: datetime.datetime | None = None
        self.archive: Path | None = None
        self.counts: dict[Path, int] = {}

    def __enter__(self) -> DocScanParser:
        return self

    def __exit__(self, exc_type, exc_val, exc_tb) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def configure(self, context: object) -> None:
        """Takes what paperless-ngx knows of where a document is from, which docscan does not need."""

    def parse(self, document_path: Path, mime_type: str, file_name: str | None = None, *, produce_archive: bool = True) -> None:
        """Reads a document; raises a ParseError with docscan's reason where that fails."""
        document_path = Path(document_path)
        self.mime_type = mime_type
        self.text = self.date = self.archive = None
        writers: list[dict] = [{"writer": "text"}, {"writer": "json"}]
        if produce_archive:
            writers.append({"writer": "pdf", "pdfa": "auto"})
        stages = [*CORRECTIONS, program.RECOGNIZE | {"languages": languages()}, {"stage": "structure"}, {"stage": "receipt"}]
        with self.result(document_path, {"stages": stages, "output": {"writers": writers}}) as result:
            document = result.document
            self.counts[document_path] = document["pageCount"]
            self.text = "\n\n".join(page.strip() for page in texts(result)).strip()
            self.date = found_date(document)
            for note in document.get("notes", []):
                log.info("docscan: %s", note)
            for page in document["pages"]:
                if page["status"] == "failed":
                    log.warning("docscan could not read page %s: %s", page["number"], page["failure"]["message"])
            if produce_archive:
                self.archive = self.folder / "archive.pdf"
                shutil.copyfile(result.file("pdf"), self.archive)

    def result(self, path: Path, pipeline: dict, *options: str):
        """What a pipeline makes of a document, with docscan's errors as those that paperless-ngx shows."""
        return ParseErrors(program.finished(path, pipeline, "-j", "1", *options, beside=self.folder, allows_partial=True))

    def get_text(self) -> str | None:
        """The text of all pages."""
        return self.text

    def get_date(self) -> datetime.datetime | None:
        """The day of an invoice or a receipt where docscan is sure of it; None leaves it to paperless-ngx."""
        return self.date

    def get_archive_path(self) -> Path | None:
        """The searchable PDF; None unless one was asked for."""
        return self.archive

    def get_page_count(self, document_path: Path, mime_type: str) -> int | None:
        """The number of pages; None where the document cannot be read."""
        path = Path(document_path)
        if path not in self.counts:
            try:
                with self.result(path, {"stages": [QUICK], "output": {"writers": [{"writer": "json"}]}}, "--pages", "1") as result:
                    self.counts[path] = result.document["pageCount"]
            except ParseError as error:
                log.warning("Its pages could not be counted: %s", error)
                return None
        return self.counts[path]

    def get_thumbnail(self, document_path: Path, mime_type: str, file_name: str | None = None) -> Path:
        """A small WebP of the first page: upright, where the searchable PDF is there already."""
        from PIL import Image

        source = self.archive or Path(document_path)
        pipeline = {
            "pages": {"dpi": 100}, "stages": [QUICK],
            "output": {"writers": [{"writer": "json"}, {"writer": "images", "format": "jpeg"}]},
        }
        with self.result(source, pipeline, "--pages", "1") as result:
            pictures = sorted(path for path in result.folder.rglob("*.jpg"))
            if not pictures:
                raise ParseError("docscan made no picture of the first page.")
            target = self.folder / "thumbnail.webp"
            with Image.open(pictures[0]) as picture:
                picture.thumbnail(THUMBNAIL)
                picture.convert("RGB").save(target, "WEBP")
        return target

    def extract_metadata(self, document_path: Path, mime_type: str) -> list[dict[str, str]]:
        """What a PDF says of itself, as paperless-ngx shows it; empty where that is nothing."""
        if mime_type != "application/pdf":
            return []
        try:
            import pikepdf

            found = []
            with pikepdf.open(document_path) as pdf:
                metadata = pdf.open_metadata()
                for key, value in metadata.items():
                    namespace, _, name = key[1:].partition("}")
                    prefix = metadata.REVERSE_NS.get(namespace, "") if hasattr(metadata, "REVERSE_NS") else ""
                    text = " ".join(map(str, value)) if isinstance(value, (list, set, tuple)) else str(value)
                    found.append({"namespace": namespace, "prefix": prefix, "key": name, "value": text})
            return found
        except Exception as error:  # It must not fail, whatever the file is.
            log.warning("The metadata of %s could not be read: %s", document_path, error)
            return []


class ParseErrors:
    """A context whose DocScanErrors are ParseErrors."""

    def __init__(self, context) -> None:
        self.context = context

    def __enter__(self):
        try:
            return self.context.__enter__()
        except program.DocScanError as error:
            raise ParseError(f"docscan: {error}") from error

    def __exit__(self, *error) -> bool | None:
        return self.context.__exit__(*error)


def texts(result: program.Result) -> list[str]:
    """The text of each page; receipts are in rows, but a page of numbers in a long document is no receipt."""
    if result.document["pageCount"] <= LONGEST_RECEIPT:
        return result.file("txt").read_text(encoding="utf-8").split("\f")
    return [page["text"] for page in result.pages()]


def found_date(document: dict) -> datetime.datetime | None:
    """The day of the document's invoice, in the time zone of paperless-ngx."""
    day = (document.get("invoice") or {}).get("date") or {}
    if day.get("confidence", 0) < SURE:
        return None
    try:
        date = datetime.date.fromisoformat(day["value"])
    except (KeyError, ValueError):
        return None
    zone = datetime.timezone.utc
    named = own_settings("TIME_ZONE")
    if isinstance(named, str):
        from zoneinfo import ZoneInfo

        zone = ZoneInfo(named)
    return datetime.datetime.combine(date, datetime.time(), zone)
