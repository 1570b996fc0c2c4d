# SPDX-License-Identifier: GPL-3.0-or-later
"""docscan as a parser of paperless-ngx 3, found by its entry point in the group `paperless_ngx.parsers`."""
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
except ImportError:  # Outside paperless-ngx, as in tests.

    class ParseError(Exception):
        """A document couldn't be read. The message is for people."""


# paperless-ngx's own parsers have 10, those of remote services 20. Of equal ones, a plugin comes first.
SCORE = 20
# A less certain date is left to paperless-ngx, which searches the text.
SURE = 0.9
THUMBNAIL = (500, 5000)
# In pages.
LONGEST_RECEIPT = 3
# Changes no page, and takes little time.
QUICK = {"stage": "quality"}
CORRECTIONS = [{"stage": "orientation"}, {"stage": "deskew", "maximumAngle": 15}]


def own_settings(name: str):
    """Returns a setting of paperless-ngx, or None outside it."""
    try:
        from django.conf import settings

        return getattr(settings, name, None)
    except Exception:  # Django raises its own errors if it isn't set up.
        return None


def languages() -> str | list[str]:
    """Returns the languages of pages: DOCSCAN_LANGUAGES, otherwise paperless-ngx's setting, otherwise each page's own language."""
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
        """Returns the types that docscan reads, with the extensions of their files."""
        return {
            "application/pdf": ".pdf", "image/jpeg": ".jpg", "image/png": ".png", "image/tiff": ".tif",
            "image/gif": ".gif", "image/bmp": ".bmp", "image/webp": ".webp", "image/heic": ".heic", "image/heif": ".heif",
            "image/jp2": ".jp2",
        }

    @classmethod
    def score(cls, mime_type: str, filename: str, path: Path | None = None) -> int | None:
        """Returns a score above that of paperless-ngx's own parsers if docscan is installed, otherwise None."""
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
        """Whether browsers can't show the original. If so, paperless-ngx decides by its own setting."""
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
        """Ignores paperless-ngx's information about the document's source, which docscan doesn't need."""

    def parse(self, document_path: Path, mime_type: str, file_name: str | None = None, *, produce_archive: bool = True) -> None:
        """Reads a document. Raises a ParseError with docscan's reason if that fails."""
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
        """Returns a pipeline's result for a document, with docscan's errors as those that paperless-ngx shows."""
        return ParseErrors(program.finished(path, pipeline, "-j", "1", *options, beside=self.folder, allows_partial=True))

    def get_text(self) -> str | None:
        """Returns the text of all pages."""
        return self.text

    def get_date(self) -> datetime.datetime | None:
        """Returns the date of an invoice or a receipt if docscan is sure of it, or None, which leaves it to paperless-ngx."""
        return self.date

    def get_archive_path(self) -> Path | None:
        """Returns the searchable PDF, or None unless one was requested."""
        return self.archive

    def get_page_count(self, document_path: Path, mime_type: str) -> int | None:
        """Returns the number of pages, or None if the document can't be read."""
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
        """Returns a small WebP of the first page, upright if the searchable PDF already exists."""
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
        """Returns a PDF's metadata for display in paperless-ngx, possibly empty."""
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
        except Exception as error:  # It must not fail for any file.
            log.warning("The metadata of %s could not be read: %s", document_path, error)
            return []


class ParseErrors:
    """A context that turns DocScanErrors into ParseErrors."""

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
    """Returns the text of each page. Receipts are in rows, but a page of numbers in a long document isn't a receipt."""
    if result.document["pageCount"] <= LONGEST_RECEIPT:
        return result.file("txt").read_text(encoding="utf-8").split("\f")
    return [page["text"] for page in result.pages()]


def found_date(document: dict) -> datetime.datetime | None:
    """Returns the date of the document's invoice, in the time zone of paperless-ngx."""
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
