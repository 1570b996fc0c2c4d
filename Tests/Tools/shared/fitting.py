# SPDX-License-Identifier: GPL-3.0-or-later
"""The regressions that fit weights."""
import re, zlib
import numpy

FOLDS = 10


def logistic(sums):
    return 1 / (1 + numpy.exp(-numpy.clip(sums, -30, 30)))


def fit_logistic(x, y, weights, rising=(), ridge=2.0):
    """Returns the coefficients of a logistic regression with a small ridge. Column 0 is the constant, which isn't penalized.

    A coefficient among `rising` that would be negative is 0.
    """
    ridge = numpy.full(x.shape[1], ridge)
    ridge[0] = 1e-9
    free = numpy.ones(x.shape[1], bool)
    while True:
        part, b = x[:, free], numpy.zeros(free.sum())
        for _ in range(50):
            p = 1 / (1 + numpy.exp(-part @ b))
            slope = part.T @ (weights * (y - p)) - ridge[free] * b
            bend = (part * (weights * p * (1 - p))[:, None]).T @ part + numpy.diag(ridge[free])
            step = numpy.clip(numpy.linalg.solve(bend, slope), -3, 3)
            b += step
            if numpy.abs(step).max() < 1e-7:
                break
        found = numpy.zeros(x.shape[1])
        found[free] = b
        wrong = [i for i in rising if found[i] < 0]
        if not wrong:
            return found
        free[min(wrong, key=lambda i: found[i])] = False


def fit_choice(groups, ridge=0.1):
    """Returns the coefficients of a choice among the rows of each group, or none of them, with a small ridge.

    A row with the sum s is the right one with the probability exp(s) / (1 + sum of exp(s) over the group's rows). Each group is (rows, labels,
    weight). Labels are 1 for rows that are right, any of which suffices, 0 for others, and -1 for rows that don't count. If no label is 1, none
    is right. Column 0 is the constant. McFadden, "Conditional logit analysis of qualitative choice behavior", 1974; by Newton's method.
    """
    count = groups[0][0].shape[1]
    ridge = numpy.full(count, ridge)
    ridge[0] = 1e-6

    def shares(sums, mask, none):
        top = max(sums[mask].max(initial=-numpy.inf), 0 if none else -numpy.inf)
        parts = numpy.exp(sums - top) * mask
        total = parts.sum() + (numpy.exp(-top) if none else 0)
        return parts / total, top + numpy.log(total)

    def measured(b):
        value, slope, bend = -0.5 * (ridge * b * b).sum(), -ridge * b, numpy.diag(ridge)
        for x, y, weight in groups:
            sums = numpy.clip(x @ b, -50, 50)
            chosen, total = shares(sums, y >= 0, True)
            mean = chosen @ x
            value -= weight * total
            slope = slope - weight * mean
            bend = bend + weight * ((x * chosen[:, None]).T @ x - numpy.outer(mean, mean))
            if (y == 1).any():
                right, total = shares(sums, y == 1, False)
                value += weight * total
                slope = slope + weight * (right @ x)
        return value, slope, bend

    b = numpy.zeros(count)
    value, slope, bend = measured(b)
    for _ in range(60):
        step = numpy.linalg.solve(bend, slope)
        while True:
            found = measured(b + step)
            if found[0] >= value - 1e-9 or numpy.abs(step).max() < 1e-4:
                break
            step = step / 2
        b, (value, slope, bend) = b + step, found
        if numpy.abs(step).max() < 1e-4:
            break
    return b


def calibration_error(p, y, weights=None, classes=10):
    """Returns the mean difference between probability and share, over classes of equal width."""
    weights = numpy.ones(len(y)) if weights is None else weights
    places = numpy.minimum((p * classes).astype(int), classes - 1)
    return sum(abs((weights * (p - y))[places == k].sum()) for k in range(classes)) / max(1, weights.sum())


def fold(name):
    """Returns the part of the data that a document is in. The fit that judges it doesn't include that part."""
    return zlib.crc32(name.encode()) % FOLDS


def write(table, weights):
    """Replaces the lines of the fitted fields in a Swift file."""
    text = table.read_text()
    for field, values in weights.items():
        text = re.sub(rf"\b{field}(:| =) \[[-\d., ]*\]", rf"{field}\1 [{', '.join(f'{value:.3f}' for value in values)}]", text)
    table.write_text(text)
