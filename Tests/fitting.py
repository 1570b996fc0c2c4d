# SPDX-License-Identifier: GPL-3.0-or-later
"""The regression that weights are fitted with."""
import zlib
import numpy

FOLDS = 10


def logistic(sums):
    return 1 / (1 + numpy.exp(-numpy.clip(sums, -30, 30)))


def fit_logistic(x, y, weights, rising=(), ridge=2.0):
    """The coefficients of a logistic regression with a small ridge; column 0 is the constant, which has none.

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


def fold(name):
    """Which part of the data a document is in: what it is judged by was fitted without that part."""
    return zlib.crc32(name.encode()) % FOLDS
