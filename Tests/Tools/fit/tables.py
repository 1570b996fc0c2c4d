# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits and measures what the tables stage finds.

  python3 Tests/Tools tables fit FOLDER TRUTH        prints the weights of TableModel+Fitted.swift
  python3 Tests/Tools tables false FOLDER            names the pages of a library on which a table was found

FOLDER is an output folder of docscan with page JSON made with the stage "tables"; TRUTH is a folder of documents with what is true of
their tables beside them, NAME.tables.json. A page whose source has none beside it counts as one without tables.

The programs needed are built with: swift build --product Understand. Needs numpy.
"""
import argparse
import json
import pathlib
import subprocess

import numpy as np

UNDERSTAND = pathlib.Path(__file__).resolve().parents[3] / ".build/debug/Understand"


def pages(folder):
    return sorted(pathlib.Path(folder).glob("*/pages/*.json"))


def true_boxes(page, truth):
    """The boxes of the true tables in pixels of the corrected page; None where nothing is known."""
    file = pathlib.Path(truth) / (page["page"]["source"] + ".tables.json")
    if not file.exists():
        return []
    forward = np.reshape(np.array(page["sourceToImage"], float), (3, 3))
    if page["page"]["source"].lower().endswith(".pdf"):
        forward = forward @ np.diag([page["source"]["dpi"] / 72] * 2 + [1])
    boxes = []
    for table in json.loads(file.read_text())["tables"]:
        x, y, w, h = table["box"]
        p = np.array([[x, y, 1], [x + w, y, 1], [x + w, y + h, 1], [x, y + h, 1]], float) @ forward.T
        p = p[:, :2] / p[:, 2:]
        boxes.append([*p.min(0), *p.max(0)])
    return boxes


def overlap(a, b):
    both = max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))
    area = lambda r: (r[2] - r[0]) * (r[3] - r[1])
    return both / max(area(a) + area(b) - both, 1)


def candidates(paths):
    lines = []
    for start in range(0, len(paths), 50):
        done = subprocess.run([UNDERSTAND, "table-evidence", *paths[start:start + 50]], capture_output=True, text=True, check=True)
        lines += [json.loads(line) for line in done.stdout.splitlines()]
    return lines


def fit(args):
    features, labels, names = [], [], []
    for line in candidates(pages(args.folder)):
        page = json.loads(pathlib.Path(line["path"]).read_text())
        true = true_boxes(page, args.truth)
        for candidate in line["candidates"]:
            x, y, w, h = candidate["box"]
            best = max([overlap(b, [x, y, x + w, y + h]) for b in true] or [0])
            # What is a part of a table, or more than one, is neither.
            if 0.25 < best < 0.6:
                continue
            features.append(candidate["features"])
            labels.append(1.0 if best >= 0.6 else 0.0)
            names.append(page["document"]["sha256"])
    x, y = np.array(features), np.array(labels)
    folds = np.array([int(name[:8], 16) % 5 for name in names])
    out = np.zeros(len(y))
    for fold in range(5):
        out[folds == fold] = probability(x[folds == fold], solve(x[folds != fold], y[folds != fold]))
    weights = solve(x, y)
    print(f"{len(y)} candidates, {int(y.sum())} tables; in other folds: right {np.mean((out >= 0.5) == (y == 1)):.3f}, "
          f"found {np.mean(out[y == 1] >= 0.5):.3f}, false {np.mean(out[y == 0] >= 0.5):.3f}, error of calibration {ece(out, y):.3f}")
    print("    " + ", ".join(f"{w:.2f}" for w in weights) + ",")


def probability(x, w):
    return 1 / (1 + np.exp(-x @ w))


def solve(x, y, ridge=1.0):
    """Logistic regression by Newton's method, with a little ridge on all but the constant."""
    w = np.zeros(x.shape[1])
    penalty = np.diag([0.0] + [ridge] * (x.shape[1] - 1))
    for _ in range(50):
        p = probability(x, w)
        gradient = x.T @ (p - y) + penalty @ w
        curve = (x * (p * (1 - p))[:, None]).T @ x + penalty + 1e-6 * np.eye(len(w))
        step = np.linalg.solve(curve, gradient)
        w -= step
        if np.abs(step).max() < 1e-8:
            break
    return w


def ece(p, y, bins=10):
    """The expected difference of confidence and share of right ones."""
    total = 0.0
    for low in np.arange(bins) / bins:
        inside = (p >= low) & (p < low + 1 / bins) if low < 1 - 1 / bins else p >= low
        if inside.any():
            total += inside.mean() * abs(p[inside].mean() - y[inside].mean())
    return total


def false(args):
    count = found = 0
    for path in pages(args.folder):
        page = json.loads(path.read_text())
        count += 1
        for table in page.get("tables") or []:
            found += 1
            print(f"{page['page']['source']}, page {page['page']['sourcePage']}: {table['rows']} x {table['columns']}, {table['confidence']}")
    print(f"{found} tables on {count} pages")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for name, run in (("fit", fit), ("false", false)):
        command = commands.add_parser(name)
        command.add_argument("folder")
        if run is fit:
            command.add_argument("truth")
        command.set_defaults(run=run)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
