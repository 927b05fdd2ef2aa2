"""Whoever asks a server for everything learns nothing that depends on hidden labels.

The same session is recorded against two label sets that are pooled to one rounded reply: page, socket,
HTTP answers with their headers, exports, errors, the server's log, and what is left in its cache.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, closing
from pathlib import Path

import pytest

from tests.hidden.leaking import WAYS
from tests.hidden.other_formats import FORMATS, write_as
from tests.hidden.recording import Recording, differences
from tests.hidden.sealed_corpus import SECRET, SETS, Which, write_corpus, write_sound
from tests.hidden.session import FACES, record, record_a_little
from tests.hidden.spoiling import FAULTS, QUOTABLE, spoil
from tests.servers import Server, serving

pytestmark = pytest.mark.serve
Record = Callable[[Server, Path], Awaitable[Recording]]


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> dict[Which, Path]:
    """The manifests of both corpora; their sound is the same files."""
    folder = tmp_path_factory.mktemp("sealed")
    write_sound(folder / "sound")
    return {which: write_corpus(folder / which / "corpus", which, folder / "sound") for which in SETS}


def recorded(
    corpora: dict[Which, Path], folder: Path, made_by: Record, *, module: str = "panel"
) -> list[Recording]:
    """Serve both corpora and record both at the same time."""
    places = {which: folder / which for which in corpora}
    starts = list[AbstractContextManager[Server]]()
    with ExitStack() as running, ThreadPoolExecutor() as hands:
        for which, manifest in corpora.items():
            cache = places[which] / "cache"
            cache.mkdir(parents=True)
            environment = {
                "TURNBENCH_DATA": str(manifest),
                "TURNBENCH_CACHE": str(cache),
                "TURNBENCH_SCORINGS": str(places[which] / "scorings.sqlite"),
                "TURNBENCH_DB": str(places[which] / "journal.sqlite"),
                "TURNBENCH_SAVED_MODELS": str(cache / "saved"),
                "TURNBENCH_SCORINGS_LIMIT": "10",
                "PYTHONHASHSEED": "0",  # sets of Bokeh's are sent in their order
            }
            starts.append(serving(places[which] / "log", environment=environment, module=module))
        servers = list(zip(hands.map(running.enter_context, starts), corpora.values(), strict=True))

        async def both() -> list[Recording]:
            return list(await asyncio.gather(*(made_by(*one) for one in servers)))

        found = asyncio.run(both())
    for recording, place in zip(found, places.values(), strict=True):
        recording.add_files(place / "cache")
        recording.add_log((place / "log").read_bytes())
        recording.add("scorings", repr(counted(place / "scorings.sqlite")).encode())
    return found


def counted(path: Path) -> list[tuple[str, str, str]]:
    """Return what the count of scorings holds, but for when."""
    if not path.exists():
        return []
    with closing(sqlite3.connect(path)) as file:
        return sorted(file.execute("SELECT split, user, content FROM scorings"))


def test_nothing_that_a_server_says_depends_on_hidden_labels(
    corpora: dict[Which, Path], tmp_path: Path
) -> None:
    alpha, beta = recorded(corpora, tmp_path, record)
    assert differences(alpha, beta) == {}
    said = alpha.parts["plain: changes"] + alpha.parts["pages: changes"]
    assert all(f'"{face}"'.encode() in said + alpha.parts["plain: replies"] for face, _ in FACES.values())
    assert len(said) > 400_000
    opened = f"{SECRET} open".encode()  # the open split's own labels are shown
    assert opened in alpha.parts["plain: changes"]
    for name, content in alpha.parts.items():
        assert f"{SECRET} alpha".encode() not in content, name
    scored = alpha.parts["files: changes"]
    for told in (
        b"0.750",
        b"0.875",
        b"0.250",
        b"300",
        b"700",
        b"fewer than 12 decisions",
        b"7 scorings of 10 left",
    ):
        assert told in scored, told
    bugs = alpha.parts["log"].count(b"Traceback")
    assert bugs == alpha.parts["log"].count(b"500 OPTIONS /viewer/autoload.js")  # Bokeh's own


@pytest.mark.parametrize("form", FORMATS)
def test_nor_does_it_where_labels_lie_in_one_file_with_the_rest(
    corpora: dict[Which, Path], tmp_path: Path, form: str
) -> None:
    sound = corpora["alpha"].parents[2] / "sound"
    others = {which: write_as(form, tmp_path / f"{which}-corpus", which, sound) for which in SETS}
    alpha, beta = recorded(others, tmp_path, record_a_little)
    assert differences(alpha, beta) == {}
    assert b"talk-11" in alpha.parts["short: replies"]
    for name, content in alpha.parts.items():
        assert SECRET.encode() not in content, name


def test_of_labels_that_are_spoiled_a_server_says_nothing(corpora: dict[Which, Path], tmp_path: Path) -> None:
    sound = corpora["alpha"].parents[2] / "sound"
    pair: dict[Which, Path] = {
        which: write_corpus(tmp_path / f"{which}-corpus", "alpha", sound) for which in SETS
    }
    for number, fault in enumerate(FAULTS):
        spoil(pair["beta"].parent, fault, dialogue=f"talk-{number:02}")
    whole, spoiled = recorded(pair, tmp_path, record_a_little)
    assert differences(whole, spoiled) == {}
    for name, content in spoiled.parts.items():
        assert not any(one.encode() in content for one in QUOTABLE), name


def test_a_hole_of_any_kind_is_seen(corpora: dict[Which, Path], tmp_path: Path) -> None:
    alpha, beta = recorded(corpora, tmp_path, record_a_little, module="tests.hidden.leaking")
    found = differences(alpha, beta)
    seen = {
        "page": any(name == "short: replies" for name in found),
        "header": any(name.endswith("pcm?start=0&stop=8 head") for name in found),
        "log": "log" in found,
        "file": "file leak" in found,
    }
    assert seen == dict.fromkeys(WAYS, True)
