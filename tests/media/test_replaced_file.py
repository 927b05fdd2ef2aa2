"""A file that is replaced while the server runs is not played as if it were the old one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.loaders.building import sound, write_audio, write_folder
from tests.media.sites import serving_sources
from viewer.loaders import open_corpus


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
