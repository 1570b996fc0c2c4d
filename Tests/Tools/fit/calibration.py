#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits and measures the confidence of words, and the expected error rate of pages, on documents whose text is known.

    python3 Tests/Tools calibration fit     DATA [--bin .build/release/docscan] [--results DIR]
    python3 Tests/Tools calibration pages   DATA [the same]
    python3 Tests/Tools calibration measure DATA [the same]

`fit` reads the documents with the engine's own confidences, fits the probability that a word is right and the expected error rate of a page, and
writes the coefficients (Sources/DocScanReading/Confidence/TesseractCalibration.swift), the reliability curve (reliability.svg), and the tables of
Evidence.md. The figures are cross-validated: each document is judged by a fit that didn't include it. `pages` keeps the words' probabilities
and fits only the error rate of pages. Include pages that can hardly be read, such as handwriting. `measure` judges the confidences and error
rates that docscan writes.

Needs numpy and rapidfuzz. Tests/Tools/shared/data.py describes the layout of DATA. The files .truth.txt and .words.json are used. --results keeps
docscan's results, and reuses those that exist.
"""
import collections, json, math, pathlib, re, unicodedata
import numpy
from calibration_data import documents, read
import data
from data import ROOT, folder
from fitting import FOLDS, fit_logistic, fold

TABLE = ROOT / "Sources/DocScanReading/Confidence/TesseractCalibration.swift"
ARTICLE = ROOT / "Sources/DocScan/DocScan.docc/Evidence.md"
PICTURE = ROOT / "Sources/DocScan/DocScan.docc/Resources/reliability.svg"
# Its truth comes from another engine, which is wrong as often as Tesseract: measured, but not used for fitting.
SILVER = {"receipts-german"}
BINS = 15


# --- the probability that a word is right

BENDS = [0.2, 0.4, 0.6, 0.75, 0.85, 0.9, 0.93, 0.96, 1.0]
NAMES = ["line", "page", "length", "letters", "digits", "height", "oddHeight"]
# Confidences never count against a word.
RISING = range(1, len(BENDS) + 3)


def features(page):
    """Returns a row for each word, like Calibration.WordModel of DocScanEngine. The first column is the constant."""
    if not page.words:
        return numpy.zeros((0, 1 + len(BENDS) + len(NAMES)))

    def logit(c):
        c = numpy.clip(c, 0.02, 0.98)
        return numpy.log(c / (1 - c))

    def share(count):
        return numpy.array([sum(map(count, word[0])) / max(1, len(word[0])) for word in page.words])

    c, n = page.confidences, page.lengths
    ends = numpy.cumsum(page.lines)
    line = numpy.concatenate([numpy.full(k, numpy.average(c[e - k : e], weights=n[e - k : e]))
                              for k, e in zip(page.lines, ends) if k])
    heights = numpy.array([word[2][3] for word in page.words])
    middle = max(1.0, sorted(heights)[len(heights) // 2])
    columns = [numpy.ones(len(c))]
    columns += [numpy.clip((c - low) / (high - low), 0, 1) for low, high in zip([0, *BENDS], BENDS)]
    columns += [logit(line), numpy.full(len(c), logit(numpy.average(c, weights=n))), numpy.log(numpy.clip(n, 1, 12)),
                share(lambda x: unicodedata.category(x)[0] == "L"), share(lambda x: unicodedata.category(x) == "Nd"),
                numpy.full(len(c), math.log2(min(max(middle, 8), 40) / 20)),
                numpy.abs(numpy.log(numpy.clip(heights / middle, 0.2, 5)))]
    return numpy.column_stack(columns)


def learn_words(documents):
    """Returns the weights. A document's words are similar, so they count as much as their square root."""
    pages = [page for d in documents for page in d.pages if page.words]
    sizes = {id(p): sum(len(q.words) for q in d.pages) for d in documents for p in d.pages}
    x = numpy.concatenate([features(page) for page in pages])
    y = numpy.concatenate([page.labels for page in pages])
    weights = numpy.concatenate([numpy.full(len(page.words), 10 / math.sqrt(sizes[id(page)])) for page in pages])
    return fit_logistic(x, y, weights, RISING)


# --- the error rate of a page

def risk(page, probabilities, unread_weight):
    """Returns the share of the page's characters that are in wrong words or missing."""
    read = numpy.average(probabilities, weights=page.lengths) * (1 - unread_weight * page.expected["unreadText"])
    return 1 - read + 0.001


def odds(share):
    share = numpy.clip(share, 0, 0.999)
    return share / (1 - share)


