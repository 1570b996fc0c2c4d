# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures which contents of a PDF each mode keeps: pages, pixels, objects, bytes."""
import collections, statistics
from concurrent.futures import ProcessPoolExecutor
import inventory, tools

# The largest ratio by which text may enlarge a file.
LARGER = 1.05
IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1]


def is_unmoved(page):
    return all(step["matrix"] == IDENTITY and "mesh" not in step for step in page.get("corrections", []))


def expected(box, before, after, page):
    """Returns the new place of a box of the displayed page, by the page's own record of its corrections."""
    (width, height), source, image = before.size, page.get("source"), page.get("image")
    if is_unmoved(page) or not source or not image:
        x, y = after.size[0] / max(width, 1e-6), after.size[1] / max(height, 1e-6)
        return [box[0] * x, box[1] * y, box[2] * x, box[3] * y]
    m, xs, ys = page["sourceToImage"], [], []
    for x, y in ((box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])):
        x, y = x * source["width"] / width, y * source["height"] / height
        w = m[6] * x + m[7] * y + m[8]
        xs.append((m[0] * x + m[1] * y + m[2]) / w * after.size[0] / image["width"])
        ys.append((m[3] * x + m[4] * y + m[5]) / w * after.size[1] / image["height"])
    return [min(xs), min(ys), max(xs), max(ys)]


def link_places(before, after, pages):
    """Returns how many links kept their places, to 3 points, after the page was turned, and how many there were."""
    kept = total = 0
    for number, (links, geometry) in enumerate(zip(before.links, before.geometry)):
        left = list(after.links[number]) if number < len(after.links) else []
        for target, box in links:
            if not box:
                continue
            total += 1
            page = pages[number] if number < len(pages) else {}
            place = expected(box, geometry, after.geometry[number], page) if left else None
            for link in left:
                if link[0] == target and link[1] and max(abs(a - b) for a, b in zip(link[1], place)) <= 3:
                    left.remove(link)
                    kept += 1
                    break
    return kept, total


def measure(source, output, pages, verify=None):
    """Measures everything that is compared between one file and its output."""
    result = {"qpdf": (tools.check(source), tools.check(output)), "identical": source.read_bytes() == output.read_bytes(),
              "ratio": output.stat().st_size / source.stat().st_size, "grown": output.stat().st_size - source.stat().st_size}
    result["sound"] = result["qpdf"][1] == 0 or result["identical"]
    result["verified"] = verify is None or tools.run([verify, "verify", output]).returncode == 0
    try:
        before = inventory.Inventory(source)
        after = inventory.Inventory(output)
    except Exception as error:
        return {**result, "unread": repr(error)[:80]}
    result["table"], result["missing"] = inventory.kept(before, after)
    result["table"]["link places"] = link_places(before, after, pages)
    text = [n for n, page in enumerate(pages) if page["status"] == "copied"]
    result["table"]["untouched pages"] = (
        sum(n < len(after.contents) and n < len(before.contents) and before.contents[n] == after.contents[n] for n in text), len(text))
    told = [len(page["text"].split()) if page["text"] else 0 for page in pages]
    found = [len(text.split()) for text in tools.run(["pdftotext", output, "-"]).stdout.split(b"\f")]
    result["table"]["text only once"] = (sum(b <= 1.3 * a for a, b in zip(told, found) if a > 2), sum(a > 2 for a in told))
    first, second = ([], []) if result["identical"] else (tools.rendered(source), tools.rendered(output))
    same = drawn = 0
    result["mean"] = 0.0
    for n, (a, b) in enumerate(zip(first, second)):
        if n < len(pages) and not is_unmoved(pages[n]):
            continue
        gaps = tools.difference(a, b)
        drawn += 1
        same += gaps is not None and gaps[0] <= 1
        result["mean"] = max(result["mean"], gaps[1] if gaps else 255.0)
        if gaps is None or gaps[0] > 1:
            result["missing"].setdefault("pixels", []).append(f"page {n + 1}: {gaps}")
    result["table"]["pixels"] = (same, drawn) if not result["identical"] else (len(before.geometry), len(before.geometry))
    return result


