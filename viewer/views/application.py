"""The page: its template, its components, and how they follow the state."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import jinja2
import panel as pn
from panel.io.document import hold
from panel.io.resources import LOCAL_DIST

from viewer import environment
from viewer.errors import SettingsError, TurnBenchError
from viewer.uploads import shared_readers, shared_shelf, shared_spool
from viewer.view_models import explore
from viewer.view_models.detector_run import detector_run
from viewer.view_models.glossary_rows import glossary
from viewer.view_models.json_text import as_text
from viewer.view_models.place import Place, to_query
from viewer.view_models.verdicts import sentences
from viewer.views import exporting
from viewer.views.address import Address
from viewer.views.changed_files import in_thread
from viewer.views.component import Face, Message, module_files, sheet_files
from viewer.views.detecting import at_once
from viewer.views.detector_run import DetectorRun
from viewer.views.dialogue_list import DialogueList
from viewer.views.finding import in_background
from viewer.views.header import Header
from viewer.views.pages import Pages, page_links
from viewer.views.palette import Palette
from viewer.views.playlist import Playlist
from viewer.views.score_card import ScoreCard
from viewer.views.session_loop import After, SessionLoop, not_after
from viewer.views.state import State
from viewer.views.threshold_texts import threshold_texts
from viewer.views.timeline import Timeline
from viewer.views.uploading import UploadSite
from viewer.views.uploads import Uploads
from viewer.workspace import Workspace, fresh_workspace

TEMPLATES = jinja2.Environment(loader=jinja2.PackageLoader("viewer.views", "templates"), autoescape=False)
# In the page itself: browsers ask for an icon again whenever the address changes, at every rest of a zoom.
ICON = f"data:image/svg+xml,{quote(TEMPLATES.get_template('mark.svg').render())}"
BUG = "The page met an error of its own; the server's log has the details."
GUEST = "guest"
"""Panel's name for whom an optional login lets in."""
log = logging.getLogger(__name__)
TIMELINE_TEXTS = (
    "task",
    "active",
    "picked",
    "dialogue",
    "gold",
    "decisions",
    "verdicts",
    "view",
    "selection",
    "reasons",
    "frames",
    "swept",
)
LAST = "playlist"
"""The text that is drawn after the others: the longest to make, and never what a change is watched in."""
QUIET_MS = 120
LOOK_EVERY_MS = 5000
"""Between looks at the model files: a few `stat` calls in a thread."""


