"""Databases for tests: an SQLite file, and a real PostgreSQL server that is started here."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PLACES = (Path("/usr/lib/postgresql"), Path("/usr/local/pgsql"))
_ACCOUNTS = ("postgres", "nobody")


def find_server_programs() -> Path | None:
    """Return the folder of `initdb` and `postgres`, the newest version first; None if there are none."""
    on_path = shutil.which("initdb")
    if on_path is not None:
        return Path(on_path).resolve().parent
    found = [path.parent for place in _PLACES if place.is_dir() for path in place.rglob("bin/initdb")]
    return max(found, default=None)


@contextmanager
def postgresql(programs: Path) -> Iterator[str]:
    """Run a server of its own until the block ends; gives the URL of an empty database.

    It listens on a socket in its folder, on no port. It refuses to run as root: it then runs as a user that
    owns nothing else. What it is asked to flush it leaves to the system, which no test here takes away.
    """
    account = _account()
    folder = Path(tempfile.mkdtemp(prefix="tb-pg-"))
    try:
        if account is not None:
            os.chown(folder, account.pw_uid, account.pw_gid)
        data = folder / "data"
        _run(account, programs / "initdb", "-D", data, "-U", "tester", "-A", "trust", "-N", "-E", "UTF8")
        options = f"-k {folder} -c listen_addresses= -c shared_buffers=16MB -c fsync=off"
        control: list[str | Path] = [programs / "pg_ctl", "-D", data, "-w"]
        _run(account, *control, "-l", folder / "log", "-o", options, "start")
        try:
            yield f"postgresql://tester@/postgres?host={folder}"
        finally:
            _run(account, *control, "-m", "fast", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _account() -> pwd.struct_passwd | None:
    if os.geteuid() != 0:
        return None
    names = {one.pw_name: one for one in pwd.getpwall()}
    return next(names[name] for name in _ACCOUNTS if name in names)


def _run(account: pwd.struct_passwd | None, *command: str | Path) -> None:
    user, group = (None, None) if account is None else (account.pw_uid, account.pw_gid)
    subprocess.run(
        [str(part) for part in command],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd="/",
        user=user,
        group=group,
        extra_groups=None if account is None else [],
        env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
        timeout=120,
    )


if __name__ == "__main__":
    sys.exit(find_server_programs() is None)
