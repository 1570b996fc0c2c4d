#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Consumes files with docscan's parser for paperless-ngx 3, in the steps of that program's consumer.

    python3 Tests/Tools consume FILE ... [--json] [--archive auto|always|never] [--source SRC]
    python3 Tests/Tools consume --list Tests/consume.txt --data DATA [--own] [--source SRC]

The parser is found by its entry point, as paperless-ngx finds it, so the package Pipelines/plugins has to be installed. For each file, the MIME
type is determined from its first bytes. The parser with the highest score is chosen, configured, asked to parse, and then for text, date,
thumbnail, archive, and page count. Each answer is checked for what the consumer relies on. Prints a line for each file, and exits with 1 if a
step did something that the consumer doesn't expect.

With --source, paperless-ngx's own consumer takes these steps. SRC is the folder src of its sources, and paperless.py replaces what surrounds
them. --list names files in DATA and the expected outcome of each. --own also reads each file with the preset scan in the same languages, and
compares both texts with each other and with the known text. The exit code is then the number of files with another outcome, or with more errors
than docscan's own text. Needs Pillow, pikepdf, pdftotext, and qpdf; --own needs rapidfuzz.
"""
import argparse, datetime, importlib.metadata, inspect, json, os, pathlib, subprocess, sys, tempfile

REQUIRED = ("name", "version", "author", "url", "supported_mime_types", "score")
METHODS = {
    "configure": ["context"], "parse": ["document_path", "mime_type"], "get_text": [], "get_date": [], "get_archive_path": [],
    "get_thumbnail": ["document_path", "mime_type"], "get_page_count": ["document_path", "mime_type"],
    "extract_metadata": ["document_path", "mime_type"], "__enter__": [], "__exit__": ["exc_type", "exc_val", "exc_tb"],
}
MAGIC = [(b"%PDF", "application/pdf"), (b"\xff\xd8\xff", "image/jpeg"), (b"\x89PNG", "image/png"), (b"II*\0", "image/tiff"),
         (b"MM\0*", "image/tiff"), (b"GIF8", "image/gif"), (b"BM", "image/bmp")]


def mime_type(path):
    try:
        import magic
    except ImportError:  # Then from the first bytes alone.
        pass
    else:
        return magic.from_file(str(path), mime=True)
    whole = path.read_bytes()
    start = whole[:16]
    if start[:4] == b"RIFF" and start[8:12] == b"WEBP":
        return "image/webp"
    if start[4:8] == b"ftyp":
        return "image/heic"
    if start[4:8] == b"jP  ":
        return "image/jp2"
    # Bytes that text doesn't contain.
    other = "application/octet-stream" if any(byte < 9 for byte in whole) else "text/plain"
    return next((name for magic, name in MAGIC if start.startswith(magic)), other)


def parsers():
    """Returns the classes that paperless-ngx would register."""
    found = []
    for point in importlib.metadata.entry_points(group="paperless_ngx.parsers"):
        parser = point.load()
        missing = [name for name in REQUIRED if not hasattr(parser, name)]
        assert not missing, f"the registry would skip it: {missing}"
        found.append(parser)
    return found


def check_protocol(parser):
    for name, arguments in METHODS.items():
        given = [p for p in inspect.signature(getattr(parser, name)).parameters.values()
                 if p.name != "self" and p.kind is not p.VAR_POSITIONAL and p.kind is not p.KEYWORD_ONLY]
        # Releases before 3.0 also pass the file's own name, by position or by name.
        more = given[len(arguments):]
        assert [p.name for p in given[:len(arguments)]] == arguments, f"{name} takes {given}"
        assert all(p.name == "file_name" and p.default is None for p in more), f"{name} needs {more}"
    assert inspect.signature(parser.parse).parameters["produce_archive"].kind is inspect.Parameter.KEYWORD_ONLY
    assert isinstance(parser.can_produce_archive, property) and isinstance(parser.requires_pdf_rendition, property)
    assert all(isinstance(getattr(parser, name), str) for name in REQUIRED[:4])
    try:
        from paperless.parsers import ParserProtocol
    except ImportError:
        return
    with parser() as one:
        assert isinstance(one, ParserProtocol)


def has_text(path):
    try:
        return len(subprocess.run(["pdftotext", path, "-"], capture_output=True, timeout=20).stdout.strip()) > 50
    except subprocess.TimeoutExpired:
        return False


def wants_archive(parser, kind, path, mode):
    """Decides whether to make an archive, like the consumer."""
    if parser.requires_pdf_rendition:
        return True
    if not parser.can_produce_archive or mode == "never":
        return False
    return mode == "always" or kind.startswith("image/") or kind == "application/pdf" and not has_text(path)


def warnings(path):
    """Returns qpdf's warnings about a PDF, without the file's name."""
    said = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True).stderr
    return {line.replace(str(path), "") for line in said.splitlines() if str(path) in line}


def check_archive(archive, original):
    """Checks that a searchable PDF is valid, or equal to the original if all its pages stay unchanged."""
    new = warnings(archive) - (warnings(original) if original.suffix.lower() == ".pdf" else set())
    assert not new, f"{original.name}: {new}"


def consume(path, all_parsers, mode):
    from docscan_plugins.paperless_parser import ParseError
    kind = mime_type(path)
    if kind == "application/octet-stream" and path.suffix.lower() == ".pdf":
        # The consumer tries to make a PDF of it, too.
        with tempfile.TemporaryDirectory() as scratch:
            repaired = pathlib.Path(scratch, path.name)
            if subprocess.run(["qpdf", path, repaired], capture_output=True).returncode == 0 and mime_type(repaired) == "application/pdf":
                return consume(repaired, all_parsers, mode)
    best = max(((parser.score(kind, path.name, path), parser) for parser in all_parsers
                if kind in parser.supported_mime_types() and parser.score(kind, path.name, path) is not None),
               key=lambda pair: pair[0], default=None)
    if best is None:
        return {"file": path.name, "status": "unsupported", "reason": f"Unsupported mime type {kind}"}
    with best[1]() as parser:
        parser.configure(object())
        folder = parser.folder
        archive_wanted = wants_archive(parser, kind, path, mode)
        try:
            parser.parse(path, kind, produce_archive=archive_wanted)
            text, date = parser.get_text(), parser.get_date()
            thumbnail, archive = parser.get_thumbnail(path, kind), parser.get_archive_path()
            pages = parser.get_page_count(path, kind)
        except ParseError as error:
            result = {"file": path.name, "status": "failed", "reason": str(error)}
        else:
            from PIL import Image
            with Image.open(thumbnail) as picture:
                assert picture.format == "WEBP" and picture.width <= 500, f"the thumbnail is {picture.format}, {picture.size}"
            assert thumbnail.is_relative_to(folder)
            assert text is None or isinstance(text, str)
            assert date is None or isinstance(date, datetime.datetime) and date.tzinfo is not None
            assert pages is None or pages > 0
            if archive_wanted:
                assert archive.is_file() and archive.is_relative_to(folder)
                check_archive(archive, path)
            else:
                assert archive is None
            entries = parser.extract_metadata(archive or path, "application/pdf" if archive else kind)
            assert all(set(entry) == {"namespace", "prefix", "key", "value"} for entry in entries)
            result = {"file": path.name, "status": "consumed", "text": text, "date": date and date.date().isoformat(), "pages": pages,
                      "archive": archive is not None, "metadata": len(entries),
                      "archiveText": archive and subprocess.run(["pdftotext", archive, "-"], capture_output=True, text=True).stdout}
    assert not folder.exists(), "it leaves its folder behind"
    return result


def by_paperless(source, mode):
    """Returns a function that passes a file to paperless-ngx's own consumer and checks it like `consume`."""
    import paperless
    take = paperless.consumer(source, mode)

    def consumed(path):
        result = take(path)
        if result["status"] == "consumed":
            from PIL import Image
            with Image.open(result.pop("thumbnail")) as picture:
                assert picture.format == "WEBP" and picture.width <= 500
            assert pathlib.Path(result.pop("original")).read_bytes() == path.read_bytes(), "another original is stored"
            archive = result["archive"] and pathlib.Path(result["archive"])
            if archive:
                check_archive(archive, path)
                result["archiveText"] = subprocess.run(["pdftotext", archive, "-"], capture_output=True, text=True).stdout
            result["archive"] = bool(archive)
        return {"file": path.name, **result}

    return consumed


