"""What a server said, byte for byte, but for what is another in every run.

Each replacement has a rule as narrow as its reason:

=====================  ================================================================================
`<token>`              the session token of a page: random, signed with the time
`<uuid 0>`, …          names that Bokeh gives to a document and its elements: random
`<id 0>`, …            Bokeh's counter of models and messages, which all sessions of a process share: each
                       is named by its place in the order in which a visit meets them
`<number 0>`, …        Param's counter of objects at the end of their names, likewise
`<date>`               the header Date
`<digest>`, `<length>` the headers Etag and Content-Length, only where they are the digest and the length of a
                       body with a token in it: that body itself is compared
`<root>`, `<port>`     where the corpus of this recording lies, and where its server listens
`<time>`, `<took>`     what a line of the log begins with, and how long Tornado says a request took
`<key>`, `<upload 0>`  the random names under which a session sends its files, as its page was told them
`<process>`            the random name of the folder in which a process keeps such files
`<shard>`              the name of what is remembered of a shard: a digest of its place, size and time of
                       change; the content is compared
`<pid>`                the process that the server names in its log
=====================  ================================================================================
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from tornado.httpclient import HTTPResponse

UUID = re.compile(rb"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
BOKEH_ID = re.compile(rb'(?<=["\':])p\d{4,}(?=["\'])')
PARAM_NUMBER = re.compile(rb'(?P<kept>"name":"[A-Z][A-Za-z]+)\d{5,}(?=")')
SHARD_NAME = re.compile(r"(?<=headers/)[0-9a-f]{32}")
PROCESS_NAME = re.compile(r"(?<=/p-)[0-9a-f]{16}")
LOG_TIME = re.compile(rb"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}", re.MULTILINE)
LOG_TOOK = re.compile(rb"(?<=\) )\d+\.\d\dms$", re.MULTILINE)
LOG_UPLOAD = re.compile(rb"(?<=PUT /viewer/upload/)[A-Za-z0-9_-]{32}/[0-9a-f]{16}")
LOG_NUMBER = re.compile(rb"(?<=WARNING:param\.Column)\d{5,}")
LOG_PID = re.compile(rb"(?<=with process id: )\d+")
Known = Mapping[bytes, bytes]
"""What is random and known to who recorded it → what stands for it."""


@dataclass
class Recording:
    """All that was recorded, by name.

    Parameters
    ----------
    root, port
        Where the corpus lies and where the server listens: another place in every recording.
    """

    root: Path
    port: int
    parts: dict[str, bytes] = field(default_factory=dict)

    def add(self, name: str, content: bytes, known: Known = MappingProxyType({})) -> None:
        """Add something that was said; what is random and known is replaced."""
        if name in self.parts:
            raise ValueError(f"recording: expected each name once, found {name} twice")
        self.parts[name] = self._plain(content, known)

    def add_answer(self, name: str, answer: HTTPResponse, known: Known = MappingProxyType({})) -> None:
        """Add an HTTP answer: its status, every header in its order, and its body."""
        body = answer.body or b""
        lines = [f"{answer.code} {answer.reason}"]
        for header, value in answer.headers.get_all():
            lines.append(
                f"{header}: {_header(header, value, body, has_token=any(one in body for one in known))}"
            )
        self.add(f"{name} head", "\n".join(lines).encode(), known)
        self.add(f"{name} body", body, known)

    def add_frames(self, name: str, frames: Iterable[bytes], known: Known) -> None:
        """Add what came through a socket, in order, binary buffers too."""
        self.add(name, b"\n<frame>\n".join(frames), known)

    def add_log(self, content: bytes) -> None:
        """Add the log of the server; its lines sorted, since visits are paid at the same time."""
        rules = (
            (LOG_TIME, b"<time>"),
            (LOG_TOOK, b"<took>"),
            (LOG_PID, b"<pid>"),
            (LOG_UPLOAD, b"<key>/<upload>"),
            (LOG_NUMBER, b"<number>"),
        )
        for pattern, name in rules:
            content = pattern.sub(name, content)
        self.add("log", b"\n".join(sorted(content.splitlines())))

    def add_files(self, folder: Path) -> None:
        """Add every file below a folder."""
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                name = path.relative_to(folder).as_posix()
                for pattern, stand_in in ((SHARD_NAME, "<shard>"), (PROCESS_NAME, "<process>")):
                    name = pattern.sub(stand_in, name)
                self.add(f"file {name}", path.read_bytes())

    def _plain(self, content: bytes, known: Known) -> bytes:
        for name, stand_in in known.items():
            content = content.replace(name, stand_in)
        content = content.replace(str(self.root).encode(), b"<root>")
        content = content.replace(f":{self.port}".encode(), b":<port>")
        for name, pattern in ((b"uuid", UUID), (b"id", BOKEH_ID), (b"number", PARAM_NUMBER)):
            content = _numbered(pattern, name, content)
        return content


def _header(header: str, value: str, body: bytes, *, has_token: bool) -> str:
    if header == "Date":
        return "<date>"
    if has_token and header == "Etag" and value == f'"{hashlib.sha1(body).hexdigest()}"':
        return "<digest>"
    return "<length>" if has_token and header == "Content-Length" and value == str(len(body)) else value


def _numbered(pattern: re.Pattern[bytes], name: bytes, content: bytes) -> bytes:
    """Replace each match by its place in the order of first appearance."""
    seen: dict[bytes, int] = {}

    def number(found: re.Match[bytes]) -> bytes:
        kept = found.groupdict().get("kept", b"")
        return b"%s<%s %d>" % (kept, name, seen.setdefault(found[0], len(seen)))

    return pattern.sub(number, content)


def differences(one: Recording, other: Recording) -> dict[str, str]:
    """Return the names of what is not the same in two recordings, with where it first differs."""
    names = [*one.parts, *(name for name in other.parts if name not in one.parts)]
    return {
        name: _first_difference(one.parts.get(name, b"<absent>"), other.parts.get(name, b"<absent>"))
        for name in names
        if one.parts.get(name) != other.parts.get(name)
    }


def _first_difference(one: bytes, other: bytes) -> str:
    at = next((n for n, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    at = min(len(one), len(other)) if at is None else at
    shown = slice(max(0, at - 80), at + 80)
    return f"at byte {at} of {len(one)} and {len(other)}: {one[shown]!r} and {other[shown]!r}"
