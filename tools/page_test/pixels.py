# SPDX-License-Identifier: GPL-3.0-or-later
"""What the screen shows, in pixels."""
import base64
import struct
import zlib
from collections import Counter


class Pixels:
    """A picture of the whole screen; its colours by their place."""

    def __init__(self, png):
        place, data = 8, b""
        while place < len(png):
            length, kind = struct.unpack(">I4s", png[place:place + 8])
            part = png[place + 8:place + 8 + length]
            if kind == b"IHDR":
                self.width, self.height, depth, colour = struct.unpack(">IIBB", part[:10])
                assert depth == 8 and colour in (2, 6), (depth, colour)
                self.size = 3 if colour == 2 else 4
            elif kind == b"IDAT":
                data += part
            place += 12 + length
        self.rows = self.unfiltered(zlib.decompress(data))

    def unfiltered(self, data):
        """The rows without the filters of the format (PNG specification, section 9)."""
        stride, size = self.width * self.size, self.size
        rows, above = [], bytearray(stride)
        for number in range(self.height):
            start = number * (stride + 1)
            kind, row = data[start], bytearray(data[start + 1:start + 1 + stride])
            for at in range(stride) if kind else ():
                left = row[at - size] if at >= size else 0
                up, corner = above[at], above[at - size] if at >= size else 0
                if kind == 1:
                    more = left
                elif kind == 2:
                    more = up
                elif kind == 3:
                    more = (left + up) // 2
                else:
                    guess = left + up - corner
                    more = min((left, up, corner), key=lambda one: abs(guess - one))
                row[at] = (row[at] + more) & 255
            rows.append(row)
            above = row
        return rows

    def at(self, x, y):
        """Red, green and blue."""
        start = round(x) * self.size
        return tuple(self.rows[round(y)][start:start + 3])


def box(driver, element):
    return driver.execute_script("const b = arguments[0].getBoundingClientRect(); return [b.x, b.y, b.width, b.height]", element)


def colours(driver, element, *places):
    """The colours of an element on the screen, at places from 0 to 1 across and down."""
    driver.execute_script("arguments[0].scrollIntoView({block: 'nearest'})", element)
    x, y, width, height = box(driver, element)
    # Only this much of the page is taken, which is quick.
    shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"clip": {
        "x": x + driver.execute_script("return scrollX"), "y": y + driver.execute_script("return scrollY"),
        "width": width, "height": height, "scale": 1}})["data"]
    picture = Pixels(base64.b64decode(shot))
    return [picture.at(across * (picture.width - 1), down * (picture.height - 1)) for across, down in places]


def contrast(one, other):
    """The contrast of two colours, from 1 to 21 (WCAG 2.2)."""
    def luminance(colour):
        shares = [value / 255 for value in colour]
        linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def difference(one, other):
    return sum(abs(a - b) for a, b in zip(one, other))


def smaller(png):
    """The same picture with 256 colours at most, which takes half of the room."""
    picture = Pixels(png)
    rows = [[bytes(row[at:at + 3]) for at in range(0, len(row), picture.size)] for row in picture.rows]
    often = Counter(colour for row in rows for colour in row)
    palette = [colour for colour, _ in often.most_common(256)]
    places = {colour: place for place, colour in enumerate(palette)}
    for colour in often:
        if colour not in places:
            places[colour] = min(range(len(palette)), key=lambda place: difference(palette[place], colour))
    data = b"".join(b"\0" + bytes(places[colour] for colour in row) for row in rows)

    def part(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 3, 0, 0, 0)
    return png[:8] + part(b"IHDR", head) + part(b"PLTE", b"".join(palette)) + part(b"IDAT", zlib.compress(data, 9)) + part(b"IEND", b"")