class Explore(pn.viewable.Viewer):
    """The Explore page of one session.

    Parameters
    ----------
    state
        The session's state; every component sends it messages and is drawn from its place.
    after
        Runs an act on the session's event loop when so many milliseconds have passed; default: at once.
    """

    def __init__(self, state: State, *, after: After = not_after, **params: Any) -> None:
        super().__init__(**params)
        self.state = state
        self._after = after
        self._moves = 0
        send = state.receive
        self.header = Header(on_message=send)
        self.dialogues = DialogueList(on_message=send)
        self.timeline = Timeline(on_message=self._hear_timeline)
        self.card = ScoreCard(on_message=send)
        self.run = DetectorRun(on_message=send)
        self.playlist = Playlist(on_message=self._hear_playlist)
        self.palette = Palette(on_message=send)
        self.address = Address(on_message=send)
        self.uploads = Uploads(on_message=send)
        self.pages = Pages(state)
        self._slots = {
            **{name: (self.timeline, name) for name in TIMELINE_TEXTS},
            "dialogues": (self.dialogues, "content"),
            "card": (self.card, "content"),
            "run": (self.run, "content"),
            "playlist": (self.playlist, "content"),
            "palette": (self.palette, "content"),
            "found": (self.palette, "found"),
            "header": (self.header, "content"),
            "glossary": (self.header, "glossary"),
            "desk": (self.timeline, "desk"),
            "address": (self.address, "content"),
            "uploads": (self.uploads, "content"),
        }
        self._keys: dict[str, object] = {}
        self._shown: Place | None = None
        self._draw()
        self._draw_last()
        self.pages.draw(state.place)
        watched = "place sentence command run has_glossary found models_moves files_moves"
        state.param.watch(self._follow, watched.split())
        state.param.watch(self._answer, "question")
        state.param.watch(self._draw_desk, ["desk", "corrected"])

    def roots(self) -> dict[str, pn.viewable.Viewable | pn.viewable.Viewer]:
        """Return the components by the names that the template embeds."""
        return {
            "header": self.header,
            "dialogues": self.dialogues,
            "timeline": self.timeline,
            "card": self.card,
            "run": self.run,
            "playlist": self.playlist,
            "palette": self.palette,
            "address": self.address,
            "uploads": self.uploads,
            "pages": self.pages,
        }

    def _hear_timeline(self, message: Message) -> None:
        """Pass a message of the timeline on; a clip is answered here, since it moves nothing."""
        self._answer_or_pass(message, exporting.TYPE, exporting.clip_answer, self.timeline)

    def _hear_playlist(self, message: Message) -> None:
        """Pass a message of the playlist on; its outcomes are answered here."""
        self._answer_or_pass(message, exporting.OUTCOMES, exporting.outcomes_answer, self.playlist)

    def _answer_or_pass(
        self, message: Message, kind: str, make: Callable[..., exporting.Answer], face: Face
    ) -> None:
        state = self.state
        if message["type"] != kind:
            state.receive(message)
            return
        made = partial(make, state.work, state.place, message)
        exporting.answer_later(made, send=face.answer, later=state.later)

    def _follow(self, *_: object) -> None:
        """Draw what has changed; a hand on a slider waits for nothing but what it looks at."""
        is_dragged = self._is_only_settings_away()
        with hold():
            self._draw()
            self.pages.draw(self.state.place)
            # With the other texts: what the browser does at a new place is no look of the one that was left.
            if not is_dragged:
                self._draw_address()
        self._moves += 1
        self._after(partial(self._rest, self._moves), QUIET_MS if is_dragged else 0)

    def _is_only_settings_away(self) -> bool:
        """Return whether nothing but the protocol's settings differs from what was drawn to the last text."""
        shown, place = self._shown, self.state.place
        return shown is not None and shown != place and replace(shown, settings=place.settings) == place

    def _rest(self, move: int) -> None:
        """Draw what comes last, unless the place has moved on."""
        if move == self._moves:
            self._draw_last()

    def _draw_last(self) -> None:
        """Draw what comes last: the playlist, and the address of a drag, which is one step."""
        self._draw_address()
        self._draw_content(LAST)

    def _draw_address(self) -> None:
        place = self.state.place
        self._set("address", place, partial(self._address, place))
        self._shown = place

    def _draw_content(self, name: str) -> None:
        place, content = self.state.place, explore.CONTENTS[name]
        work = self.state.judged if content.is_judged else self.state.work
        # What this session ran is part of its split: another run, another split at work.
        key = (work, *(getattr(place, one) for one in content.depends_on))
        self._set(name, key, partial(explore.text_of, content.make, work, place))

    def _draw_desk(self, *_: object) -> None:
        """Show the dispute of the audit desk, and the gold that goes with it, on its page alone."""
        for name, content in explore.CONTENTS.items():
            if content.is_judged:
                self._draw_content(name)
        text = self.state.desk if self.state.place.page == "audit" else ""
        self._set("desk", text, lambda: text)

    def _answer(self, *_: object) -> None:
        """Answer the question for sentences, about verdicts that are still shown."""
        asked, place, work = self.state.question, self.state.place, self.state.judged
        found = sentences(work, place, asked.model, asked.version, asked.events)
        answer = {"model": asked.model, "version": asked.version, "nonce": asked.nonce, "sentences": found}
        self.timeline.reasons = as_text(answer)

    def _draw(self) -> None:
        """Draw what depends on what has changed, but for what comes last."""
        place, state, work = self.state.place, self.state, self.state.work
        self._set("task", str(place.task), lambda: str(place.task))
        self._set("active", place.model, lambda: place.model)
        picked = [] if place.pick is None else [model for model, _ in place.pick.fates]
        self._set("picked", picked, partial(as_text, picked))
        for name in explore.CONTENTS:
            if name != LAST:
                self._draw_content(name)
        for name in ("view", "selection"):
            self._set(name, state.command[name], partial(as_text, state.command[name]))
        self._set("found", state.found, partial(as_text, state.found))
        self._draw_desk()
        header = partial(explore.text_of, explore.header, work, state.sentence, page_links(place))
        self._set("header", (place.split, place.page, state.sentence), header)
        run = partial(detector_run, work, place, state.run, is_on=state.has_detectors)
        self._set("run", (place.split, place.dialogue, state.run), partial(explore.text_of, run))
        if state.files is not None:
            files = partial(explore.text_of, state.files.content, work, place.settings)
            self._set("uploads", (work, place.settings, state.files_moves), files)
        for name, (key, make) in threshold_texts(state).items():
            self._set(name, key, make)
        if state.has_glossary:
            words = partial(explore.text_of, glossary, state.workspace, place.split)
            self._set("glossary", place.split, words)

    def _set(self, name: str, key: object, make: Callable[[], str]) -> None:
        """Set one text if what it is made from has changed."""
        if name not in self._keys or self._keys[name] != key:
            self._keys[name] = key
            component, parameter = self._slots[name]
            component.param.update({parameter: make()})

    def _address(self, place: Place) -> str:
        """Return the address of a place, a step of history; the view in it is the browser's."""
        query = to_query(replace(place, view=None))
        is_step = self._shown is not None and to_query(replace(self._shown, view=None)) != query
        return as_text({"query": urlencode(query), "is_step": is_step})


