#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the font of invisible text: python3 Tests/Tools invisible_font > Sources/DocScanPDF/Resources/Invisible.ttf

A glyph is a line without area. It still has a size, since PDFium skips texts without one. There is one glyph for each width, since widths in a
PDF must be those of the font program (ISO 19005-2, 6.2.11.5). InvisibleFont.swift lists the widths, too. A test compares the two lists.

Sources: OpenType 1.9, "The OpenType Font File"; ISO 32000-1, 9.9, for the tables that a PDF needs.
"""
import struct
import sys

WIDTHS = [250, 320, 500, 650, 850, 1000]
MISSING, EM, BOTTOM, TOP = 500, 1000, -200, 800


def bounds(width):
    return struct.pack(">hhhh", 0, BOTTOM, width, TOP)


def glyph(width):
    """Returns one contour of three points on a straight line as wide as the glyph."""
    points = struct.pack(">HHHhHH", 0, width // 2, width // 2, BOTTOM, 500, 500)
    return struct.pack(">H", 1) + bounds(width) + struct.pack(">HH", 2, 0) + b"\1\1\1" + points + bytes(3)


def checksum(data):
    return sum(struct.unpack(f">{len(data) // 4}I", data)) & 0xFFFFFFFF


def tables():
    count, glyphs = len(WIDTHS) + 1, [glyph(width) for width in WIDTHS]
    # In units of two bytes. Glyph 0 is .notdef and has no outline.
    places = [0, 0]
    for outline in glyphs:
        places.append(places[-1] + len(outline) // 2)
    return {
        # A single segment that ends the table, since no character maps to a glyph.
        "cmap": struct.pack(">HHHHI12H", 0, 1, 3, 1, 12, 4, 24, 0, 2, 2, 0, 0, 0xFFFF, 0, 0xFFFF, 1, 0),
        "glyf": b"".join(glyphs),
        # No dates of creation and modification, so that equal input produces equal files.
        "head": struct.pack(">IIIIHH16x", 0x10000, 0x10000, 0, 0x5F0F3CF5, 3, EM) + bounds(max(WIDTHS))
        + struct.pack(">HHHHH", 0, 8, 2, 0, 0),
        "hhea": struct.pack(">IhhHHHHHH14xH", 0x10000, TOP, BOTTOM, 0, max(WIDTHS), 0, 0, max(WIDTHS), 1, count),
        "hmtx": b"".join(struct.pack(">HH", width, 0) for width in [MISSING] + WIDTHS),
        "loca": struct.pack(f">{len(places)}H", *places),
        "maxp": struct.pack(">IHHHIH16x", 0x10000, count, 3, 1, 0, 1),
        "name": struct.pack(">HHH", 0, 0, 6),
        "post": struct.pack(">I28x", 0x30000),
    }


def font():
    parts = tables()
    exponent = len(parts).bit_length() - 1
    directory = struct.pack(">IHHHH", 0x10000, len(parts), 16 << exponent, exponent, (len(parts) << 4) - (16 << exponent))
    body, start = b"", 12 + 16 * len(parts)
    for tag, data in parts.items():
        padded = data + bytes(-len(data) % 4)
        directory += tag.encode() + struct.pack(">III", checksum(padded), start + len(body), len(data))
        if tag == "head":
            adjustment = start + len(body) + 8
        body += padded
    file = bytearray(directory + body)
    struct.pack_into(">I", file, adjustment, (0xB1B0AFBA - checksum(file)) & 0xFFFFFFFF)
    return bytes(file)


if __name__ == "__main__":
    sys.stdout.buffer.write(font())
