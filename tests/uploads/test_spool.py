"""The bytes of uploads: bounded, of one session alone, gone with it, and with a process that was killed."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from viewer.errors import UploadError
from viewer.uploads import Limits, Spool
from viewer.uploads.spool import SessionFolder

SMALL = Limits(file_bytes=100, session_bytes=150, session_files=3, server_bytes=250)


@pytest.fixture
def spool(tmp_path: Path) -> Spool:
    return Spool(tmp_path / "uploads", SMALL)


@pytest.fixture
def folder(spool: Spool) -> SessionFolder:
    return spool.open_session("key")


def left(root: Path) -> list[str]:
    return sorted(path.name for path in root.rglob("*") if path.is_file() and path.suffix != ".alive")


def test_chunks_that_follow_on_are_the_file(folder: SessionFolder) -> None:
    upload = folder.begin(7)
    assert folder.append(upload, 0, b"abc") == 3
    assert folder.append(upload, 3, b"defg") == 7
    assert folder.path_of(upload).read_bytes() == b"abcdefg"
    assert folder.size_of(upload) == 7


@pytest.mark.parametrize("offset", [0, 2, 4, 10**9])
def test_a_chunk_that_does_not_follow_on_changes_nothing(folder: SessionFolder, offset: int) -> None:
    upload = folder.begin(9)
    folder.append(upload, 0, b"abc")
    assert folder.append(upload, offset, b"xyz") == 3
    assert folder.path_of(upload).read_bytes() == b"abc"


def test_a_file_is_no_longer_than_it_said(folder: SessionFolder) -> None:
    upload = folder.begin(3)
    with pytest.raises(UploadError, match="expected 3 bytes as announced, found more"):
        folder.append(upload, 0, b"abcd")
    assert folder.size_of(upload) == 0


@pytest.mark.parametrize("upload", ["0" * 16, "", "../../etc/passwd", "0" * 15 + "/", "x" * 16])
def test_what_was_never_begun_takes_nothing(folder: SessionFolder, upload: str) -> None:
    with pytest.raises(UploadError, match=r"expected an upload .*, found none"):
        folder.append(upload, 0, b"abc")
    assert folder.size_of(upload) == 0


def test_a_file_beyond_the_limit_is_refused_and_leaves_nothing(folder: SessionFolder, tmp_path: Path) -> None:
    with pytest.raises(UploadError, match="expected a file of at most 1 kB, found 1 kB"):
        folder.begin(101)
    assert folder.begin(100)
    assert len(left(tmp_path)) == 2


def test_the_words_tell_a_byte_too_many_from_none() -> None:
    limits = Limits()
    with pytest.raises(UploadError, match=r"expected a file of at most 200 MB, found 200\.1 MB"):
        SessionFolder(Path("none"), Path("none"), limits).begin(limits.file_bytes + 1)


def test_a_session_takes_so_much_and_so_many_files_at_a_time(folder: SessionFolder, tmp_path: Path) -> None:
    first = folder.begin(100)
    with pytest.raises(UploadError, match="remove a file first"):
        folder.begin(51)
    assert len(left(tmp_path)) == 2
    folder.remove(first)
    for _ in range(3):
        folder.begin(1)
    with pytest.raises(UploadError, match="expected at most 3 files at a time, found one more"):
        folder.begin(1)


def test_what_numbers_take_counts_too(folder: SessionFolder) -> None:
    upload = folder.begin(10)
    with pytest.raises(UploadError, match="remove a file first"):
        folder.take(upload, 160)


def test_all_sessions_of_all_processes_share_the_servers_room(spool: Spool, tmp_path: Path) -> None:
    spool.open_session("one").begin(100)
    Spool(tmp_path / "uploads", SMALL).open_session("two").begin(100)
    third = spool.open_session("three")
    with pytest.raises(UploadError, match="expected room on the server, found none"):
        third.begin(51)
    assert third.begin(50)


def test_a_session_is_found_by_its_key_alone_and_from_any_process(spool: Spool, tmp_path: Path) -> None:
    folder = spool.open_session("key")
    upload = folder.begin(3)
    other = Spool(tmp_path / "uploads", SMALL).find("key")
    assert other is not None
    assert other.append(upload, 0, b"abc") == 3
    assert spool.find("kez") is None
    assert spool.find("*") is None
    another = spool.open_session("another")
    with pytest.raises(UploadError, match="expected an upload that goes on, found none"):
        another.append(upload, 3, b"")


def test_what_a_session_sent_goes_with_it(spool: Spool, tmp_path: Path) -> None:
    folder, other = spool.open_session("key"), spool.open_session("other")
    folder.append(folder.begin(3), 0, b"abc")
    other.begin(3)
    folder.close()
    assert spool.find("key") is None
    assert len(left(tmp_path)) == 2
    spool.close()
    assert list((tmp_path / "uploads").iterdir()) == []


LIVING = """
import sys, time
from pathlib import Path
from viewer.uploads import Limits, Spool
folder = Spool(Path(sys.argv[1]), Limits()).open_session("theirs")
folder.append(folder.begin(6), 0, b"secret")
print("ready", flush=True)
time.sleep(60)
"""


def test_what_a_killed_process_left_is_removed_and_a_living_ones_is_not(tmp_path: Path) -> None:
    root = tmp_path / "uploads"
    command = [sys.executable, "-c", LIVING, str(root)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        Spool(root, SMALL).sweep()
        assert len(left(root)) == 2
        process.send_signal(signal.SIGKILL)
    Spool(root, SMALL).sweep()
    assert list(root.iterdir()) == []


def test_only_the_owner_of_the_process_reads_what_was_sent(spool: Spool, tmp_path: Path) -> None:
    spool.open_session("key").begin(3)
    modes = {path.stat().st_mode & 0o077 for path in (tmp_path / "uploads").rglob("*") if path.is_dir()}
    assert modes | {(tmp_path / "uploads").stat().st_mode & 0o077} == {0}