def serve_page(title: str) -> None:
    """Serve the page to the session that asks for it; its models are counted once, not at every part."""
    template, document = build_page(), pn.state.curdoc
    with nullcontext() if document is None else document.models.freeze():
        template.servable(title=title)


def build_page() -> pn.Template:
    """Build the page of this session; a corpus that cannot be opened gives a page that says why."""
    pn.extension()
    _keep_to_this_server()
    try:
        _require_a_user()
        workspace = fresh_workspace()
        has_detectors = environment.mode() is not environment.Mode.PUBLIC
        loop = None if pn.state.curdoc is None else SessionLoop(pn.state.curdoc)
        state = State(
            workspace,
            _query(),
            has_detectors=has_detectors,
            later=at_once if loop is None else loop.later,
            search=in_background,
            site=_site(),
            user=_user(),
        )
        page = Explore(state, after=not_after if loop is None else loop.after)
    except TurnBenchError as error:
        return _template("error.html", problems=str(error).splitlines())
    except Exception:  # a bug: the log has it whole, and a white page would tell nobody
        log.exception("the page could not be built")
        return _template("error.html", problems=[BUG])
    if pn.state.curdoc is not None:
        pn.state.on_session_destroyed(lambda _: state.close())
        pn.state.onload(state.look_at_files)
        pn.state.curdoc.add_periodic_callback(state.look_at_files, LOOK_EVERY_MS)
    early = explore.early_media(state.work, state.place)
    page_name = state.place.page
    files = {"modules": module_files(page_name), "sheets": sheet_files(page_name)}
    template = _template("page.html", early=early, **files)
    for name, component in page.roots().items():
        template.add_panel(name, component)
    return template


def _keep_to_this_server() -> None:
    """Have Panel's own style sheets come from here.

    It sees to that when it renders the page; where the session ended before the page connected, the socket
    makes another without rendering, and the sheets would be asked for elsewhere.
    """
    if pn.state.curdoc is not None:
        start = f"{pn.state.rel_path}/" if pn.state.rel_path else ""
        pn.state.curdoc.template_variables.setdefault("dist_url", f"{start}{LOCAL_DIST}")


def _site() -> UploadSite:
    """Return where files are sent to; nothing is saved where others than the owner of the disk come."""
    is_local = environment.mode() is environment.Mode.LOCAL
    return UploadSite(shared_spool(), shared_readers(), shared_shelf() if is_local else None, in_thread)


def _user() -> str | None:
    """Return who has logged in; None for a guest, where nobody logs in, and where a name proves nothing."""
    return None if pn.state.user in (None, GUEST) or _has_one_password() else str(pn.state.user)


def _has_one_password() -> bool:
    """Return whether ``--basic-auth`` has one password for all: whoever knows it takes any name."""
    found = pn.config.basic_auth
    return isinstance(found, str) and not Path(found).is_file()


def _require_a_user() -> None:
    """Refuse a guest whom an optional login lets in where everybody must have one."""
    if environment.mode() is environment.Mode.TEAM and pn.state.user in (None, GUEST):
        raise SettingsError("TURNBENCH_MODE=team: expected a user who has logged in, found a guest")


def open_page(workspace: Workspace, query: dict[str, str]) -> Explore:
    """Return the page of a workspace without a server, as tests drive it."""
    return Explore(State(workspace, query))


def _query() -> dict[str, str]:
    """Return the query of the first request; the last of repeated names counts."""
    return {
        name: values[-1].decode("utf-8", "replace")
        for name, values in pn.state.session_args.items()
        if values and not name.startswith("bokeh-")
    }


def _template(name: str, **variables: Any) -> pn.Template:
    """Return a template that knows the address of the app's own files, relative to the page."""
    template = pn.Template(TEMPLATES.get_template(name))
    app = (pn.state.app_url or "/viewer").rstrip("/").rsplit("/", 1)[-1]
    for variable, value in {"app": app, "static": f"{app}/static", "icon": ICON, **variables}.items():
        template.add_variable(variable, value)
    return template
