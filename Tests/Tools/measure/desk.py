#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how long it takes to correct words and fields by keyboard, in the desk of a real Chromium.

  python3 Tests/Tools desk LIBRARY DATA [--words 40] [--fields 20] [--build .build/release]

LIBRARY is an output folder of receipts that docscan read with the preset receipts and the writer web. It is copied. DATA contains them as NAME
with NAME.words.json and NAME.fields.json. Takes words that were misread, and totals, dates, and merchants that are wrong (then any), and corrects
each with real key events: arrow keys, Enter, the text, Enter. For fields, it uses Tab and the text, or the keys that change the wrong part,
whichever is quicker. A name that differs only in capitals isn't wrong. Prints for each the keys, the seconds until the program accepts it and
until the files contain it, and the seconds that a person takes by the keystroke-level model (Card, Moran, and Newell 1980: 0.28 s per key, 1.35 s
to think; a key that is held repeats 30 times per second).
"""
import json, pathlib, shutil, statistics, subprocess, tempfile, time
import data
from rapidfuzz.distance import Levenshtein
from view import Chromium

KEY, THINK, REPEAT = 0.28, 1.35, 1 / 30
SHOWN = "document.querySelector('.lines .word') && docscan.shown.page?.words?.length > 0"
WRITTEN = "docscan.shown.corrections.status.textContent.startsWith('All corrections')"


class Desk:
    def __init__(self, library, build):
        profile = tempfile.mkdtemp()
        self.server = subprocess.Popen([build / "docscan", "review", library, "--serve"], stdout=subprocess.PIPE, text=True)
        self.browser = Chromium(profile)
        self.browser.call("Page.navigate", url=self.server.stdout.readline().strip())
        self.wait("document.querySelector('.card')")

    def wait(self, condition):
        end = time.time() + 30
        while not self.browser.value(f"Boolean({condition})"):
            if time.time() > end:
                raise TimeoutError(condition)
            time.sleep(0.005)

    def go(self, place):
        self.browser.value(f"location.hash = '#/doc/' + encodeURIComponent({json.dumps(place)}) + '/1'")
        self.wait(f"docscan.shown?.place === {json.dumps(place)} && {SHOWN}")

    def press(self, key, code, text=None):
        event = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.browser.call("Input.dispatchKeyEvent", type="keyDown", **event, **({"text": text} if text else {}))
        self.browser.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def correct(self, text, is_kept):
        """Types a text and Enter. Returns the seconds until it is accepted and until the files contain it."""
        before = self.browser.value("docscan.shown.corrections.decided")
        if text:
            self.browser.call("Input.insertText", text=text)
        start = time.time()
        self.press("Enter", 13, "\r")
        self.wait(f"docscan.shown.corrections.decided > {before}")
        kept = time.time() - start
        self.wait(f"{WRITTEN} && {is_kept}")
        return kept, time.time() - start

    def word(self, index, text):
        """Goes to a word from the first one, and corrects it."""
        steps = self.browser.value(f"(() => {{ const {{ words, lines }} = docscan.shown.page; const line = lines[words[{index}].line];"
                                   f"return [line.index ?? words[{index}].line, {index} - line.words[0].index]; }})()")
        self.browser.value("document.querySelector('.lines .word[tabindex=\"0\"], .lines .word').focus()")
        for name, code, count in (("ArrowDown", 40, steps[0]), ("ArrowRight", 39, steps[1])):
            for _ in range(count):
                self.press(name, code)
        self.press("Enter", 13)
        self.wait("document.activeElement.id === 'correct'")
        times = self.correct(text, f"docscan.shown.page.words[{index}]?.edit")
        # Each way is one key that is held.
        person = 2 * THINK + sum(KEY + count * REPEAT for count in steps if count) + (len(text) + 2) * KEY
        return person, *times

    def field(self, name, value):
        box = f"document.getElementById('field-{name}')"
        self.browser.value(f"(() => {{ {box}.focus(); {box}.select(); }})()")
        # Tab to the first field and on to this one, which selects its content.
        tabs = ["merchant", "date", "total"].index(name) + 1
        steps, removed, typed = change(self.browser.value(f"{box}.value"), value)
        typing = len(value)
        changing = 1 + (1 + steps * REPEAT / KEY if steps else 0) + removed + len(typed)
        if changing < typing:
            for name_of_key, code, count in (("End", 35, 1), ("ArrowLeft", 37, steps), ("Backspace", 8, removed)):
                for _ in range(count):
                    self.press(name_of_key, code)
        else:
            typed = value
        times = self.correct(typed, f"{box}.value === {json.dumps(value)}")
        return 2 * THINK + (tabs + min(typing, changing) + 1) * KEY, *times

    def end(self):
        self.browser.process.terminate()
        self.server.terminate()
        self.server.wait()


def change(old, new):
    """Returns how to turn one text into another from its end: steps to the left, letters to remove there, text to type."""
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[len(old) - 1 - last] == new[len(new) - 1 - last]:
        last += 1
    return last, len(old) - first - last, new[first:len(new) - last]


def first_page(library, document):
    """Returns the first page's JSON of a document in a library, if it has one."""
    file = library / document.stem / "pages/0001.json"
    return json.loads(file.read_text()) if file.exists() else {}