def fit_pages(pages):
    """Fits a logistic regression of the error rate on the log odds of the risk, for the best weight of unread lines.

    It ignores the order of columns and tables, since no word indicates it."""
    y = numpy.array([page.own_rate for page, _ in pages])
    best = None
    for unread in numpy.arange(0, 1.01, 0.1):
        x = numpy.column_stack([numpy.ones(len(y)), numpy.log(odds(numpy.array([risk(page, p, unread) for page, p in pages])))])
        b = fit_logistic(x, y, numpy.ones(len(y)), ridge=1e-6)
        rate = numpy.clip(1 / (1 + numpy.exp(-x @ b)), 1e-9, 1 - 1e-9)
        deviance = -(y * numpy.log(rate) + (1 - y) * numpy.log(1 - rate)).sum()
        if best is None or deviance < best[0]:
            best = (deviance, math.exp(b[0]), b[1], unread)
    return best[1:]


def expected_rate(model, page, probabilities):
    scale, exponent, unread = model
    wrong = scale * odds(risk(page, probabilities, unread)) ** exponent
    return wrong / (1 + wrong)


# --- figures

def calibration_error(p, y, bins):
    """Returns the expected calibration error over bins of equal size."""
    order = numpy.argsort(p, kind="stable")
    groups = [k for k in numpy.array_split(order, bins) if len(k)]
    return sum(len(k) * abs(p[k].mean() - y[k].mean()) for k in groups) / max(1, len(p))


def ranks(values):
    values = numpy.asarray(values, float)
    ordered = numpy.sort(values)
    return (numpy.searchsorted(ordered, values, "left") + numpy.searchsorted(ordered, values, "right") + 1) / 2


def area_under_curve(p, y):
    ones = y.sum()
    return (ranks(p)[y > 0].sum() - ones * (ones + 1) / 2) / max(1, ones * (len(y) - ones))


def report_words(title, rows):
    """Prints figures of words; `rows`: (category, probabilities, right) for each page."""
    print(f"\n{title}\n{'category':20s} {'words':>6s} {'right':>6s} {'mean':>6s} {'ECE':>6s} {'AUC':>6s} {'Brier':>6s}")
    groups, figures = collections.defaultdict(list), {}
    for category, p, y in rows:
        groups[category].append((p, y))
        if category not in SILVER:
            groups["all but silver"].append((p, y))
    for name in [*sorted(g for g in groups if " " not in g), "all but silver"]:
        p, y = (numpy.concatenate([pair[k] for pair in groups[name]]) for k in (0, 1))
        error = calibration_error(p, y, BINS if " " in name else 10)
        area = area_under_curve(p, y) if 0 < y.sum() < len(y) else math.nan
        print(f"{name:20s} {len(p):6d} {y.mean():6.3f} {p.mean():6.3f} {error:6.3f} {area:6.3f} "
              f"{numpy.mean((p - y) ** 2):6.3f}")
        figures[name] = (len(p), y.mean(), error, area)
    return figures


def report_pages(rows):
    """Returns sentences and table rows for the article; `rows`: (category, name, expected, true) for each page."""
    rows = [row for row in rows if row[0] not in SILVER]
    expected, true = (numpy.array([row[k] for row in rows]) for k in (2, 3))
    bad = int((true > 0.1).sum())
    hits = int((true > 0.1)[numpy.argsort(-expected, kind="stable")[:bad]].sum())
    correlation = numpy.corrcoef(ranks(expected), ranks(true))[0, 1]
    summary = (f"On {len(rows)} pages, the correlation of the ranks of expected and true error rates (Spearman's) is\n"
               f"{correlation:.2f}. Of the {bad} pages with more than 10 % errors, {hits} are among the {bad} that are\n"
               f"expected to be worst. The mean error rate is {true.mean():.3f}, the expected one {expected.mean():.3f}.")
    table = ["| grade | pages | true error rate: median | mean | pages above 10 % |", "|---|---|---|---|---|"]
    low = -1.0
    for grade, high in (("A", 0.02), ("B", 0.05), ("C", 0.1), ("D", 0.25), ("F", 1.0)):
        mine = true[(expected > low) & (expected <= high)]
        if len(mine):
            table.append(f"| {grade} | {len(mine)} | {100 * numpy.median(mine):.1f} % | {100 * mine.mean():.1f} % | "
                         f"{(mine > 0.1).sum()} |")
        low = high
    print("\n" + "\n".join([summary, *table]))
    for category, name, guess, rate in sorted(rows, key=lambda row: -row[3]):
        if rate > 0.1 and guess <= 0.05:
            print(f"  good grade, but wrong: {category}/{name}: true {rate:.3f}, expected {guess:.3f}")
    return summary, table


