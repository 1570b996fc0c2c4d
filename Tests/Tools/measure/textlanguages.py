#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the languages stage on the messages of programs installed here, which weren't used for fitting.

    python3 Tests/Tools textlanguages [--words 20] [--texts 300] [--bin .build/release/docscan] [--details]

Texts of --words words (East Asian ones of twice as many characters) are assembled from gettext's catalogs in /usr/share/locale, in five
conditions: unchanged, with 5% and 15% of the letters misread or lost, in capitals, and with prices between the words. The texts are hard: lists
of half sentences, with English names of options between them.
"""
import collections, gettext, glob, json, pathlib, random, re, tempfile
import data

LOCALES = {"en": [], "de": ["de"], "fr": ["fr"], "es": ["es"], "it": ["it"], "pt": ["pt", "pt_BR"], "ko": ["ko"], "ja": ["ja"],
           "zh-Hans": ["zh_CN"], "zh-Hant": ["zh_TW", "zh_HK"]}
UNSPACED = ("ja", "zh-Hans", "zh-Hant")


def misread(rng, text, rate, tag):
    signs = "一口日l.。人" if tag in UNSPACED or tag == "ko" else "abcdefghijklmnopqrstuvwxyz0158|"
    def one(c):
        if not c.isalpha() or rng.random() >= rate:
            return c
        return "" if rng.random() < .3 else rng.choice(signs)
    return "".join(map(one, text))


def messages(rng, tag):
    found = set()
    for path in sorted(glob.glob("/usr/share/locale/*/LC_MESSAGES/*.mo")):
        locale = path.split("/")[-3]
        if "iso_" in path or locale not in (LOCALES[tag] or ["de"]):
            continue
        try:
            catalog = gettext.GNUTranslations(open(path, "rb"))._catalog
        except (OSError, UnicodeDecodeError, IndexError):  # Some have a broken rule for plurals.
            continue
        for key, value in catalog.items():
            key = key[0] if isinstance(key, tuple) else key
            if not isinstance(key, str) or not isinstance(value, str) or key == value:
                continue
            text = re.sub(r"%[-#0-9.]*[a-z]+|<[^>]*>|\\.|[_&]", "", value if LOCALES[tag] else key)
            text = re.sub(r"\s+", " ", text).strip()
            if len(text) > 40 and sum(c.isalpha() or c == " " for c in text) > .85 * len(text):
                found.add(text)
    found = sorted(found)
    rng.shuffle(found)
    return found


def texts(rng, tag, words, most):
    joint = "" if tag in UNSPACED else " "
    pool, made = messages(rng, tag), []
    for first in range(0, len(pool) - 3, 3):
        text = " ".join(pool[first:first + 3])
        parts = list(text.replace(" ", "")) if tag in UNSPACED else text.split()
        need = 2 * words if tag in UNSPACED else words
        if len(parts) >= need and len(made) < most:
            made.append(joint.join(parts[:need]))
    return made


def page(text):
    words = [{"text": w, "confidence": .9, "box": [10, 10, 50, 20]} for w in text.split()]
    line = {"text": " ".join(text.split()), "confidence": .9, "box": [10, 10, 900, 20], "baseline": [[10, 30], [910, 30]], "words": words}
    size = {"width": 1000, "height": 1000, "dpi": 300}
    return {"schema": "docscan-page/1", "document": {"name": "a", "sha256": "", "pageCount": 1},
            "page": {"number": 1, "source": "a.png", "sourcePage": 1}, "status": "recognized", "source": size, "image": size,
            "corrections": [], "sourceToImage": [1, 0, 0, 0, 1, 0, 0, 0, 1], "coordinates": {"unit": "pixel", "origin": "top-left"},
            "text": text, "confidence": .9, "languages": ["eng"], "failure": None,
            "blocks": [{"kind": "text", "box": [0, 0, 1000, 1000], "lines": [line]}]}


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("--words", type=int, default=20)
    parser.add_argument("--texts", type=int, default=300)
    parser.add_argument("--bin", default=data.ROOT / ".build/release/docscan", help="which has the product Understand beside it")
    parser.add_argument("--details", action="store_true", help="print the texts whose language was not found")
    args = parser.parse_args()
    rng, cases = random.Random(1), []
    for tag in LOCALES:
        for text in texts(rng, tag, args.words, args.texts):
            prices = " ".join(w + (f" {rng.randint(1, 99)}.{rng.randint(0, 99):02d}" if rng.random() < .4 else "") for w in text.split())
            for name, changed in (("plain", text), ("5 % misread", misread(rng, text, .05, tag)),
                                  ("15 % misread", misread(rng, text, .15, tag)), ("capitals", text.upper()), ("prices", prices)):
                cases.append((name, tag, changed))
    right, all_ = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, (_, _, text) in enumerate(cases):
            paths.append(pathlib.Path(folder) / f"{number}.json")
            paths[-1].write_text(json.dumps(page(text)))
        lines = data.look(args.bin, ['{"detect": {"types": []}}'], paths)
    for (name, tag, text), path in zip(cases, paths):
        found = (lines[path]["findings"].get("language") or {}).get("tag")
        for key in ((name, tag), (name, "all")):
            all_[key] += 1
            right[key] += found == tag
        if args.details and found != tag:
            print(f"{tag} as {found}: {text}")
    for name in dict.fromkeys(name for name, _, _ in cases):
        parts = [f"{tag} {right[name, tag] / all_[name, tag]:.3f}" for tag in [*LOCALES, "all"] if all_[name, tag]]
        print(f"{name:13s} " + "  ".join(parts) + f"  n={all_[name, 'all']}")


if __name__ == "__main__":
    main()
