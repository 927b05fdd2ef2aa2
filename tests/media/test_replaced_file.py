"""A file that is replaced while the server runs is not played as if it were the old one."""

from __future__ import annotations

import os
import runpy
from pathlib import Path

import pytest
import soundfile
from bokeh.server import server, urls

from tests.loaders.building import sound, write_audio, write_folder
from tests.media.sites import serving_sources
from tests.servers import REPOSITORY
from viewer import workspace
from viewer.loaders import open_corpus
from viewer.media.library import Library
from viewer.media.sources import AudioSource
from viewer.workspace import fresh_workspace, shared_workspace


def test_a_file_that_was_replaced_is_a_short_answer(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = write_folder(tmp_path / "calls", "one") / "speaker_2_audio.wav"
    source = open_corpus(tmp_path / "calls").split().audio("one")
    assert source is not None
    with serving_sources([source], folder=tmp_path / "peaks") as site:
        addresses = [f"/viewer/media/{source.key}/{one}" for one in ("audio.wav", "pcm?start=0&stop=9")]
        assert [site.ask(one).status for one in addresses] == [200, 200]
        write_audio(path, sound(seed=9))
        os.utime(path, ns=(1, 1))
        for one in addresses:
            reply = site.ask(one)
            assert reply.status == 410
            assert reply.body == b"The recording has changed since it was opened.\n"
    assert "expected the file that was opened, found another or a changed one" in caplog.text


def test_a_file_that_is_replaced_between_the_look_and_the_reading_is_the_same_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_folder(tmp_path / "calls", "one") / "speaker_2_audio.wav"
    source = open_corpus(tmp_path / "calls").split().audio("one")
    assert source is not None
    looks = iter(["before"])

    def replaced_after_the_first_look(library: Library, key: str) -> AudioSource | None:
        found = look(library, key)
        if next(looks, None):
            write_audio(path, sound(seed=9))
            os.utime(path, ns=(1, 1))
        return found

    look = Library._unchanged
    monkeypatch.setattr(Library, "_unchanged", replaced_after_the_first_look)
    with serving_sources([source], folder=tmp_path / "peaks") as site:
        assert site.ask(f"/viewer/media/{source.key}/pcm?start=0&stop=9").status == 410


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of one sound of the corpus that the process shares."""
    path = write_folder(tmp_path / "calls", "one") / "speaker_2_audio.wav"
    write_folder(tmp_path / "calls", "two")
    monkeypatch.setenv("TURNBENCH_DATA", str(tmp_path / "calls"))
    monkeypatch.setattr(workspace, "_shared", [])
    shared_workspace().split()
    return path


def _keys() -> dict[str, str]:
    split = shared_workspace().split()
    return {name: sound.key for name in ("one", "two") if (sound := split.audio(name))}


def test_a_corpus_whose_files_are_the_same_stays_open(opened: Path) -> None:
    assert opened.exists()
    assert fresh_workspace() is shared_workspace()


def test_a_page_that_is_loaded_again_gets_the_changed_sound(opened: Path) -> None:
    before = _keys()
    write_audio(opened, sound(seed=9))
    os.utime(opened, ns=(1, 1))
    assert shared_workspace().split().audio("one") is not None, "nobody has asked anew"
    work = fresh_workspace().split()
    assert work is shared_workspace().split()
    after = _keys()
    assert after["one"] != before["one"]
    assert after["two"] == before["two"], "pages on other dialogues go on"
    found = work.audio("one")
    assert found is not None
    expected, _ = soundfile.read(opened, dtype="int16")
    assert found.read(0, found.samples)[:, 1].tolist() == expected.tolist()


def test_a_key_that_only_another_process_knows_opens_the_corpus_anew(
    opened: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(urls, "per_app_patterns", [])  # the hooks install their routes when they are run
    monkeypatch.setitem(vars(server), "bind_sockets", vars(server)["bind_sockets"])
    find_source = runpy.run_path(str(REPOSITORY / "viewer" / "app_hooks.py"))["find_source"]
    before = _keys()["one"]
    write_audio(opened, sound(seed=9))
    os.utime(opened, ns=(1, 1))
    (new,) = {
        found.key
        for found in workspace.open_workspace().split().audio_sources()
        if found.key not in _keys().values()
    }
    found = find_source(new)
    assert found is not None
    assert found.key == new
    assert find_source(before) is None


def test_a_sound_that_comes_back_after_it_was_broken_is_found(opened: Path) -> None:
    """Somebody exports a file anew: a page opened meanwhile sees half of it, the next one the whole."""
    whole = opened.read_bytes()
    opened.write_bytes(whole[:5000])
    assert fresh_workspace().split().audio("one") is None
    opened.write_bytes(whole)
    assert fresh_workspace().split().audio("one") is not None
