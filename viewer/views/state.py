"""The state of a session: the place it is at, and how messages from the page move it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl

import param

from viewer.detectors import DETECTORS
from viewer.dialogue.protocol import BENCHMARK, Task
from viewer.errors import UnknownNameError
from viewer.view_models.detector_run import RunStatus, Stage, run_name
from viewer.view_models.event_ids import parse_event_id
from viewer.view_models.hidden_split import LOCKED, locked
from viewer.view_models.link_check import checked, cut
from viewer.view_models.moment_pick import followed
from viewer.view_models.opening import default_place, instructive_place
from viewer.view_models.page_options import PAGES, read_options
from viewer.view_models.picks import known_pick, picked_events
from viewer.view_models.place import (
    FATES,
    PLAYLIST_TASKS,
    SCOPES,
    Place,
    as_range,
    from_query,
    on_task,
    settings_from,
    unreadable,
)
from viewer.views.detecting import Later, SessionRuns, at_once
from viewer.views.finding import WordFinder
from viewer.views.session_files import SessionFiles
from viewer.views.session_models import SessionModels
from viewer.views.thresholds import SessionThresholds
from viewer.views.uploading import UploadSite
from viewer.workspace import SplitWork, Workspace

Message = Mapping[str, Any]
PLAIN = (str, int, float, bool, type(None))
"""What a field of a message can be; anything else is dropped before it is looked at."""
LONGEST_NONCE = 2**53
TIMELINE_PAGES = ("explore", "sweep", "audit")
"""Pages that show the timeline: what is opened there needs no other page."""
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Question:
    """What the page asks sentences for: events of a model, as one version of its verdicts has them.

    ``nonce`` tells a question that is asked again from the first.
    """

    model: str = ""
    version: str = ""
    events: tuple[str, ...] = ()
    nonce: int = 0


class State(param.Parameterized):
    """Where the session is. Setting ``place`` is the one way to move.

    Parameters
    ----------
    workspace
        The shared workspace.
    query
        The address's query at the first request.
    has_detectors
        Whether detectors may be run: not where anybody may come.
    later
        Runs an act on the session's event loop, whatever thread asks.
    search
        Runs a search of words, in a thread or (as tests do) at once.
    site
        Where files are sent to; None: none are taken.
    user
        Who has logged in; None where nobody does.
    """

    place = param.ClassSelector(
        default=Place(), class_=Place, allow_None=False, doc="The place that is shown."
    )
    sentence = param.String(doc="What is seen, or what a link asked for and is not there.")
    command = param.Dict(default={}, doc="The view and the event the timeline shall show.")
    found = param.Dict(default={}, doc="The words that a search found, for the palette.")
    question = param.ClassSelector(
        default=Question(),
        class_=Question,
        allow_None=False,
        doc="The events whose sentences were asked for.",
    )
    run = param.ClassSelector(
        default=RunStatus(), class_=RunStatus, allow_None=False, doc="How far the session's own run is."
    )

    files_moves = param.Integer(doc="How often there was something else to show of files.")
    corrected = param.Parameter(doc="One dialogue as switched-on corrections have it, for the audit page.")
    desk = param.String(doc="The dispute that the timeline shows on the audit page; empty for none.")
    drawn = param.Dict(default={}, doc="The own verdict as it was drawn last: start_s, end_s.")
    models_moves = param.Integer(doc="How often the session's own models have changed.")
    has_glossary = param.Boolean(
        doc="Whether the page has asked for the glossary: nobody waits for it before."
    )

    def __init__(
        self,
        workspace: Workspace,
        query: Mapping[str, str],
        *,
        has_detectors: bool = True,
        later: Later = at_once,
        search: Later = at_once,
        site: UploadSite | None = None,
        user: str | None = None,
    ) -> None:
        self.workspace = workspace
        self.has_detectors = has_detectors
        self.later = later
        self.models = SessionModels()
        self.runs = SessionRuns(self.models, on_status=self._run_moved, later=later)
        self.thresholds = SessionThresholds(on_change=self._models_moved, later=later)
        self.finder = WordFinder(on_found=self._found_words, later=later, start=search)
        self.files = None if site is None else SessionFiles(self, site=site, user=user)
        self._nonce = 0
        place, sentence = self._opened(query)
        super().__init__(place=place, sentence=sentence, command=self._command(place))
        self.models.on_change = self._models_moved

    @property
    def work(self) -> SplitWork:
        """The split of the place, with the models and thresholds that this session has for itself."""
        return self.thresholds.over(self.base, self.place)

    @property
    def judged(self) -> SplitWork:
        """What the timeline takes gold and verdicts from: corrected on the audit page alone."""
        found, place = self.corrected, self.place
        is_here = place.page == "audit" and found is not None and place.dialogue in found.conversations
        return found if is_here else self.work

    @property
    def base(self) -> SplitWork:
        """The split of the place, with every model at its own thresholds."""
        return self._work(self.place.split)

    def _work(self, split: str | None) -> SplitWork:
        return self.models.over(self.workspace.split(split))

    def _opened(self, query: Mapping[str, str]) -> tuple[Place, str]:
        """Return the place a link names, or the one of a first visit."""
        try:
            work = self._work(query.get("split") or None)
            sentence = ""
        except UnknownNameError as error:
            work = self._work(None)
            sentence = f"{error}."
        if not query:
            return instructive_place(work)
        if self.has_detectors:
            self.runs.restore(work, query.get("model", ""))
            work = self._work(work.name)
        unread = unreadable(query)
        if unread:
            sentence = f"{sentence} The link has values that cannot be read: {cut(unread)}.".strip()
        return checked(from_query({**query, "split": work.name}, default_place(work)), work, sentence)

    def receive(self, message: Message) -> None:
        """Act on a message from the page; one that makes no sense is logged and changes nothing."""
        actions: dict[str, Callable[[Message], None]] = {
            "select": self._select,
            "open": self._open,
            "task": self._task,
            "model": self._model,
            "playlist": self._playlist,
            "settings": self._settings,
            "reset": lambda _: self._move(settings=BENCHMARK),
            "split": self._split,
            "page": self._page,
            "option": self._option,
            "pick": self._pick,
            "address": self._address,
            "glossary": self._glossary,
            "find": self._find,
            "reasons": self._reasons,
            "draft": self._draft,
            "detect": self._detect,
            "detect-cancel": lambda _: self.runs.cancel(),
        }
        action = actions.get(str(message.get("type")))
        if action is None and self.files is not None and self.files.receive(self.place.split, message):
            return
        if action is None:
            log.warning("expected one of the messages %s, found %.200r", ", ".join(actions), message)
            return
        action({name: value for name, value in message.items() if isinstance(value, PLAIN)})

    def look_at_files(self) -> None:
        """Look whether model files of the open split have changed."""
        if self.files is not None:
            self.files.changed.look(self.place.split)

    def close(self) -> None:
        """End what goes on: the session is over."""
        self.runs.cancel()
        if self.files is not None:
            self.files.close()

    def _move(self, **changes: Any) -> None:
        """Move within the corpus; what was said of another place goes."""
        place = self.thresholds.placed(self.place, locked(self.work, replace(self.place, **changes)))
        self.param.update(place=place, sentence=self.sentence if place == self.place else "")

    def _go(
        self, place: Place, sentence: str = "", *, is_played: bool = False, at_s: float | None = None
    ) -> None:
        """Go to a place and have the timeline show its view and event, or a time, in one step."""
        place = self.thresholds.placed(self.place, place)
        command = self._command(place, is_played=is_played, at_s=at_s)
        self.param.update(place=place, sentence=sentence, command=command)

    def _select(self, message: Message) -> None:
        name = message.get("event")
        if name is None or parse_event_id(str(name)):
            self._move(event=str(name or ""))

    def _open(self, message: Message) -> None:
        """Open a dialogue, perhaps of another split, at an event or a range that the message names."""
        split, dialogue = str(message.get("split") or self.place.split), str(message.get("dialogue"))
        if split not in self.workspace.split_names or dialogue not in self._work(split).conversations:
            return
        event, at_s = str(message.get("event") or ""), self._time_in(split, dialogue, message.get("at_s"))
        is_event = at_s is None and parse_event_id(event) is not None
        start = self.place if split == self.place.split else default_place(self._work(split))
        place = replace(
            start,
            dialogue=dialogue,
            event=event if is_event else "",
            view=as_range([message.get("start_s"), message.get("end_s")]),
            model=str(message["model"]) if message.get("model") in self._work(split).models else start.model,
        )
        if message.get("task") in list(Task):
            place = on_task(place, Task(str(message["task"])))
        if place.page not in TIMELINE_PAGES:
            place = replace(place, page=PAGES[0])
        self._go(place, is_played=bool(message.get("play")), at_s=at_s)

    def _time_in(self, split: str, dialogue: str, seconds: object) -> float | None:
        """Return a time within a dialogue, None if it is none."""
        if not isinstance(seconds, int | float) or isinstance(seconds, bool):
            return None
        return (
            float(seconds) if 0 <= seconds <= self._work(split).conversations[dialogue].duration_s else None
        )

    def _task(self, message: Message) -> None:
        if message.get("task") in list(Task):
            place = on_task(self.place, Task(str(message["task"])))
            self._move(task=place.task, list_task=place.list_task)

    def _model(self, message: Message) -> None:
        if message.get("model") in self.work.models:
            self._move(model=str(message["model"]))

    def _playlist(self, message: Message) -> None:
        place = self.place
        scope, task, fate = (message.get(name) for name in ("scope", "task", "fate"))
        self._move(
            scope=scope if scope in SCOPES else place.scope,
            list_task=task if task in PLAYLIST_TASKS else place.list_task,
            fate=fate if fate in FATES else place.fate,
            pick=None,
        )

    def _page(self, message: Message) -> None:
        if message.get("page") in PAGES:
            self._move(page=str(message["page"]))

    def _option(self, message: Message) -> None:
        """Choose a value of a page's option; what cannot be read counts as the default."""
        name, value = str(message.get("name")), str(message.get("value") or "")
        options = dict(self.place.options)
        moments = {} if name == "moments" else {"moments": followed(options, name, value)}
        self._move(options=read_options({**options, **moments, name: value}))

    def _pick(self, message: Message) -> None:
        """List the events behind a number and go to the first; an empty pick lists what was before."""
        text, work, place = str(message.get("pick") or ""), self.work, self.place
        pick = known_pick(work, text)
        if pick is None:
            if text:
                log.warning("expected a pick of split %s, found %.200r", work.name, text)
            else:
                self._move(pick=None)
            return
        events = picked_events(work, pick, place.settings)
        page = place.page if place.page in TIMELINE_PAGES else PAGES[0]
        place = replace(place, pick=pick, page=page, model=pick.model, task=pick.task, view=None)
        if events:
            place = replace(place, dialogue=events[0].dialogue, event=events[0].event.id)
        self._go(place)

    def _settings(self, message: Message) -> None:
        settings = settings_from(message)
        if settings is not None and self.work.is_hidden:
            self.sentence = LOCKED
        elif settings is not None:
            self._move(settings=settings)

    def _split(self, message: Message) -> None:
        if message.get("split") in self.workspace.split_names:
            place, sentence = instructive_place(self.workspace.split(str(message["split"])))
            # Another split on the page that is open: its own numbers, narrowed by nothing of the one before.
            self._go(replace(place, page=self.place.page), sentence)

    def _glossary(self, _: Message) -> None:
        """Have the page get the glossary, from now on with the examples of every split that is opened."""
        self.has_glossary = True

    def _find(self, message: Message) -> None:
        """Search the split's transcripts for words."""
        text, nonce = message.get("text"), message.get("nonce")
        if isinstance(text, str) and isinstance(nonce, int) and 0 <= nonce < LONGEST_NONCE:
            self.finder.ask(self.work, text, int(nonce))

    def _found_words(self, found: dict[str, Any]) -> None:
        self.found = found

    def _reasons(self, message: Message) -> None:
        """Take a question for sentences; ids of events hold no spaces."""
        model, version, events = (str(message.get(name) or "") for name in ("model", "version", "events"))
        self._nonce += 1
        self.question = Question(model, version, tuple(events.split()), self._nonce)

    def _draft(self, message: Message) -> None:
        """Take the own verdict that was drawn; the audit page follows it."""
        span = as_range([message.get("start_s"), message.get("end_s")])
        if span is not None:
            self.drawn = {"start_s": span[0], "end_s": span[1]}

    def _detect(self, message: Message) -> None:
        """Run a detector on the open dialogue."""
        if self.has_detectors and self.place.dialogue in self.work.conversations:
            self.runs.start(self.work, self.place.dialogue, str(message.get("detector")))

    def files_moved(self) -> None:
        """Have the page show what is new of files."""
        self.files_moves += 1

    def show_model(self, split: str, model: str) -> None:
        """Make a model active that a file has become, if its split is open."""
        if split == self.place.split:
            self._move(model=model)

    def _models_moved(self) -> None:
        """Follow the session's own models; where the active one is gone, another becomes it."""
        with param.parameterized.batch_call_watchers(self):
            self.models_moves += 1
            if self.place.model and self.place.model not in self.work.models:
                self._move(model=default_place(self.work).model)

    def _run_moved(self, status: RunStatus) -> None:
        """Follow a run; a finished one becomes the active model if its dialogue is still open."""
        is_here = (status.split, status.dialogue) == (self.place.split, self.place.dialogue)
        with param.parameterized.batch_call_watchers(self):
            self.run = status
            if status.stage is Stage.DONE and is_here:
                self._move(model=run_name(DETECTORS[status.detector]))

    def _address(self, message: Message) -> None:
        """Go where the back or forward button leads."""
        self._go(*self._opened(dict(parse_qsl(str(message.get("search") or "").removeprefix("?")))))

    def _command(self, place: Place, *, is_played: bool = False, at_s: float | None = None) -> dict[str, Any]:
        """Return what the timeline shall show; the nonce makes a repeated command a new one."""
        self._nonce += 1
        nonce = {"nonce": self._nonce}
        view = None if place.view is None else {"start_s": place.view[0], "end_s": place.view[1], **nonce}
        at = {} if at_s is None else {"at_s": at_s}
        return {"view": view, "selection": {"event": place.event or None, **at, "play": is_played, **nonce}}
