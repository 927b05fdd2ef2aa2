"""Files sent to a page as its browser sends them, and scored on hidden labels."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tornado.httpclient import HTTPResponse

from tests.hidden.sealed_corpus import MODEL, SPLIT, decisions
from tests.hidden.wire import Message, Visit, ask

FACE = "Header"
FIRST_NONCE = 770001
KEY = re.compile(rb'\\"key\\":\\"([A-Za-z0-9_-]{32})\\"')
ID = re.compile(rb'\\"id\\":\\"([0-9a-f]{16})\\"')
ENDED = ("done", "refused", "failed", "cancelled")


@dataclass(frozen=True)
class Sent:
    """What became of a file."""

    row: Message
    answers: tuple[HTTPResponse, ...]


def files(corpus: Path) -> dict[str, bytes]:
    """Return files of every kind: whole submissions, a probe, a broken one, probabilities, one once more."""
    whole = (corpus / f"{MODEL}-{SPLIT}.json").read_bytes()
    broken = decisions()
    broken["predictions"][0]["speaker_1"]["eot"] = [2.0, 1.0]
    return {
        "whole.json": whole,
        "later.json": json.dumps(later(0.001)).encode(),
        "probe.json": json.dumps(probe()).encode(),
        "broken.json": json.dumps(broken).encode(),
        "no-json.json": b"no JSON",
        "probs-eot.json": (corpus / f"probs-{SPLIT}.json").read_bytes(),
        "again.json": whole,
    }


def later(seconds: float) -> Any:
    """Return the decisions moved: by so little that neither label set's reply is another."""
    found = decisions()
    for row in found["predictions"]:
        for speaker in ("speaker_1", "speaker_2"):
            row[speaker] = {
                task: [round(time + seconds, 6) for time in times] for task, times in row[speaker].items()
            }
    return found


def probe() -> Any:
    """Return a submission of a single decision."""
    found = decisions()
    for row in found["predictions"]:
        row |= {f"speaker_{speaker}": {"eot": [], "interruption": []} for speaker in (1, 2)}
    found["predictions"][3]["speaker_1"]["eot"] = [3.5]
    return found


def uploads(visit: Visit) -> Message:
    """Return the panel of files as the page has it."""
    return visit.content("max_bytes", "rows")


def row_of(visit: Visit, nonce: int) -> Message:
    """Return a file's row."""
    return next((dict(one) for one in uploads(visit).get("rows", ()) if one["nonce"] == nonce), {})


def secrets_of(visit: Visit) -> dict[bytes, bytes]:
    """Return the random names that a session was told of its files, and what stands for them."""
    said = b"".join(visit.frames)
    ids = dict.fromkeys(ID.findall(said))
    found = {one: b"<upload %d>" % number for number, one in enumerate(ids)}
    return found | dict.fromkeys(KEY.findall(said), b"<key>")


async def send(
    visit: Visit,
    url: str,
    name: str,
    content: bytes,
    *,
    nonce: int = FIRST_NONCE,
    headers: Mapping[str, str] | None = None,
) -> Sent:
    """Send a file, have it read, and have it scored if it can be; return its row at the end."""
    await visit.send(FACE, {"type": "upload", "name": name, "bytes": len(content), "nonce": nonce})
    place = f"{url}/upload/{uploads(visit)['key']}/{row_of(visit, nonce)['id']}?offset="
    answers = [
        await ask(place + offset, method="PUT", body=content, headers=headers) for offset in ("7", "0", "0")
    ]
    await visit.send(FACE, {"type": "upload-sent", "upload": row_of(visit, nonce)["id"]})
    await visit.until(lambda _: row_of(visit, nonce)["stage"] in ENDED)
    if row_of(visit, nonce)["can_score"]:
        await visit.send(FACE, {"type": "upload-score", "upload": row_of(visit, nonce)["id"]})
        await visit.until(lambda _: row_of(visit, nonce)["hidden_text"] not in ("", "Scoring"))
    return Sent(row_of(visit, nonce), tuple(answers))
