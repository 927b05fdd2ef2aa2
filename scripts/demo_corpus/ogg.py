"""A fixed stream number for an Ogg file: the encoder draws a random one for every file it writes.

Layout of a page (RFC 3533): ``OggS``, 10 bytes, the serial number (bytes 14 to 17), the page
number, the CRC over the page with a zero CRC (bytes 22 to 25), the number of segments, their sizes.
"""

from __future__ import annotations

import struct

_POLYNOMIAL = 0x04C11DB7


def with_serial_number(content: bytes, *, serial_number: int) -> bytes:
    """Return an Ogg file with another stream number in each page, checksums made anew."""
    pages = bytearray(content)
    position = 0
    while position < len(pages):
        segments = pages[position + 26]
        sizes = pages[position + 27 : position + 27 + segments]
        end = position + 27 + segments + sum(sizes)
        struct.pack_into("<I", pages, position + 14, serial_number)
        struct.pack_into("<I", pages, position + 22, 0)
        struct.pack_into("<I", pages, position + 22, _checksum(pages[position:end]))
        position = end
    return bytes(pages)


def _table() -> tuple[int, ...]:
    entries = []
    for byte in range(256):
        value = byte << 24
        for _ in range(8):
            value = (value << 1) ^ (_POLYNOMIAL if value & 0x80000000 else 0)
        entries.append(value & 0xFFFFFFFF)
    return tuple(entries)


_CRC_TABLE = _table()


def _checksum(page: bytes | bytearray) -> int:
    value = 0
    for byte in page:
        value = (value << 8 & 0xFFFFFFFF) ^ _CRC_TABLE[(value >> 24) ^ byte]
    return value
