# SPDX-License-Identifier: GPL-3.0-or-later
"""docscan as a part of other programs: a module for each of them, and `program`, which runs docscan for them."""
