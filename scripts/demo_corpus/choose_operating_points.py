"""Choose the operating points: ``python -m scripts.demo_corpus.choose_operating_points``.

On the split demo-dev only, one choice per task: the highest recall with an fp rate within the budget, the
first candidate on a tie (PROTOCOL section 6). Where a detector gives probabilities, candidates are the
thresholds of the sweep; where it gives none, a small grid over the one parameter that the task depends on.
A candidate that hits nothing is none; without any, the parameter stays at its default, and the file says so.

Writes ``viewer/detectors/operating_points.py`` and ``models/NAME/operating-point.json``. Run
``run_detectors`` afterwards: decisions are made at the new operating points.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from scripts.demo_corpus.checksums import write_sums
from scripts.demo_corpus.paths import CORPUS
from scripts.demo_corpus.run_detectors import fresh_cache
from viewer.detectors import DETECTORS, Detector, DetectorSetting, Knob
from viewer.detectors import operating_points as written
from viewer.dialogue.protocol import BENCHMARK, FP_BUDGET, Task
from viewer.environment import DEFAULT_MANIFEST
from viewer.loaders import write_whole
from viewer.runs import detect_dialogue, eot_probabilities, submission_of
from viewer.scoring import SweepRow, operating_point, score_submission, sweep
from viewer.workspace import SplitWork, open_workspace

SPLIT = "demo-dev"
RULE = "highest recall with an fp rate within the budget; the first candidate on a tie"
Row = dict[str, Any]


def choose(setting: DetectorSetting, work: SplitWork) -> Row:
    """Return the choice for each of a detector's tasks, with the candidates behind it."""
    detector = remembering(setting.load()(1))
    return {
        "schema_version": 1,
        "model": setting.name,
        "version": setting.version,
        "split": work.name,
        "fp_budget": FP_BUDGET,
        "rule": RULE,
        "fixed": dict(setting.fixed),
        **{
            str(knob.task): _swept(setting, detector, knob, work)
            if not knob.candidates
            else _tried(setting, detector, knob, work)
            for knob in setting.knobs
        },
    }


def _tried(setting: DetectorSetting, detector: Detector, knob: Knob, work: SplitWork) -> Row:
    """Score a grid of values of one parameter."""
    rows = [
        _scored(setting, with_value(detector, knob.parameter, value), knob.task, value, work)
        for value in knob.candidates
    ]
    chosen = operating_point([row for row in rows if row.tp], FP_BUDGET)
    default = _value_of(detector, knob.parameter)
    shown = chosen or _scored(
        setting, with_value(detector, knob.parameter, default), knob.task, default, work
    )
    return {
        "parameter": knob.parameter,
        "by": "grid",
        "is_within_budget": chosen is not None,
        **_numbers(shown),
        "candidates": [_numbers(row) for row in rows],
    }


def _swept(setting: DetectorSetting, detector: Detector, knob: Knob, work: SplitWork) -> Row:
    """Sweep a threshold over the detector's probabilities."""
    probabilities = eot_probabilities(_run(setting, detector, work))
    if probabilities is None:
        raise SystemExit(f"{setting.name}: expected probabilities to sweep, found none")
    rows = sweep(probabilities, list(work.golds(BENCHMARK).items()))
    chosen = operating_point([row for row in rows if row.tp], FP_BUDGET)
    default = _value_of(detector, knob.parameter)
    shown = chosen or min(rows, key=lambda row: abs(row.theta - default))
    return {
        "parameter": knob.parameter,
        "by": "sweep",
        "is_within_budget": chosen is not None,
        **_numbers(shown),
        "candidate_count": len(rows),
    }


def _scored(
    setting: DetectorSetting, detector: Detector, task: Task, value: float, work: SplitWork
) -> SweepRow:
    submission = submission_of(_run(setting, detector, work))
    score = score_submission(work.pack(BENCHMARK), submission, BENCHMARK).pooled(task)
    latency = score.latency
    p10, p50, p90 = (None,) * 3 if latency is None else (latency.p10, latency.p50, latency.p90)
    return SweepRow(value, score.recall, score.fp_rate, None, p10, p50, p90, score.tp, score.fp, score.fn)


