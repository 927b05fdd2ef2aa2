"""Whose scorings are counted together in team mode: a name counts only where it had to be proved."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tests.gate.serving import logged_in, serving_in
from tests.hidden.sealed_corpus import SPLIT, write_corpus, write_sound
from tests.hidden.sending import later, send
from tests.hidden.wire import Message, Visit

pytestmark = pytest.mark.serve
PASSWORD = "a long secret"
BEYOND = "expected at most 1 different submissions"


@pytest.fixture(scope="module")
def manifest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sealed")
    write_sound(folder / "sound")
    return write_corpus(folder / "corpus", "alpha", folder / "sound")


def told_to_two_users(folder: Path, manifest: Path, basic_auth: str) -> list[Message]:
    """Return the rows of two users' files, scored one after the other where each has one scoring."""
    variables = {
        "TURNBENCH_DATA": str(manifest),
        "TURNBENCH_CACHE": str(folder / "cache"),
        "TURNBENCH_SCORINGS": str(folder / "scorings.sqlite"),
        "TURNBENCH_SCORINGS_LIMIT": "1",
    }
    login = ("--basic-auth", basic_auth, "--cookie-secret", "x" * 32)
    with serving_in("team", folder, *login, **variables) as port:
        address = f"http://127.0.0.1:{port}/viewer"

        async def score(user: str, moved_s: float) -> Message:
            headers = logged_in(port, user, PASSWORD)
            visit = await Visit.at(f"{address}?split={SPLIT}", headers=headers)
            content = json.dumps(later(moved_s)).encode()
            sent = await send(visit, address, f"{user}.json", content, headers=headers)
            await visit.close()
            return sent.row

        return [asyncio.run(score("ada", 0.001)), asyncio.run(score("bob", 0.002))]


def test_with_one_password_for_all_there_is_one_count(tmp_path: Path, manifest: Path) -> None:
    ada, bob = told_to_two_users(tmp_path, manifest, PASSWORD)
    assert ada["hidden"][0]["recall"] == "0.750"
    assert bob["hidden"] == []
    assert BEYOND in bob["hidden_text"]


def test_with_a_password_for_each_there_is_a_count_for_each(tmp_path: Path, manifest: Path) -> None:
    users = tmp_path / "users.json"
    users.write_text(json.dumps({"ada": PASSWORD, "bob": PASSWORD}), encoding="utf-8")
    for row in told_to_two_users(tmp_path, manifest, str(users)):
        assert row["hidden"][0]["recall"] == "0.750"