def misread(library, folder):
    """Yields words that were misread: the document, the word's index, the right word."""
    for document, truth in data.labelled(folder, "words"):
        right = {word for item in truth["items"] for word in item["text"].split()}
        page = first_page(library, document)
        words = [word for block in page.get("blocks", []) for line in block.get("lines", []) for word in line["words"]]
        for index, word in enumerate(words):
            if word["text"] in right or len(word["text"]) < 3:
                continue
            near = min(right, key=lambda one: Levenshtein.distance(one, word["text"]), default="")
            if 0 < Levenshtein.distance(near, word["text"]) <= 2 and len(near) >= 3:
                yield document.stem, index, near
                break


def fields(library, folder):
    """Returns fields that are wrong, and then right ones: the document, the field, the right value."""
    found = []
    for document, known in data.labelled(folder, "fields"):
        receipt = first_page(library, document).get("receipt")
        if not receipt:
            continue
        total = known.get("total_value")
        for field, value in (("total", None if total is None else f"{total:.2f}"), ("date", known.get("date_iso")), ("merchant", known.get("merchant"))):
            read = (receipt.get(field) or {}).get("value")
            if value and (read or "").casefold() != value.casefold():
                found.append((field == "merchant", document.stem, field, value))
    return [entry[1:] for entry in sorted(found, key=lambda entry: entry[0])]


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--words", type=int, default=40)
    parser.add_argument("--fields", type=int, default=20)
    parser.add_argument("--build", type=pathlib.Path, default=data.ROOT / ".build/release")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        library = pathlib.Path(scratch) / "library"
        shutil.copytree(args.library, library)
        # The work list, before anything changes.
        work = [("word", *entry) for entry in list(misread(library, args.data))[:args.words]]
        work += [("field", *entry) for entry in fields(library, args.data)[:args.fields]]
        desk = Desk(library, args.build)
        results = []
        try:
            for kind, place, what, text in work:
                desk.go(place)
                person, kept, written = getattr(desk, kind)(what, text)
                results.append((kind, person + kept))
                print(f"{kind:5} {place:24} {text:24.24} person {person:5.1f} s  kept {kept:5.2f} s  in the files {written:5.2f} s", flush=True)
        finally:
            desk.end()
    for kind in ("word", "field"):
        seconds = [one for of, one in results if of == kind]
        if seconds:
            within = sum(one <= 10 for one in seconds)
            print(f"{kind}s: {len(seconds)}, median {statistics.median(seconds):.1f} s, longest {max(seconds):.1f} s, {within} within 10 s")


if __name__ == "__main__":
    main()
