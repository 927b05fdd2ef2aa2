"""A server killed while it fills its caches: no later server takes a half-written file for whole."""

from __future__ import annotations

import http.client
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from tests.servers import Server
from tests.soak.conftest import Note
from tests.soak.hosts import hosting
from tests.soak.recordings import (
    Expected,
    all_answers,
    digest_of,
    expect,
    finished_files,
    unfinished_files,
    write_long_recordings,
    wrong_files,
)
from tests.soak.settings import KILLS

pytestmark = [pytest.mark.soak, pytest.mark.serve]

ALL_FILES = 4
"""Peaks of both recordings, decoded samples of both Opus channels."""
MOMENT_S = 0.05
COMPILES_EVERY = 5
GONE = (OSError, http.client.HTTPException)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_long_recordings(tmp_path_factory.mktemp("long"), np.random.default_rng(9))


@pytest.fixture(scope="module")
def expected(corpus: Path) -> Expected:
    return expect(corpus)


def _environment(corpus: Path, cache: Path, *, compiles: bool = False) -> dict[str, str]:
    """Name corpus and cache; with ``compiles`` machine code too is written into the cache that is killed."""
    own_code = {"NUMBA_CACHE_DIR": ""} if compiles else {}
    return {"TURNBENCH_DATA": str(corpus), "TURNBENCH_CACHE": str(cache), **own_code}


def _ask_in_vain(server: Server, path: str) -> None:
    with suppress(*GONE):
        digest_of(server, path)


def _start_asking(server: Server, expected: Expected) -> list[Thread]:
    askers = [Thread(target=_ask_in_vain, args=(server, path)) for path in expected.answers]
    for asker in askers:
        asker.start()
    return askers


def _wait_for_a_writer(cache: Path, *, suffix: str, limit_s: float) -> None:
    """Wait until a file of a folder is being written, or has been."""
    deadline = time.monotonic() + limit_s
    folder = cache / suffix
    while time.monotonic() < deadline and not any(folder.glob(".writing-*")):
        if any(folder.glob(f"*.{suffix}")):
            return
        time.sleep(0.0005)


def test_a_server_killed_at_any_moment_leaves_nothing_that_is_taken_for_whole(
    corpus: Path, expected: Expected, tmp_path: Path, rng: np.random.Generator, note: Note
) -> None:
    whole_s = _time_of_a_whole_build(corpus, expected, tmp_path)
    half_built = 0
    half_written = {"peaks": 0, "pcm": 0}
    for kill in range(KILLS):
        cache = tmp_path / f"cache-{kill}"
        environment = _environment(corpus, cache, compiles=kill % COMPILES_EVERY == 0)
        with hosting(tmp_path / f"log-{kill}", environment=environment) as host:
            askers = _start_asking(host.start(), expected)
            if kill % 2:  # while a file is being written: samples for long, peaks for a moment
                _wait_for_a_writer(cache, suffix=("peaks", "pcm")[kill // 2 % 2], limit_s=2 * whole_s)
                time.sleep(rng.uniform(0, MOMENT_S) if kill // 2 % 2 else 0)
            else:
                time.sleep(rng.uniform(0, whole_s))
            host.kill()
            for asker in askers:
                asker.join()
            half_built += len(finished_files(cache)) < ALL_FILES
            for folder in {path.parent.name for path in unfinished_files(cache)} & set(half_written):
                half_written[folder] += 1
            assert list(wrong_files(cache, expected)) == [], f"after kill {kill}"

            server = host.start()
            assert all_answers(server, expected) == expected.answers, f"after kill {kill}"
            assert list(wrong_files(cache, expected)) == []
            assert len(finished_files(cache)) == ALL_FILES
            assert server.bugs() == []
    note("kills", KILLS)
    note("a whole build takes, s", whole_s)
    note("kills before the caches were full", half_built)
    note("kills while a file was being written, by folder", half_written)
    assert half_built > 0
    assert half_written["pcm"] > 0


def _time_of_a_whole_build(corpus: Path, expected: Expected, folder: Path) -> float:
    """Return how long a server takes to answer everything with an empty cache."""
    cache = folder / "cache-whole"
    with hosting(folder / "log-whole", environment=_environment(corpus, cache)) as host:
        server = host.start()
        start = time.monotonic()
        assert all_answers(server, expected) == expected.answers
        return time.monotonic() - start


def test_two_servers_fill_one_cache_together_and_one_outlives_the_other(
    corpus: Path, expected: Expected, tmp_path: Path, note: Note
) -> None:
    cache = tmp_path / "cache"
    environment = _environment(corpus, cache)
    with (
        hosting(tmp_path / "log-1", environment=environment) as first,
        hosting(tmp_path / "log-2", environment=environment) as second,
    ):
        servers = [first.start(), second.start()]
        askers = _start_asking(servers[0], expected)
        assert all_answers(servers[1], expected) == expected.answers
        for asker in askers:
            asker.join()
        assert all_answers(servers[0], expected) == expected.answers
        assert unfinished_files(cache) == []
        assert len(finished_files(cache)) == ALL_FILES

        first.kill()
        second.kill()
        for path in finished_files(cache):
            path.unlink()
        askers = _start_asking(first.start(), expected)
        survivor = second.start()
        _wait_for_a_writer(cache, suffix="pcm", limit_s=30)
        first.kill()
        assert all_answers(survivor, expected) == expected.answers
        for asker in askers:
            asker.join()
        note("files that the killed one left", len(unfinished_files(cache)))
        assert list(wrong_files(cache, expected)) == []
        assert [bug for server in (*servers, survivor) for bug in server.bugs()] == []