def _run(setting: DetectorSetting, detector: Detector, work: SplitWork) -> dict[str, Any]:
    # A name of its own for these numbers: what is kept of one candidate must not stand for another.
    digest = hashlib.sha256(repr(_numbers_of(detector)).encode()).hexdigest()
    own = dataclasses.replace(setting, name=f"{setting.name}/{digest}")
    sources = {name: source for name in work.scorable_ids if (source := work.audio(name)) is not None}
    return {name: detect_dialogue(own, source, lambda _: detector) for name, source in sources.items()}


def _numbers_of(detector: Detector) -> object:
    return getattr(detector, "settings", detector)


def _value_of(detector: Detector, parameter: str) -> float:
    """Return the default of a parameter."""
    default: float = getattr(type(_numbers_of(detector))(), parameter)
    return default


def with_value(detector: Any, parameter: str, value: float) -> Detector:
    """Return the detector with another value of a parameter."""
    if not hasattr(detector, "settings"):
        own: Detector = dataclasses.replace(detector, **{parameter: value})
        return own
    settings = dataclasses.replace(detector.settings, **{parameter: value})
    changed: Detector = dataclasses.replace(detector, settings=settings)
    return changed


def remembering(detector: Any) -> Detector:
    """Return the detector with models that answer the same question from memory: a grid asks often."""
    models = {
        name: _remembered(getattr(detector, name)) for name in ("speech", "turn") if hasattr(detector, name)
    }
    found: Detector = dataclasses.replace(detector, **models) if models else detector
    return found


def _remembered(model: Callable[..., Any]) -> Callable[..., Any]:
    answers: dict[bytes, Any] = {}

    def ask(heard: Any, *others: Any) -> Any:
        key = hashlib.sha256(heard.tobytes()).digest()
        if key not in answers:
            answers[key] = model(heard, *others)
        return answers[key]

    return ask


def _numbers(row: SweepRow) -> Row:
    return {
        "value": row.theta,
        "recall": row.recall,
        "fp_rate": row.fp_rate,
        "latency_p50_ms": row.p50,
        "tp": row.tp,
        "fn": row.fn,
        "fp": row.fp,
    }


def as_module(points: Mapping[str, Mapping[str, float]]) -> str:
    """Return the module that the registry reads."""
    path = Path(str(written.__file__))
    head, equals, _ = path.read_text(encoding="utf-8").partition("OPERATING_POINTS: ")
    lines = [f'    "{name}": {json.dumps(dict(point))},' for name, point in points.items()]
    return "\n".join([f"{head}{equals}Mapping[str, Mapping[str, float]] = {{", *lines, "}"]) + "\n"


def main() -> None:
    """Choose, write, and print what was chosen."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="folder that the models are written to")
    corpus: Path = parser.parse_args().corpus
    points: dict[str, dict[str, float]] = {}
    with fresh_cache():
        work = open_workspace(DEFAULT_MANIFEST).split(SPLIT)
        for setting in DETECTORS.values():
            if not setting.knobs:
                continue
            row = choose(setting, work)
            points[setting.name] = {
                row[str(one.task)]["parameter"]: row[str(one.task)]["value"] for one in setting.knobs
            }
            folder = corpus / "models" / setting.name
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(folder / "operating-point.json", json.dumps(row, indent=1) + "\n")
            for one in setting.knobs:
                _tell(setting.name, row[str(one.task)], one.task)
    write_whole(Path(str(written.__file__)), as_module(points))
    write_sums(corpus)


def _tell(name: str, found: Row, task: Task) -> None:
    within = "" if found["is_within_budget"] else "  (the default: no candidate is within the budget)"
    print(
        f"{name} {task}: {found['parameter']} {found['value']:g}, recall {found['recall']:.3f}, "
        f"fp rate {found['fp_rate']:.3f}{within}"
    )


if __name__ == "__main__":
    main()
