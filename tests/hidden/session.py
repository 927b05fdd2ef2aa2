"""The session that is recorded: it opens every page, asks for everything, and asks badly too."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from tornado.httpclient import HTTPResponse

from tests.hidden.declared import HOSTILE, MESSAGES, OUTSIDE_THE_APP, ROUTES
from tests.hidden.recording import Recording
from tests.hidden.sealed_corpus import MODEL, OPEN_SPLIT, SPLIT
from tests.hidden.sending import FIRST_NONCE, files, secrets_of, send, uploads
from tests.hidden.wire import QUIET_S, Message, Visit, ask
from tests.servers import Server
from viewer.loaders import open_corpus
from viewer.view_models.page_options import PAGES

FACE = "Header"
"""Most kinds of message may come from any face."""
FACES = {
    "clip": ("Timeline", "explore"),
    "outcomes": ("Playlist", "explore"),
    "leaderboard-file": ("BoardFace", "leaderboard"),
    "corpus-export": ("CorpusHead", "corpus"),
    "corpus-charts": ("CorpusHead", "corpus"),
    "save": ("ChartHead", "compare"),
    **dict.fromkeys(("theta", "keep"), ("SweepCurves", "sweep")),
    **dict.fromkeys(("sweep-list", "predictions"), ("SweepSide", "sweep")),
    **{kind: ("VerdictBar", "audit") for kind in MESSAGES if kind.startswith("audit-")},
}
"""Kind of message → the face that answers it itself, and the page that it is on."""
DRAGGED = ("settings", "reset")
"""Kinds of message that come in rows while a hand moves: the last texts are drawn when it rests."""
LONG_QUIET_S = 0.3
ANSWERED_LATER = ("find", "clip", "outcomes", "leaderboard-file", "corpus-export")
FIRST = "/viewer/media/{key}/peaks?bin=256"
HOSTILE_LINK = "?dialogue=%3Cb%3E&model=x&t=1e999,2&tau_max_s=nan&page=%3Cb%3E&pick=m:hit"
HOSTILE_VISITS = 3
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS")


async def record(server: Server, manifest: Path) -> Recording:
    """Record all that a server says to one session of everything."""
    found = Recording(manifest.parent, _port(server))
    link = f"?split={SPLIT}&dialogue=talk-06&model={MODEL}&event=eot-1-p-3.5&tau_pre_s=0.5&page=leaderboard"
    await asyncio.gather(
        _visit(server, found, "plain", "", plain_messages()),
        _visit(server, found, "link", link, asked("clip")),
        _visit(server, found, "files", f"?split={SPLIT}", [], corpus=manifest.parent),
        _visit(server, found, "pages", f"?split={SPLIT}&page=corpus", page_messages(), taps=True),
        *(
            _visit(server, found, f"hostile {part}", HOSTILE_LINK, hostile_messages()[part::HOSTILE_VISITS])
            for part in range(HOSTILE_VISITS)
        ),
        _ask_everything(server, found, manifest),
    )
    return found


async def record_a_little(server: Server, manifest: Path) -> Recording:
    """Record a page, an export and a stretch of sound."""
    found = Recording(manifest.parent, _port(server))
    await _visit(server, found, "short", "", asked("clip")[:1])
    key = _keys(manifest)[0]
    await _ask(found, server.url.removesuffix("/viewer"), f"/viewer/media/{key}/pcm?start=0&stop=8")
    return found


def _port(server: Server) -> int:
    return int(server.url.rpartition(":")[2].partition("/")[0])


def _keys(manifest: Path) -> list[str]:
    """Return the keys under which the sound of the hidden split is served."""
    split = open_corpus(manifest).split(SPLIT)
    return [one.key for name in split.conversation_ids if (one := split.audio(name)) is not None]


def asked(kind: str) -> list[Message]:
    """Return the messages of a kind that make sense."""
    return [{"type": kind, **fields} for fields in MESSAGES[kind]]


def plain_messages() -> list[Message]:
    """Return all messages that make sense, one after the other."""
    return [message for kind in MESSAGES for message in asked(kind)]


def page_messages() -> list[Message]:
    """Return what opens every page of both splits, and chooses each option on each of the hidden one."""
    found: list[Message] = []
    for page in PAGES:
        to_page = {"type": "page", "page": page}
        chosen = {one["name"]: one for one in reversed(asked("option")) if one["value"]}
        found += [to_page, *chosen.values(), {"type": "task", "task": "int"}, asked("pick")[0], to_page]
        found += [{"type": "split", "split": OPEN_SPLIT}, to_page, {"type": "split", "split": SPLIT}]
    return found


def hostile_messages() -> list[Message]:
    """Return messages with every field of every kind spoiled in a way of its own."""
    found: list[Message] = [{"type": "no such kind"}, {"type": None}, {}]
    nonces = itertools.count(730001)  # an answer that is the same as the one before would not be sent
    for kind, examples in MESSAGES.items():
        fields = sorted({name for one in examples for name in one} - {"nonce"})
        found.append({"type": kind})
        for number, name in enumerate(fields):
            for value in (HOSTILE[(number + shift) % len(HOSTILE)] for shift in (0, 3, 7)):
                nonce = {"nonce": next(nonces)} if "nonce" in examples[0] else {}
                found.append({"type": kind, **examples[0], **nonce, name: value})
    return found


async def _visit(
    server: Server,
    recording: Recording,
    name: str,
    query: str,
    messages: Sequence[Message],
    *,
    taps: bool = False,
    corpus: Path | None = None,
) -> None:
    visit = await Visit.at(server.url + query)
    for message in messages:
        since = len(visit.frames)
        kind = str(message.get("type"))
        face, page = FACES.get(kind, (FACE, ""))
        if page:
            await visit.send(FACE, {"type": "page", "page": page})
        await visit.send(face, message, quiet_s=LONG_QUIET_S if kind in DRAGGED else QUIET_S)
        nonce = message.get("nonce")
        if message.get("type") in ANSWERED_LATER and isinstance(nonce, int) and _is_whole(message):
            await visit.until(partial(_holds, b"%d" % nonce), since=since)
        if taps and message["type"] == "page":
            await visit.tap(0)
            await visit.tap(10**6)
    answers = [] if corpus is None else await _send_files(visit, server.url, corpus)
    await visit.close()
    token = re.search(rb'"token":\s*"([^"]+)"', visit.page.body)
    assert token is not None
    known = {token[1]: b"<token>", **secrets_of(visit)}
    recording.add_answer(f"{name}: page", visit.page, known)
    for number, answer in enumerate(answers):
        recording.add_answer(f"{name}: chunk {number}", answer, known)
    recording.add_frames(f"{name}: changes", visit.changes(), known)
    recording.add_frames(f"{name}: replies", visit.replies(), known)


async def _send_files(visit: Visit, url: str, corpus: Path) -> list[HTTPResponse]:
    """Send every kind of file and do with it what can be done; return what the route answered."""
    answers: list[HTTPResponse] = []
    for number, (name, content) in enumerate(files(corpus).items()):
        found = await send(visit, url, name, content, nonce=FIRST_NONCE + number)
        answers += found.answers
        if found.row["id"]:
            for kind in ("upload-save", "upload-name"):
                await visit.send(FACE, {"type": kind, "upload": found.row["id"], "name": f"mine {number}"})
    for row in uploads(visit)["rows"][::2]:
        await visit.send(FACE, {"type": "upload-remove", "upload": row["id"]})
    return answers


def _holds(text: bytes, frames: list[bytes]) -> bool:
    return any(text in frame for frame in frames)


def _is_whole(message: Message) -> bool:
    return message.get("type") != "find" or isinstance(message.get("text"), str)


async def _ask_everything(server: Server, recording: Recording, manifest: Path) -> None:
    origin = server.url.removesuffix("/viewer")
    keys = _keys(manifest)
    everything = [path for paths in ROUTES.values() for path in paths]
    of_a_sound = [path for path in everything if "{key}" in path]
    for key in (keys[0], keys[-1], "0" * 32):
        # The whole first: how far a build under way has come is a question of time.
        for path in (FIRST, *of_a_sound):
            await _ask(recording, origin, path.format(key=key))
    await _ask(recording, origin, FIRST.format(key=keys[1]))
    for path in (*everything, *OUTSIDE_THE_APP):
        for method in METHODS:
            await _ask(recording, origin, path.format(key=keys[1]), method=method)
    for part in ("bytes=40-99", "bytes=9999999-"):
        await _ask(recording, origin, f"/viewer/media/{keys[1]}/audio.wav", headers={"Range": part})


async def _ask(
    recording: Recording,
    origin: str,
    path: str,
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
) -> None:
    answer = await ask(origin + path, method=method, headers=headers)
    token = re.search(rb'"?token"?:\s*"([^"]+)"', answer.body or b"")
    name = " ".join((method, path, *(headers or {}).values()))
    recording.add_answer(name, answer, {token[1]: b"<token>"} if token else {})