# MARK: comparing

def own_text(path, scratch):
    """Returns the text that docscan's preset scan reads from a file, in the languages of the plugin."""
    from docscan_plugins import paperless_parser, program
    pipeline = json.loads((pathlib.Path(__file__).resolve().parents[3] / "Pipelines" / "scan.json").read_text())
    for stage in pipeline["stages"]:
        if isinstance(stage, dict) and stage["stage"] == "recognize":
            stage["languages"] = paperless_parser.languages()
    with program.finished(path, pipeline, "-j", "1", beside=scratch, allows_partial=True) as result:
        return result.file("txt").read_text(encoding="utf-8")


def errors(text, want):
    """Returns the edit distance per 1,000 characters, and the F1 score of the words in any order."""
    from rapidfuzz.distance import Levenshtein
    import data
    given, wanted = data.plain(text), data.plain(want)
    have, need = data.tokens(text), data.tokens(want)
    common = sum((have & need).values())
    return 1000 * Levenshtein.distance(given, wanted) / max(len(wanted), 1), 2 * common / max(sum(have.values()) + sum(need.values()), 1)


def compare(result, path, scratch):
    """Adds to a result how its text differs from docscan's own, and how both differ from the truth."""
    own = own_text(path, scratch)
    result["same"] = errors(result["text"], own)[0] == 0
    truth = path.with_name(path.name + ".truth.txt")
    if truth.is_file():
        want = truth.read_text(encoding="utf-8")
        result["errors"], result["ownErrors"] = errors(result["text"], want), errors(own, want)


