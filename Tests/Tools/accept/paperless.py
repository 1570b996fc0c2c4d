# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs paperless-ngx's own consumer and parser registry from a copy of its sources, with minimal replacements for everything else.

SOURCE is the folder `src`. Its files documents/consumer.py, paperless/parsers/__init__.py, and paperless/parsers/registry.py run unchanged. Their
other imports are small replacements made here: documents in an in-memory SQLite database, media and scratch folders, no classifier, no scripts,
no workflows. Its own parsers exist only as MIME types and scores, so that docscan's parser has to win against them. A file that they win fails.
Needs Django, filelock, python-magic, and pikepdf.
"""
import atexit, datetime, hashlib, importlib, logging, os, pathlib, shutil, subprocess, sys, tempfile, types

PICTURES = {f"image/{kind}": f".{kind}" for kind in ("jpeg", "png", "tiff", "gif", "bmp", "webp", "heic")}


class LeftToOthers(Exception):
    """paperless-ngx chose one of its own parsers."""


def module(name, **contents):
    """Makes a module that replaces one of paperless-ngx."""
    made = sys.modules[name] = types.ModuleType(name)
    vars(made).update(contents)
    parent, _, last = name.rpartition(".")
    if parent in sys.modules:
        setattr(sys.modules[parent], last, made)
    return made


def package(name, folder):
    """Makes a package whose modules are read from a folder of the sources, except those that are replaced."""
    module(name).__path__ = [str(folder)]


def builtin(title, kinds, worth):
    """Makes one of paperless-ngx's own parsers, with only what the registry uses."""
    def unread(self, *_, **__):
        raise LeftToOthers(title)
    return type(title, (), {
        "name": title, "version": "", "author": "", "url": "", "can_produce_archive": False, "requires_pdf_rendition": False,
        "supported_mime_types": classmethod(lambda _: kinds), "score": classmethod(lambda *_, **__: worth), "parse": unread,
        "configure": lambda *_: None, "__enter__": lambda self: self, "__exit__": lambda *_: None})


class LoggingMixin:
    logging_name = "paperless"

    def renew_logging_group(self):
        self.logging_group = None

    @property
    def log(self):
        return logging.getLogger(self.logging_name)


class ConsumeTaskPlugin:
    def __init__(self, input_doc, metadata, status_mgr, base_tmp_dir, task_id):
        self.input_doc, self.metadata, self.status_mgr = input_doc, metadata, status_mgr
        self.base_tmp_dir, self.task_id = base_tmp_dir, task_id


class Nothing:
    """Metadata without values, and a stand-in for other classes that are only asked for attributes."""

    def __getattr__(self, name):
        return None


def called(arguments, env=None, logger=None, **_):
    ended = subprocess.run(arguments, env=env, capture_output=True)
    ended.check_returncode()
    return ended


def tagged(path, **_):
    import pikepdf
    try:
        with pikepdf.open(path) as pdf:
            return bool(pdf.Root.get("/MarkInfo", {}).get("/Marked", False))
    except Exception:
        return False


def text_of(path, **_):
    try:
        ended = subprocess.run(["pdftotext", "-q", "-layout", "-enc", "UTF-8", path, "-"], capture_output=True, timeout=20)
    except subprocess.TimeoutExpired:  # Simulates a page that unpacks to gigabytes.
        return None
    return ended.stdout.decode(errors="replace")


class NoDates:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def parse(self, *_):
        return iter(())


