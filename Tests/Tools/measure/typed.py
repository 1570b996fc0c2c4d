#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the detect stage on pages whose typed data is known, and what its confidences are worth.

    python3 Tests/Tools typed PAGES TRUTH [--bin .build/debug/Understand] [--details]

PAGES is an output folder of docscan with page JSONs; TRUTH has, for each document, NAME.png.typed.json: a list of {"type",
"value", "currency"}, as the generator of such pages writes them beside the pictures (Tests/typed/*.json are templates for it,
in wording that the detectors were not written by). Types that no truth file has are left out.
"""
import argparse, collections, json, pathlib, re, subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
KNOWN = {"url", "email", "phone", "date", "money", "flight", "tracking", "iban", "card"}
BINS = (0, .8, .9, .95, .98, 1.01)


def key(record):
    value = re.sub(r"\s", "", record["value"])
    if record["type"] == "url":
        value = re.sub(r"^https?://", "", value).rstrip("/").lower()
    elif record["type"] == "money":
        value = f"{float(value):.2f} {record.get('currency')}"
    return record["type"], value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", type=pathlib.Path, metavar="PAGES")
    parser.add_argument("truth", type=pathlib.Path, metavar="TRUTH")
    parser.add_argument("--bin", default=str(ROOT / ".build/debug/Understand"))
    parser.add_argument("--details", action="store_true", help="print what was missed and what was wrong")
    args = parser.parse_args()
    truths = {path.name.split(".")[0]: path for path in sorted(args.truth.rglob("*.typed.json"))}
    paths = [path for path in sorted(args.pages.rglob("pages/*.json")) if path.parent.parent.name in truths]
    lines = subprocess.run([args.bin, '{"detect": {"mask": false}}', *map(str, paths)], capture_output=True, text=True, check=True)
    hits, wanted, given, judged = collections.Counter(), collections.Counter(), collections.Counter(), []
    for path, line in zip(paths, lines.stdout.splitlines()):
        want = collections.Counter(key(r) for r in json.loads(truths[path.parent.parent.name].read_text()))
        found = [d for d in json.loads(line)["findings"].get("detections", []) if d["type"] in KNOWN]
        have = collections.Counter(key(d) for d in found)
        for kind in KNOWN:
            for name in (kind, "all"):
                wanted[name] += sum(n for k, n in want.items() if k[0] == kind)
                given[name] += sum(n for k, n in have.items() if k[0] == kind)
                hits[name] += sum(n for k, n in (want & have).items() if k[0] == kind)
        judged += [(d["confidence"], key(d) in want) for d in found]
        if args.details and want != have:
            print(f"{path.parent.parent.name}: missed {sorted(want - have)}, wrong {sorted(have - want)}")
    for name in [*sorted(KNOWN), "all"]:
        if wanted[name] or given[name]:
            print(f"{name:9s} recall {hits[name] / max(1, wanted[name]):.4f} of {wanted[name]:4d}   "
                  f"precision {hits[name] / max(1, given[name]):.4f} of {given[name]:4d}")
    for low, high in zip(BINS, BINS[1:]):
        some = [(c, right) for c, right in judged if low <= c < high]
        if some:
            print(f"confidence {low:.2f}-{min(high, 1):.2f}: {sum(c for c, _ in some) / len(some):.3f} said, "
                  f"{sum(right for _, right in some) / len(some):.3f} right, n={len(some)}")


if __name__ == "__main__":
    main()
