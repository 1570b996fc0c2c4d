#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes RapidOCR an engine of docscan: answers requests on standard input, one per line, until it ends.

Needs the packages in requirements.txt. They may be in a virtual environment `venv` in this file's folder:

    python3 -m venv Pipelines/engines/venv
    Pipelines/engines/venv/bin/pip install -r Pipelines/engines/requirements.txt
"""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# Python looks for modules in this file's folder first, and would mistake it for the package with the same name.
sys.path = [path for path in sys.path if os.path.abspath(path) != HERE]
OWN_PYTHON = os.path.join(HERE, "venv", "bin", "python")


def load():
    """Returns RapidOCR on one thread: docscan runs one process for each of its workers."""
    from importlib.metadata import version

    # The pinned onnxruntime sends no telemetry; another one might.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import cv2
    from rapidocr import RapidOCR

    cv2.setNumThreads(1)
    engine = RapidOCR(
        params={
            "Global.log_level": "error",
            # docscan has turned the page upright.
            "Global.use_cls": False,
            "Global.return_word_box": True,
            "Global.return_single_char_box": True,
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )
    return engine, cv2.imread, version("rapidocr")


def words_of(text, characters, quad, confidence):
    """Returns the words of a line. A word's confidence is that of its least certain character."""
    top, bottom = min(y for _, y in quad), max(y for _, y in quad)
    words, rest = [], list(characters)
    for word in text.split():
        found = []
        for character in word:
            while rest and rest[0][0] != character:
                rest.pop(0)
            if rest:
                found.append(rest.pop(0))
        if len(found) < len(word):
            return []  # Without their places, docscan divides the line.
        left = min(x for _, _, box in found for x, _ in box)
        right = max(x for _, _, box in found for x, _ in box)
        words.append({
            "text": word,
            "confidence": min([score for _, score, _ in found] + [1.0]),
            "box": [left, top, max(0, right - left), bottom - top],
        })
    return words


def lines_of(result):
    """Returns RapidOCR's results in docscan's format."""
    if result.txts is None:
        return []
    lines = []
    characters = result.word_results or ()
    for index, (quad, text, score) in enumerate(zip(result.boxes, result.txts, result.scores)):
        quad = [[float(x), float(y)] for x, y in quad]
        found = [
            (c, float(s), [[float(x), float(y)] for x, y in box])
            for c, s, box in (characters[index] if len(characters) == len(result.txts) else ())
        ]
        score = min(1.0, max(0.0, float(score)))
        lines.append({"text": text, "confidence": score, "quad": quad, "words": words_of(text, found, quad, score)})
    return lines


def main():
    # Libraries print to standard output, which is for answers only. They get standard error instead.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(message):
        answers.write(json.dumps(message, ensure_ascii=False, allow_nan=False) + "\n")
        answers.flush()

    try:
        engine, read_picture, version = load()
    except ImportError as error:
        if os.path.exists(OWN_PYTHON) and sys.argv[1:] != ["--own-python"]:
            os.dup2(answers.fileno(), 1)
            os.execv(OWN_PYTHON, [OWN_PYTHON, os.path.abspath(__file__), "--own-python"])
        sys.exit(
            f"{error}. Install RapidOCR for {sys.executable}: pip install -r {os.path.join(HERE, 'requirements.txt')}, "
            f"in a virtual environment if need be: python3 -m venv {os.path.join(HERE, 'venv')}"
        )
    say({"protocol": "docscan-engine/1", "name": "rapidocr", "version": version})
    for line in sys.stdin:
        request = json.loads(line)
        picture = read_picture(request["path"])
        if picture is None:
            say({"id": request["id"], "error": "the picture cannot be read"})
            continue
        say({"id": request["id"], "lines": lines_of(engine(picture))})


if __name__ == "__main__":
    main()