def is_expected(result, outcome, words):
    """Returns whether a file ended as the list says."""
    status = {"consumed": "consumed", "refused": "failed", "left": "unsupported"}[outcome]
    return result["status"] == status and words in (result.get("reason") or "")


def line(result):
    """Formats a result for people."""
    if result["status"] != "consumed":
        return f'{result["file"]}: {result["status"]} {result["reason"]}'
    said = (f'{result["file"]}: consumed {len(result["text"])} characters, {result["pages"]} pages, date {result["date"]}, '
            f'{"archive" if result["archive"] else "no archive"}')
    if "same" in result:
        said += ", docscan's own text" if result["same"] else ", another text than docscan's own"
    if "errors" in result:
        (mine, f1), (own, own_f1) = result["errors"], result["ownErrors"]
        said += f"; errors {mine:.1f} of 1,000, its own {own:.1f}; words {f1:.3f}, its own {own_f1:.3f}"
    return said


def listed(path, data_folder):
    """Returns (file, outcome, words) for each line of a list."""
    lines = [each.split(maxsplit=2) for each in path.read_text().splitlines() if each and not each.startswith("#")]
    return [(data_folder / each[0], each[1], each[2] if len(each) > 2 else "") for each in lines]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--archive", choices=["auto", "always", "never"], default="auto")
    parser.add_argument("--list", type=pathlib.Path)
    parser.add_argument("--data", type=pathlib.Path, default=os.environ.get("DOCSCAN_DATA", "."))
    parser.add_argument("--own", action="store_true")
    parser.add_argument("--source", type=pathlib.Path)
    args = parser.parse_args()
    take = by_paperless(args.source, args.archive) if args.source else None
    all_parsers = parsers()
    assert [each.name for each in all_parsers] == ["docscan"], "install Pipelines/plugins first"
    check_protocol(all_parsers[0])
    wrong, worse, counts = [], [], {}
    cases = [(path, None, "") for path in args.files] + (listed(args.list, args.data) if args.list else [])
    with tempfile.TemporaryDirectory() as scratch:
        for path, outcome, words in cases:
            result = take(path) if take else consume(path, all_parsers, args.archive)
            if args.own and result["status"] == "consumed":
                compare(result, path, pathlib.Path(scratch))
                if "errors" in result and (result["errors"][0] > result["ownErrors"][0] or result["errors"][1] < result["ownErrors"][1]):
                    worse.append(path.name)
            if outcome and not is_expected(result, outcome, words):
                wrong.append(f"{path.name} should be {outcome}{words and f' with the words: {words}'}")
            counts[result["status"]] = counts.get(result["status"], 0) + 1
            print(json.dumps(result) if args.json else line(result), flush=True)
    if args.list and not args.json:
        print(", ".join(f"{count} {status}" for status, count in sorted(counts.items())))
        print("\n".join(wrong) or "each ended as it should")
        if args.own:
            print("more errors than docscan's own: " + (", ".join(worse) or "none"))
        sys.exit(len(wrong) + len(worse))


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        sys.exit(f"consume.py: {error}")