def write_figures(article, engine, calibrated, summary, grades):
    """Replaces the text between the marks of the article."""
    words = ["| documents | words | right | engine's ECE | docscan's ECE | area under the curve |",
             "|---|---|---|---|---|---|"]
    for name, (count, right, error, area) in calibrated.items():
        if name not in SILVER:
            label = "all" if name == "all but silver" else f"`{name}`"
            words.append(f"| {label} | {count:,} | {100 * right:.1f} % | {engine[name][2]:.3f} | {error:.3f} | "
                         f"{'' if math.isnan(area) else f'{area:.3f}'} |")
    text = article.read_text()
    for mark, lines in (("words", words), ("pages", [summary, "", *grades])):
        start, end = f"<!-- {mark} -->", f"<!-- end of {mark} -->"
        before, rest = text.split(start)
        text = before + start + "\n\n" + "\n".join(lines) + "\n\n" + end + rest.split(end)[1]
    article.write_text(text)


def curve(p, y):
    order = numpy.argsort(p, kind="stable")
    return [(p[k].mean(), y[k].mean()) for k in numpy.array_split(order, BINS)]


def draw(path, raw, calibrated, count):
    """Draws the reliability curve: the share of words that are right by their confidence."""
    size, edge = 400, 50

    def place(point):
        return edge + point[0] * size, edge + (1 - point[1]) * size

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size + 1.4 * edge:g} {size + 2.2 * edge:g}" '
           'font-family="sans-serif" font-size="13"><rect width="100%" height="100%" fill="#fff"/>']
    for tick in numpy.arange(0, 1.01, 0.2):
        (x, y0), (x0, y) = place((tick, 0)), place((0, tick))
        out.append(f'<path d="M{x:g},{edge}V{y0:g}M{edge},{y:g}H{edge + size}" stroke="#ddd"/>'
                   f'<text x="{x:g}" y="{y0 + 18:g}" text-anchor="middle">{tick:.1f}</text>'
                   f'<text x="{x0 - 8:g}" y="{y + 4:g}" text-anchor="end">{tick:.1f}</text>')
    out.append(f'<path d="M{edge},{edge + size}L{edge + size},{edge}" stroke="#888" stroke-dasharray="4 4"/>')
    curves = ((raw, "#c60", "the engine's confidence"), (calibrated, "#06c", "docscan's confidence"))
    for row, (points, colour, label) in enumerate(curves):
        places = [place(point) for point in points]
        out.append(f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in places)}" fill="none" stroke="{colour}" '
                   'stroke-width="2"/>')
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>' for x, y in places]
        out.append(f'<circle cx="{edge + 16}" cy="{edge + 18 + 20 * row}" r="4" fill="{colour}"/>'
                   f'<text x="{edge + 28}" y="{edge + 22 + 20 * row}">{label}</text>')
    middle, below = f"{edge + size / 2:g}", edge + size + 40
    out.append(f'<text x="{middle}" y="{below}" text-anchor="middle">confidence of a word</text>'
               f'<text transform="translate(14,{middle}) rotate(-90)" text-anchor="middle">share of the words that are right'
               f'</text><text x="{edge}" y="{edge - 16}">{count:,} words of documents that the fit did not know</text></svg>')
    path.write_text("\n".join(out) + "\n")


def table(engine, words, pages, count, documents):
    """Returns the Swift file with the coefficients."""
    rows = [f"(to: {bend:g}, rise: {rise:.4f})" for bend, rise in zip(BENDS, words[1:])]
    rows = ["        " + ", ".join(rows[k : k + 3]) + "," for k in range(0, len(rows), 3)]
    rest = [f"{name}: {value:.4f}" for name, value in zip(NAMES, words[1 + len(BENDS):])]
    scale, exponent, unread = pages
    return f"""// SPDX-License-Identifier: GPL-3.0-or-later

extension Calibration {{
  /// Fit on {count} words of {documents} documents. Tests/Tools/fit/calibration.py writes this file; changes by hand are lost.
  static let {engine} = Calibration(
    words: WordModel(
      intercept: {words[0]:.4f},
      curve: [
{chr(10).join(rows)}
      ],
      {", ".join(rest[:4])},
      {", ".join(rest[4:])}),
    page: PageModel(scale: {scale:.4f}, exponent: {exponent:.4f}, unread: {unread:.1f}))
}}
"""


