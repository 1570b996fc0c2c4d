# SPDX-License-Identifier: GPL-3.0-or-later
"""docscan as the engine of OCRmyPDF 17: `ocrmypdf --plugin docscan_plugins.ocrmypdf_engine scan.pdf out.pdf`."""
from __future__ import annotations

import logging
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path

from ocrmypdf import hookimpl
from ocrmypdf.exceptions import MissingDependencyError, SubprocessOutputError
from ocrmypdf.hocrtransform import HocrParser
from ocrmypdf.pluginspec import OcrEngine, OrientationConfidence

from . import program
from .engine import keeper

log = logging.getLogger(__name__)

AUTOMATIC = "auto"
# OCRmyPDF turns pages from a confidence of 14, its --rotate-pages-threshold, and calls 15 very confident. docscan only turns a page if it is sure,
# so its turns begin there.
TURNED, MOST_CERTAIN = 14.0, 15.0


@contextmanager
def failures_as_expected():
    """Raises docscan's failures as the errors that OCRmyPDF shows without a traceback."""
    try:
        yield
    except program.DocScanError as error:
        kind = MissingDependencyError if error.exit_code == program.MISSING_PART else SubprocessOutputError
        raise kind(f"docscan: {error}") from error


def page(image: Path, stages: list[dict], options, **files: object) -> dict:
    """Returns the page JSON after some stages of docscan."""
    request = {"path": str(image.absolute()), "stages": stages, **files}
    with failures_as_expected():
        return keeper.ask(request, options.jobs)["page"]


def correction(image: Path, kind: str, options) -> dict:
    """Returns the correction that a stage of docscan would make to a page, and its confidence."""
    found = page(image, [{"stage": kind}], options).get("corrections", [])
    return next((each for each in found if each["kind"] == kind), {})


class DocScanEngine(OcrEngine):
    """Reads each page with docscan: word boxes and confidences, orientation and skew."""

    @staticmethod
    def version() -> str:
        """Returns docscan's version."""
        with failures_as_expected():
            return program.version()

    @staticmethod
    def creator_tag(options) -> str:
        """Returns the text that OCRmyPDF adds to its own name in the PDF's metadata."""
        return f"docscan {DocScanEngine.version()}"

    def __str__(self) -> str:
        return self.creator_tag(None)

    @staticmethod
    def languages(options) -> set[str]:
        """Returns the installed languages, and auto, which finds each page's own."""
        with failures_as_expected():
            return {*program.languages(), AUTOMATIC}

    @staticmethod
    def get_orientation(input_file: Path, options) -> OrientationConfidence:
        """Returns how far the page is turned clockwise, which OCRmyPDF undoes, like Tesseract."""
        found = correction(input_file, "orientation", options)
        degrees = -found.get("degrees", 0) % 360
        confidence = found.get("confidence", 0)
        if degrees == 0:
            return OrientationConfidence(angle=0, confidence=MOST_CERTAIN * confidence)
        return OrientationConfidence(angle=degrees, confidence=TURNED + (MOST_CERTAIN - TURNED) * confidence)

    @staticmethod
    def get_deskew(input_file: Path, options) -> float:
        """Returns the counterclockwise turn, in degrees, that makes the lines level."""
        return -correction(input_file, "deskew", options).get("degrees", 0.0)

    @staticmethod
    def generate_hocr(input_file: Path, output_hocr: Path, output_text: Path, options) -> None:
        """Writes a page's words as hOCR, and its text."""
        # OCRmyPDF has corrected the page, so the boxes are those of its picture.
        languages = AUTOMATIC if AUTOMATIC in options.languages else list(options.languages)
        with tempfile.TemporaryDirectory(prefix="docscan-", dir=output_hocr.parent) as scratch:
            page(
                input_file, [program.RECOGNIZE | {"languages": languages}], options,
                writers=[{"writer": "hocr"}, {"writer": "text"}], directory=scratch)
            shutil.move(Path(scratch, "page.hocr"), output_hocr)
            shutil.move(Path(scratch, "page.txt"), output_text)

    @staticmethod
    def generate_pdf(input_file: Path, output_pdf: Path, output_text: Path, options) -> None:
        """Writes a PDF that contains only a page's invisible text, for --pdf-renderer sandwich."""
        from ocrmypdf.font import MultiFontManager
        from ocrmypdf.fpdf_renderer import Fpdf2PdfRenderer
        from PIL import Image

        hocr = output_pdf.with_suffix(".hocr")
        DocScanEngine.generate_hocr(input_file, hocr, output_text, options)
        with Image.open(input_file) as image:
            dpi = image.info.get("dpi", (72, 72))[0]
        Fpdf2PdfRenderer(
            page=HocrParser(hocr).parse(), dpi=float(dpi), multi_font_manager=MultiFontManager(), invisible_text=True
        ).render(output_pdf)


@hookimpl
def get_ocr_engine(options):
    """Returns docscan, unless another engine was requested with --ocr-engine."""
    return DocScanEngine() if options is None or options.ocr_engine == "auto" else None
