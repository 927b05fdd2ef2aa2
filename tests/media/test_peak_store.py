"""Peaks are built once, kept, and never trusted when in doubt."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from tests.media.sites import FakeSource, Waiting, noise
from tests.servers import REPOSITORY
from viewer.media import peak_files
from viewer.media.growth import Growth
from viewer.media.peak_store import Peaks, PeakStore, peaks_folder
from viewer.signals.peaks import peaks

SAMPLES = 300_001


@pytest.fixture
def source() -> FakeSource:
    return FakeSource("../../etc/passwd", noise(SAMPLES))


def asked(source: FakeSource, folder: Path) -> Peaks:
    """Ask a new store, as a new process would."""
    store = PeakStore(folder=lambda: folder)
    try:
        return store.request(source).result(30)
    finally:
        store.close()


def test_a_recording_is_built_block_by_block_and_equals_the_whole(source: FakeSource) -> None:
    np.testing.assert_array_equal(Growth(source).build()[0], peaks(source.pcm))
    assert len(source.reads) > 1


def test_both_levels_are_answered(source: FakeSource, tmp_path: Path) -> None:
    found = asked(source, tmp_path)
    np.testing.assert_array_equal(found.level(256), peaks(source.pcm))
    np.testing.assert_array_equal(found.level(4096), peaks(source.pcm, samples_per_bin=4096))


def test_a_second_process_reads_the_file_and_not_the_recording(source: FakeSource, tmp_path: Path) -> None:
    first = asked(source, tmp_path)
    source.reads.clear()
    second = asked(source, tmp_path)
    assert source.reads == []
    np.testing.assert_array_equal(first.fine, second.fine)
    np.testing.assert_array_equal(first.coarse, second.coarse)


def test_the_key_never_forms_a_path(source: FakeSource, tmp_path: Path) -> None:
    asked(source, tmp_path / "peaks")
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path.parent for path in files] == [tmp_path / "peaks"]
    assert files[0].suffix == ".peaks"


def damage(content: bytes, how: str) -> bytes:
    return {
        "empty": b"",
        "cut in the header": content[:10],
        "cut in the body": content[:-1],
        "longer": content + b"\0",
        "one bit": content[:500] + bytes([content[500] ^ 1]) + content[501:],
        "another layout": b"TBPEAKS0" + content[8:],
        "zeros": bytes(len(content)),
    }[how]


@pytest.mark.parametrize(
    "how",
    ["empty", "cut in the header", "cut in the body", "longer", "one bit", "another layout", "zeros"],
)
def test_a_damaged_file_is_built_again(
    source: FakeSource, tmp_path: Path, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    asked(source, tmp_path)
    file = peak_files.path_of(tmp_path, source.key)
    good = file.read_bytes()
    file.write_bytes(damage(good, how))

    np.testing.assert_array_equal(asked(source, tmp_path).fine, peaks(source.pcm))
    assert "damaged or of another recording" in caplog.text
    assert file.read_bytes() == good


def test_a_file_of_a_recording_of_another_length_is_built_again(source: FakeSource, tmp_path: Path) -> None:
    asked(source, tmp_path)
    longer = FakeSource(source.key, noise(SAMPLES + 1))
    np.testing.assert_array_equal(asked(longer, tmp_path).fine, peaks(longer.pcm))


def test_without_a_folder_to_write_in_peaks_are_answered_all_the_same(
    source: FakeSource, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_bytes(b"")
    np.testing.assert_array_equal(asked(source, tmp_path / "file" / "peaks").fine, peaks(source.pcm))
    assert "peaks are not kept on disk" in caplog.text


def test_without_a_cache_folder_peaks_are_answered_all_the_same(source: FakeSource) -> None:
    def refuse() -> Path:
        raise PermissionError("read-only")

    store = PeakStore(folder=refuse)
    np.testing.assert_array_equal(store.request(source).result(30).fine, peaks(source.pcm))
    store.close()


def test_a_write_that_fails_leaves_no_part_behind(
    source: FakeSource, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_descriptor: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", refuse)
    asked(source, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_threads_that_ask_together_build_once(tmp_path: Path) -> None:
    source = Waiting("k", noise(SAMPLES))
    store = PeakStore(folder=lambda: tmp_path)
    with ThreadPoolExecutor(8) as askers:
        futures = list(askers.map(store.request, [source] * 8))
    source.gate.set()
    results = [future.result(30) for future in futures]
    store.close()
    assert all(result is results[0] for result in results)
    assert sum(stop - start for start, stop in source.reads) == SAMPLES


BUILDER = """
import sys
from pathlib import Path
from tests.media.sites import FakeSource, noise
from viewer.media.peak_store import PeakStore
folder = Path(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
store = PeakStore(folder=lambda: folder)
print(int(store.request(FakeSource("k", noise({samples}))).result(60).fine.sum(dtype="int64")))
store.close()
"""


def test_two_processes_that_build_together_leave_one_whole_file(tmp_path: Path) -> None:
    program = [sys.executable, "-c", BUILDER.format(samples=SAMPLES), str(tmp_path)]
    builders = [
        subprocess.Popen(program, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    for builder in builders:
        assert builder.stdout is not None
        assert builder.stdout.readline() == "ready\n"
    answers = {builder.communicate("go\n", timeout=60)[0].strip() for builder in builders}

    expected = peaks(noise(SAMPLES))
    assert answers == {str(int(expected.sum(dtype="int64")))}
    assert [path.name for path in tmp_path.iterdir()] == [peak_files.path_of(tmp_path, "k").name]
    kept = peak_files.load(peak_files.path_of(tmp_path, "k"), samples=SAMPLES)
    np.testing.assert_array_equal(kept, expected)


def test_a_build_that_failed_is_tried_again(source: FakeSource, tmp_path: Path) -> None:
    source.fails_from = SAMPLES // 2
    store = PeakStore(folder=lambda: tmp_path)
    with pytest.raises(OSError, match="no sync code found"):
        store.request(source).result(30)
    store.close()  # so that the failure has been noted
    source.fails_from = None
    np.testing.assert_array_equal(store.request(source).result(30).fine, peaks(source.pcm))
    store.close()


def test_only_the_last_few_stay_in_memory(tmp_path: Path) -> None:
    store = PeakStore(folder=lambda: tmp_path, kept=2)
    sources = [FakeSource(str(number), noise(1000, seed=number)) for number in range(3)]
    first, second, third = (store.request(source) for source in sources)
    for future in (first, second, third):
        future.result(30)
    assert store.request(sources[2]) is third
    assert store.request(sources[1]) is second
    store.request(FakeSource("new", noise(10))).result(30)
    assert store.request(sources[1]) is second
    assert store.request(sources[0]) is not first
    store.close()


def test_the_default_folder_lies_in_the_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TURNBENCH_CACHE", str(tmp_path))
    assert peaks_folder() == tmp_path / "peaks"
