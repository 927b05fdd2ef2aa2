"""What every test may ask for: a folder for caches, random numbers, a server, a browser page."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

REPOSITORY = Path(__file__).resolve().parents[1]
OUTPUT = REPOSITORY / "test-output"

# Set before anything of the viewer is imported. Machine code may outlive a run, other caches may not.
for _name in [name for name in os.environ if name.startswith("TURNBENCH_") and name != "TURNBENCH_BROWSER"]:
    del os.environ[_name]
_CACHE = tempfile.TemporaryDirectory(prefix="turnbench-tests-", ignore_cleanup_errors=True)
os.environ["TURNBENCH_CACHE"] = _CACHE.name
os.environ["TURNBENCH_SAVED_MODELS"] = str(Path(_CACHE.name) / "models")
os.environ["TURNBENCH_SCORINGS"] = str(Path(_CACHE.name) / "scorings.sqlite")
os.environ["TURNBENCH_DB"] = str(Path(_CACHE.name) / "audit.sqlite")
os.environ.setdefault("NUMBA_CACHE_DIR", str(OUTPUT / "compiled"))

from playwright.sync_api import (  # noqa: E402
    Browser,
    ConsoleMessage,
    Error,
    Page,
    Request,
    expect,
    sync_playwright,
)

from tests.browsers import WarmContext, chromium_arguments, find_chromium  # noqa: E402
from tests.cases import VECTORS  # noqa: E402
from tests.servers import Server, serving  # noqa: E402

# For all tests with drawn examples, whichever folder a run names: the same examples in every run.
# What a page shows is waited for as long as a busy machine may need; none of these tests measures time.
expect.set_options(timeout=20_000)
settings.register_profile(
    "every-run",
    max_examples=150,
    derandomize=True,
    deadline=None,  # the first example compiles the kernels, and machines are shared
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("every-run")

LOCAL_HOSTS = frozenset({"127.0.0.1", "localhost"})
_failed = pytest.StashKey[bool]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser or a server, and run browser tests last.

    Once Playwright's synchronous interface has started, its event loop counts as running, and a test
    that calls ``asyncio.run`` would be refused.
    """
    for item in items:
        names = set(getattr(item, "fixturenames", ()))
        if names & {"page", "browser"}:
            item.add_marker(pytest.mark.browser)
        if "server" in names:
            item.add_marker(pytest.mark.serve)
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember a failure, so that the page can leave a picture of it."""
    report = yield
    if report.failed and report.when == "call":
        item.stash[_failed] = True
    return report


@pytest.fixture(scope="session")
def vectors() -> Path:
    """The folder of the shared vectors."""
    return VECTORS


@pytest.fixture
def rng() -> np.random.Generator:
    """Random numbers that are the same in every run."""
    return np.random.default_rng(20260828)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The viewer on the demo corpus, one for the whole run; its log must tell of no bug."""
    OUTPUT.mkdir(exist_ok=True)
    with serving(OUTPUT / "server.log") as running:
        yield running
        bugs = running.bugs()
    assert not bugs, running.log()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium, one for the whole run; where CI is set, having none is a failure."""
    executable = find_chromium()
    if executable is None:
        message = "expected a Chromium on PATH or in TURNBENCH_BROWSER, found none (run .ci/browser)"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        arguments = [*chromium_arguments(), "--process-per-site"]
        running = playwright.chromium.launch(executable_path=executable, args=arguments)
        yield running
        running.close()


@pytest.fixture(scope="session")
def warm(browser: Browser) -> WarmContext:
    """What fresh pages come from."""
    return WarmContext(browser)


@pytest.fixture
def page(warm: WarmContext, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A fresh page, 1440 x 900. It may ask only this machine, and must end without a script error."""
    outside, errors = list[str](), list[str]()
    page = warm.new_page()
    page.on("request", lambda sent: outside.extend(_outside(sent)))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.extend(_console_errors(message)))
    yield page
    if request.node.stash.get(_failed, False):
        _keep_picture(page, request.node.name)
    warm.clear()
    assert not outside, f"the page asked for {outside}"
    assert not errors, "\n".join(errors)


def _outside(sent: Request) -> list[str]:
    url = urlsplit(sent.url)
    is_outside = url.scheme in ("http", "https", "ws", "wss") and url.hostname not in LOCAL_HOSTS
    return [sent.url] if is_outside else []


def _console_errors(message: ConsoleMessage) -> list[str]:
    return [message.text] if message.type == "error" else []


def _keep_picture(page: Page, name: str) -> None:
    safe = "".join(letter if letter.isalnum() else "-" for letter in name)
    OUTPUT.mkdir(exist_ok=True)
    try:
        page.screenshot(path=OUTPUT / f"{safe}.png")
    except Error as error:
        (OUTPUT / f"{safe}.txt").write_text(str(error), encoding="utf-8")
