"""The Range header, case by case."""

from __future__ import annotations

import pytest

from viewer.media.byte_ranges import ByteRange, UnsatisfiableRangeError, parse_range

LENGTH = 100


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("bytes=0-", 0, 99),
        ("bytes=0-0", 0, 0),
        ("bytes=99-99", 99, 99),
        ("bytes=99-", 99, 99),
        ("bytes=3-4", 3, 4),
        ("bytes=0-100", 0, 99),
        ("bytes=50-99999999999999999999", 50, 99),
        ("bytes=-1", 99, 99),
        ("bytes=-100", 0, 99),
        ("bytes=-101", 0, 99),
        ("BYTES = 1 - 2 ", 1, 2),
    ],
)
def test_a_range_that_exists_is_read(text: str, first: int, last: int) -> None:
    assert parse_range(text, LENGTH) == ByteRange(first, last)


@pytest.mark.parametrize("text", [None, "", "samples=0-1", "bytes=0-1,3-4", "bytes=0-0,-1"])
def test_no_range_another_unit_and_several_ranges_mean_the_whole(text: str | None) -> None:
    assert parse_range(text, LENGTH) is None


@pytest.mark.parametrize(
    "text",
    [
        "bytes=100-",
        "bytes=100-200",
        "bytes=-0",
        "bytes=4-3",
        "bytes=-",
        "bytes=",
        "bytes",
        "bytes=a-b",
        "bytes=--1",
        "bytes=1.5-2",
        "bytes=0x1-2",
        "bytes=1-2-3",
        "bytes=\u0661-",
        "bytes=+1-2",
        "bytes=" + "9" * 5000 + "-",
    ],
)
def test_bytes_that_do_not_exist_are_refused(text: str) -> None:
    with pytest.raises(UnsatisfiableRangeError, match="Range: expected one range of"):
        parse_range(text, LENGTH)


@pytest.mark.parametrize("text", ["bytes=0-", "bytes=-1"])
def test_nothing_has_no_range(text: str) -> None:
    with pytest.raises(UnsatisfiableRangeError, match="Range: expected one range of"):
        parse_range(text, 0)