def fit(documents, args):
    """Fits, judges by the held-out documents, and writes the table and the picture."""
    known = [d for d in documents if d.category not in SILVER]
    guesses, rates = {}, {}
    for k in range(FOLDS):
        weights = learn_words([d for d in known if fold(d.name) != k])
        for page in (page for d in documents if fold(d.name) == k for page in d.pages if page.words):
            guesses[id(page)] = 1 / (1 + numpy.exp(-features(page) @ weights))

    def pairs(wanted):
        pages = [p for d in known if wanted(d) for p in d.pages]
        return [(p, guesses[id(p)]) for p in pages if p.words and p.rate is not None and p.expected]

    for k in range(FOLDS):
        model = fit_pages(pairs(lambda d: fold(d.name) != k))
        for page in (page for d in documents if fold(d.name) == k for page in d.pages if page.words and page.expected):
            rates[id(page)] = expected_rate(model, page, guesses[id(page)])
    pages = [(d, page) for d in documents for page in d.pages if page.words]
    engine = report_words("the engine's confidence", [(d.category, p.confidences, p.labels) for d, p in pages])
    calibrated = report_words("calibrated, cross-validated by document",
                              [(d.category, guesses[id(p)], p.labels) for d, p in pages])
    summary, grades = report_pages([(d.category, d.name, rates.get(id(p), 1.0), p.rate)
                                    for d in documents for p in d.pages if p.rate is not None and p.expected])
    words, model = learn_words(known), fit_pages(pairs(lambda d: True))
    own = [page for d, page in pages if d in known]
    y = numpy.concatenate([page.labels for page in own])
    swift = table(args.engine, words, model, len(y), len(known))
    path = TABLE.with_name(args.engine[0].upper() + args.engine[1:] + "Calibration.swift")
    path.write_text(swift)
    print(f"\n{swift}\nwritten: {path}")
    if args.engine != "tesseract":
        return
    write_figures(ARTICLE, engine, calibrated, summary, grades)
    draw(PICTURE, curve(numpy.concatenate([page.confidences for page in own]), y),
         curve(numpy.concatenate([guesses[id(page)] for page in own]), y), len(y))
    print(f"written: {PICTURE}, {ARTICLE}")


def report_kinds(rows):
    """Prints how far the expected error rates of a category are off on average; `rows`: (category, name, expected, true)."""
    print(f"{'category':20s} {'pages':>5s} {'true':>6s} {'expected':>8s} {'grade A':>7s}")
    for category in sorted({row[0] for row in rows}):
        expected, true = (numpy.array([row[k] for row in rows if row[0] == category]) for k in (2, 3))
        print(f"{category:20s} {len(true):5d} {numpy.minimum(true, 1).mean():6.3f} {expected.mean():8.3f} {(expected <= 0.02).sum():7d}")


def fit_rates(documents, args):
    """Fits the error rate of pages to the words' probabilities in docscan's results, judges it by the held-out documents, and writes it."""
    pages = [(d, p) for d in documents if d.category not in SILVER for p in d.pages if p.words and p.rate is not None and p.expected]
    before = [(d.category, d.name, p.expected["characterErrorRate"], p.own_rate) for d, p in pages]
    held = []
    learned = [(d, p) for d, p in pages if d.category not in args.skip]
    for k in range(FOLDS):
        model = fit_pages([(p, p.confidences) for d, p in learned if fold(d.name) != k])
        held += [(d.category, d.name, expected_rate(model, p, p.confidences), p.own_rate) for d, p in pages if fold(d.name) == k]
    for title, rows in (("as docscan says", before), ("cross-validated by document", held)):
        print(f"\n{title}")
        report_kinds(rows)
        report_pages(rows)
    scale, exponent, unread = fit_pages([(p, p.confidences) for _, p in learned])
    path = TABLE.with_name(args.engine[0].upper() + args.engine[1:] + "Calibration.swift")
    line = f"page: PageModel(scale: {scale:.4f}, exponent: {exponent:.4f}, unread: {unread:.1f})"
    path.write_text(re.sub(r"page: PageModel\([^)]*\)", line, path.read_text()))
    print(f"\n{line}\nwritten: {path}")


def measure(documents, args):
    """Judges confidences and expected error rates in docscan's results."""
    pages = [(d, page) for d in documents for page in d.pages]
    report_words("docscan's confidence", [(d.category, p.confidences, p.labels) for d, p in pages if p.words])
    report_pages([(d.category, d.name, p.expected["characterErrorRate"], p.rate) for d, p in pages
                  if p.rate is not None and p.expected])


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("task", choices=["fit", "pages", "measure"])
    parser.add_argument("data", type=folder, metavar="DATA")
    data.add_run(parser)
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--skip", nargs="*", default=[], metavar="CATEGORY", help="documents that are judged, and not learned from")
    parser.add_argument("--engine", default="tesseract", help="the name that the table gets")
    parser.add_argument("--recognize", type=json.loads, default={}, help="more settings of the recognize stage, as JSON")
    args = parser.parse_args()
    confidence = "engine" if args.task == "fit" else "calibrated"
    found = [d for d in read(documents(args.data), args, confidence) if d.pages]
    {"fit": fit, "pages": fit_rates, "measure": measure}[args.task](found, args)


if __name__ == "__main__":
    main()
