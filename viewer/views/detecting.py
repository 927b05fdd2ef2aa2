"""A session's own runs of detectors: started and cancelled by messages, found again by their link."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from viewer.detectors import DETECTORS, DetectorSetting, Progress
from viewer.dialogue.decisions import DetectedDialogue
from viewer.dialogue.protocol import BENCHMARK
from viewer.errors import CancelledRunError, TurnBenchError
from viewer.runs import BackgroundRun, detect_dialogue, kept_run, submission_of
from viewer.view_models.detector_run import RUN_SUFFIX, RunStatus, Stage, run_name, why_not
from viewer.views.session_models import SessionModels
from viewer.workspace import LoadedModel, SplitWork

ORIGIN = "runs"
Later = Callable[[Callable[[], None]], None]
log = logging.getLogger(__name__)


def at_once(act: Callable[[], None]) -> None:
    """Act in the calling thread, as tests without a server do."""
    act()


class SessionRuns:
    """What one session has run, and the run that goes on.

    Parameters
    ----------
    models
        Takes what was run.
    on_status
        Told how far the present run is.
    later
        Runs an act on the session's own event loop: runs report from a thread.
    """

    def __init__(
        self, models: SessionModels, *, on_status: Callable[[RunStatus], None], later: Later = at_once
    ) -> None:
        self._models, self._on_status, self._later = models, on_status, later
        self._found: dict[str, dict[str, dict[str, DetectedDialogue]]] = {}
        self._run: BackgroundRun | None = None
        self.status = RunStatus()

    def restore(self, work: SplitWork, model: str) -> None:
        """Bring back the run that a link names, as far as it is kept for the dialogues of a split."""
        setting = next((one for one in DETECTORS.values() if run_name(one) == model), None)
        if setting is None or setting.name in self._found.get(work.name, {}):
            return
        sources = {name: work.audio(name) for name in work.conversations}
        runs = {name: kept_run(setting, source) for name, source in sources.items() if source is not None}
        found = {name: run for name, run in runs.items() if run is not None}
        if found:
            self._found.setdefault(work.name, {})[setting.name] = found
            self._tell(work, setting)

    def start(self, work: SplitWork, conversation_id: str, name: str) -> None:
        """Run a detector on a dialogue, unless one runs or this one cannot."""
        setting = DETECTORS.get(name)
        source = work.audio(conversation_id)
        if setting is None or source is None or self.status.is_running:
            return
        if why_not(work, conversation_id, setting):
            return
        status = RunStatus(stage=Stage.RUNNING, detector=name, split=work.name, dialogue=conversation_id)
        self._set(status)

        def listen(tell: Progress) -> DetectedDialogue:
            gold = work.golds(BENCHMARK)[conversation_id] if setting.needs_gold else None
            return detect_dialogue(setting, source, setting.load(gold), on_progress=tell)

        self._run = BackgroundRun(
            listen,
            on_progress=lambda share: self._later(partial(self._progressed, share)),
            on_end=lambda ended: self._later(partial(self._ended, work, setting, ended)),
        )

    def cancel(self) -> None:
        """Cancel the run that goes on, if one does."""
        if self._run is not None:
            self._run.cancel()

    def _progressed(self, share: float) -> None:
        if self.status.is_running:
            self._set(replace(self.status, share=share))

    def _ended(
        self, work: SplitWork, setting: DetectorSetting, ended: DetectedDialogue | TurnBenchError
    ) -> None:
        status, self._run = self.status, None
        if isinstance(ended, CancelledRunError):
            self._set(replace(status, stage=Stage.CANCELLED))
        elif isinstance(ended, TurnBenchError):
            log.warning("%s on %r: %s", setting.name, status.dialogue, ended)
            self._set(replace(status, stage=Stage.FAILED, message=str(ended)))
        else:
            self._found.setdefault(status.split, {}).setdefault(setting.name, {})[status.dialogue] = ended
            self._tell(work, setting)
            self._set(replace(status, stage=Stage.DONE, share=1.0))

    def _set(self, status: RunStatus) -> None:
        self.status = status
        self._on_status(status)

    def _tell(self, work: SplitWork, setting: DetectorSetting) -> None:
        """Put a detector's runs among the session's models; those of others are the ones they were."""
        model = _model(work, setting, self._found[work.name][setting.name])
        self._models.put(work.name, ORIGIN, {**self._models.of(work.name, ORIGIN), model.name: model})


def _model(work: SplitWork, setting: DetectorSetting, found: Mapping[str, DetectedDialogue]) -> LoadedModel:
    """Return a detector's runs as a model that leaves the other dialogues out."""
    missing = tuple(one for one in work.split.conversation_ids if one not in found)
    title = f"{setting.title}{RUN_SUFFIX}"
    return LoadedModel(
        run_name(setting), title, setting.version, submission_of(found), missing, is_session_own=True
    )