ROWS = [*inventory.KINDS, "link places", "untouched pages", "text only once", "pixels"]


def measured(args, tool, inputs, told=None):
    """Returns a tool's results for the inputs for which it made a PDF. `told` contains the page JSON for a tool without one."""
    verify = args.bin if args.verifies and tool.name.startswith("docscan") else None
    made = [source for source in inputs if tool.pdf(source)]
    with ProcessPoolExecutor(args.jobs) as pool:
        results = pool.map(measure, made, [tool.pdf(s) for s in made], [(told or tool).pages(s) for s in made], [verify] * len(made))
        return dict(zip(made, results))


def summed(results):
    """Returns the tables of many files, added up."""
    total = collections.Counter()
    for result in results:
        for row, (part, whole) in result.get("table", {}).items():
            total[row, 0] += part
            total[row, 1] += whole
    return {row: (total[row, 0], total[row, 1]) for row in ROWS}


def print_file(source, tool, result):
    if result is None:
        reason = tool.reason(source)
        print(f"    {source.stem:52.52s} {tool.status_of(source):9s} {reason.removeprefix(source.name)[:90]}")
        return
    state = "identical" if result["identical"] else f"{result['ratio']:9.3f}"
    losses = [f"{row} {part}/{whole}" for row, (part, whole) in result.get("table", {}).items() if part < whole]
    larger = f"{result['grown']} bytes larger" if result["ratio"] > LARGER else ""
    notes = [larger, "" if result["sound"] else f"qpdf {result['qpdf'][0]}→{result['qpdf'][1]}", "" if result["verified"] else "verify fails",
             result.get("unread", ""), "lost: " + ", ".join(losses) if losses else ""]
    print(f"    {source.stem:52.52s} {tool.status_of(source):9s} {state}  " + "; ".join(filter(None, notes)))


def print_sums(columns, groups, verifies):
    """Prints one table for each group of inputs. Rows are kinds of contents, columns are tools with their results by input."""
    for group, sources in groups.items():
        print(f"\n{group}: kept/total, {len(sources)} files")
        tools.row("", [name for name, _ in columns])
        made = [{s: results[s] for s in sources if s in results} for _, results in columns]
        tools.row("PDF written", [tools.share(len(m), len(sources)) for m in made])
        tools.row("byte-identical", [tools.share(sum(r["identical"] for r in m.values()), len(m)) for m in made])
        tools.row("qpdf finds nothing new", [tools.share(sum(r["sound"] for r in m.values()), len(m)) for m in made])
        if verifies:
            tools.row("verified", [tools.share(sum(r["verified"] for r in m.values()), len(m)) for m in made])
        sums = [summed(m.values()) for m in made]
        for row in ROWS:
            if any(s[row][1] for s in sums):
                tools.row(row, [tools.share(*s[row]) for s in sums])
        tools.row(f"size at most {LARGER}", [tools.share(sum(r["ratio"] <= LARGER for r in m.values()), len(m)) for m in made])
        tools.row("size, median ratio", [f"{statistics.median([r['ratio'] for r in m.values()] or [0]):.3f}" for m in made])
        tools.row("size, largest ratio", [f"{max([r['ratio'] for r in m.values()] or [0]):.3f}" for m in made])
        tools.row("mean difference, largest", [f"{max([r.get('mean', 0) for r in m.values()] or [0]):.2f}" for m in made])


def main(args, inputs, groups):
    columns = []
    for mode in args.modes:
        for stages in (["recognize"], ["deskew", "recognize"]):
            tool = tools.Docscan(args, inputs, mode, stages, args.work / f"docscan-{mode}{'-deskew' * ('deskew' in stages)}")
            if tool.error:
                print(f"{tool.name}: {tool.error}")
                break
            results = measured(args, tool, inputs)
            columns.append((tool.name.removeprefix("docscan "), results))
            print(f"\n{tool.name}: status, size of the output by that of the input, and what is lost")
            for source in inputs:
                result = results.get(source)
                print_file(source, tool, result)
                for kind, items in (result or {}).get("missing", {}).items() if args.details else ():
                    print(f"        {kind}: {items}")
    print_sums(columns, groups, args.verifies)
