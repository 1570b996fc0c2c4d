# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits and measures which tables the tables stage finds.

  python3 Tests/Tools tables fit FOLDER TRUTH        prints the weights of TableModel+Fitted.swift; with --free 6,16, only those weights change, and
                                                     the others by one factor
  python3 Tests/Tools tables false FOLDER            prints the pages of a library on which a table was found

FOLDER is an output folder of docscan with page JSON made with the stage "tables". TRUTH is a folder of documents with the truth about their
tables in NAME.tables.json. A page whose source has no such file counts as one without tables.

    swift build -c release --product Understand

Needs numpy.
"""
import json, pathlib, re
import numpy as np
import data, fitting


MODEL = data.ROOT / "Sources/DocScanTables/TableModel+Fitted.swift"


def pages(folder):
    return sorted(pathlib.Path(folder).glob("*/pages/*.json"))


def true_boxes(page, truth):
    """Returns the boxes of the true tables in pixels of the corrected page."""
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


def corners(box):
    """Returns the outline of a box from its left, top, right, and bottom."""
    return [(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])]


def fit(args):
    features, labels, names = [], [], []
    for path, line in data.look(args.bin, ["table-evidence"], pages(args.folder)).items():
        page = json.loads(path.read_text())
        true = true_boxes(page, args.truth)
        for candidate in line["candidates"]:
            x, y, w, h = candidate["box"]
            best = max([data.overlap(corners(b), corners([x, y, x + w, y + h])) for b in true] or [0])
            # A part of a table, or more than one, is neither.
            if 0.25 < best < 0.6:
                continue
            features.append(candidate["features"])
            labels.append(1.0 if best >= 0.6 else 0.0)
            names.append(page["document"]["sha256"])
    x, y = np.array(features), np.array(labels)
    free = [int(n) for n in args.free.split(",")] if args.free else list(range(1, x.shape[1]))
    # The other weights are one feature.
    last = [float(n) for n in re.findall(r"-?\d+\.\d+", MODEL.read_text().split("weights:")[1])] if args.free else []
    base = np.array([0.0 if n in free else last[n] for n in range(x.shape[1])]) if args.free else np.zeros(x.shape[1])
    x = np.column_stack([np.ones(len(y)), x @ base, x[:, free]])
    folds = np.array([int(name[:8], 16) % 5 for name in names])
    out = np.zeros(len(y))
    for fold in range(5):
        out[folds == fold] = fitting.logistic(x[folds == fold] @ solve(x[folds != fold], y[folds != fold]))
    found = solve(x, y)
    weights = base * found[1]
    weights[0] += found[0]
    weights[free] = found[2:]
    print(f"{len(y)} candidates, {int(y.sum())} tables; in other folds: right {np.mean((out >= 0.5) == (y == 1)):.3f}, "
          f"found {np.mean(out[y == 1] >= 0.5):.3f}, false {np.mean(out[y == 0] >= 0.5):.3f}, error of calibration {fitting.calibration_error(out, y):.3f}")
    print("    " + ", ".join(f"{w:.2f}" for w in weights) + ",")


def solve(x, y):
    return fitting.fit_logistic(x, y, np.ones(len(y)), ridge=1.0)


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
    parser = data.arguments(__doc__)
    commands = parser.add_subparsers(required=True)
    for name, run in (("fit", fit), ("false", false)):
        command = commands.add_parser(name)
        command.add_argument("folder")
        if run is fit:
            command.add_argument("truth")
            command.add_argument("--free", help="the indices of the weights that change")
            data.add_run(command)
        command.set_defaults(run=run)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