def set_up(source, mode):
    """Makes the modules of paperless-ngx importable, and returns its consumer's module."""
    import django
    from django.conf import settings
    folder = pathlib.Path(tempfile.mkdtemp(prefix="paperless-"))
    atexit.register(shutil.rmtree, folder, True)
    settings.configure(
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}, USE_TZ=True, TIME_ZONE="UTC",
        INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth"], DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        SCRATCH_DIR=folder / "scratch", THUMBNAIL_DIR=folder / "thumbnails", ORIGINALS_DIR=folder / "originals",
        ARCHIVE_DIR=folder / "archive", MEDIA_LOCK=folder / "media.lock", PRE_CONSUME_SCRIPT=None, POST_CONSUME_SCRIPT=None,
        AUDIT_LOG_ENABLED=False, CONSUMER_DELETE_DUPLICATES=False, OCR_LANGUAGE="eng",
        CONSUMER_PDF_RECOVERABLE_MIME_TYPES=("application/octet-stream",))
    django.setup()
    from django.db import connection, models
    from django.dispatch import Signal

    class Document(models.Model):
        MAX_STORED_FILENAME_LENGTH = 1024
        title = models.CharField(max_length=128)
        content = models.TextField()
        mime_type = models.CharField(max_length=256)
        checksum = models.CharField(max_length=64)
        archive_checksum = models.CharField(max_length=64, null=True)
        created = models.DateTimeField()
        modified = models.DateTimeField()
        page_count = models.PositiveIntegerField(null=True)
        original_filename = models.CharField(max_length=1024)
        filename = models.CharField(max_length=1024, null=True)
        archive_filename = models.CharField(max_length=1024, null=True)
        root_document = models.ForeignKey("self", null=True, on_delete=models.CASCADE, related_name="versions")
        objects = global_objects = models.Manager()
        source_path = property(lambda self: settings.ORIGINALS_DIR / self.filename)
        archive_path = property(lambda self: settings.ARCHIVE_DIR / self.archive_filename)
        thumbnail_path = property(lambda self: settings.THUMBNAIL_DIR / f"{self.pk:07}.webp")

        class Meta:
            app_label = "documents"

    with connection.schema_editor() as editor:
        editor.create_model(Document)

    def named(document, archive_filename=False, **_):
        return f"{document.pk:07}{'.pdf' if archive_filename else pathlib.Path(document.original_filename).suffix}"

    none = type("None_", (), {})
    mixins = {name: type(name, (), {}) for name in ("AlwaysRunPluginMixin", "NoCleanupPluginMixin", "NoSetupPluginMixin")}
    source = pathlib.Path(source)
    package("documents", source / "documents")
    package("paperless", source / "paperless")
    for name in ("documents.plugins", "documents.templating", "rest_framework"):
        module(name)
    module("rest_framework.reverse", reverse=None)
    module("documents.models", Document=Document, **{name: none for name in (
        "Correspondent", "CustomField", "CustomFieldInstance", "DocumentType", "StoragePath", "Tag", "WorkflowTrigger")})
    module("documents.classifier", load_classifier=lambda: None)
    result = type("ConsumeFileSuccessResult", (), {"__init__": lambda self, document_id: setattr(self, "document_id", document_id)})
    module("documents.data_models", ConsumableDocument=none, ConsumeFileSuccessResult=result, DocumentMetadataOverrides=Nothing)
    module("documents.file_handling", generate_filename=named, generate_unique_filename=named,
           create_source_path_directory=lambda path: path.parent.mkdir(parents=True, exist_ok=True))
    module("documents.loggers", LoggingMixin=LoggingMixin)
    module("documents.parsers", ParseError=type("ParseError", (Exception,), {}))
    module("documents.permissions", set_permissions_for_object=None)
    module("documents.plugins.base", ConsumeTaskPlugin=ConsumeTaskPlugin, **mixins)
    module("documents.plugins.date_parsing", get_date_parser=NoDates)
    module("documents.plugins.helpers", ProgressManager=none, ProgressStatusOptions=Nothing())
    module("documents.signals", **{name: Signal() for name in (
        "document_consumption_started", "document_consumption_finished", "document_updated")})
    module("documents.signals.handlers", run_workflows=None)
    module("documents.templating.workflows", parse_w_workflow_placeholders=None)
    module("documents.utils", run_subprocess=called, copy_basic_file_stats=shutil.copystat, copy_file_with_basic_stats=shutil.copy2,
           compute_checksum=lambda path: hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest())
    choices = type("ArchiveFileGenerationChoices", (), {name.upper(): name for name in ("auto", "always", "never")})
    module("paperless.models", ArchiveFileGenerationChoices=choices)
    module("paperless.config", OcrConfig=type("OcrConfig", (), {"archive_file_generation": mode}))
    importlib.import_module("paperless.parsers")
    module("paperless.parsers.utils", PDF_TEXT_MIN_LENGTH=50, extract_pdf_text=text_of, is_tagged_pdf=tagged)
    for name, title, kinds, worth in (
        ("mail", "MailDocumentParser", {"message/rfc822": ".eml"}, 10), ("remote", "RemoteDocumentParser", {}, 20),
        ("tesseract", "RasterisedDocumentParser", {"application/pdf": ".pdf", **PICTURES}, 10),
        ("text", "TextDocumentParser", {"text/plain": ".txt", "text/csv": ".csv"}, 10), ("tika", "TikaDocumentParser", {}, 10)):
        module(f"paperless.parsers.{name}", **{title: builtin(title, kinds, worth)})
    return importlib.import_module("documents.consumer"), Document, folder


def consumer(source, mode):
    """Returns a function that has paperless-ngx consume a copy of a file, and that returns the stored document, or why there is none."""
    code, documents, folder = set_up(source, mode)
    inbox = folder / "consume"
    inbox.mkdir()
    progress = types.SimpleNamespace(send_progress=lambda *_, **__: None)

    def consume(path):
        copy = pathlib.Path(shutil.copy(path, inbox))
        # Documents without a date get their file's date.
        arrived = datetime.datetime(2001, 1, 1).timestamp()
        copy.chmod(0o644)
        os.utime(copy, (arrived, arrived))
        given = types.SimpleNamespace(original_file=copy, mailrule_id=None, root_document_id=None)
        try:
            for plugin in (code.ConsumerPreflightPlugin, code.ConsumerPlugin):
                ended = plugin(given, Nothing(), progress, folder, "task").run()
        except code.ConsumerError as error:
            copy.unlink(missing_ok=True)
            cause = error.__cause__
            if isinstance(cause, LeftToOthers):
                return {"status": "unsupported", "reason": f"left to paperless-ngx's {cause}"}
            parse_error = sys.modules["documents.parsers"].ParseError
            assert cause is None or isinstance(cause, parse_error), f"{path.name}: the consumer did not expect: {cause!r}"
            return {"status": "failed" if cause else "unsupported", "reason": str(cause) if cause else str(error)}
        assert not copy.exists(), "the consumer keeps the original"
        stored = documents.objects.get(pk=ended.document_id)
        return {
            "status": "consumed", "text": stored.content, "pages": stored.page_count,
            "date": None if stored.created.year == 2001 else stored.created.date().isoformat(), "thumbnail": str(stored.thumbnail_path),
            "archive": str(stored.archive_path) if stored.archive_filename else None, "original": str(stored.source_path)}

    return consume
