"""The ceiling and the floor: what the oracle cannot hit is counted, and silence fires nowhere."""

import numpy as np
import pytest

from tests.cases import score_cases
from tests.dialogues import submission_of
from viewer.detectors import DETECTORS, Oracle, Silence
from viewer.dialogue.conversation import Conversation
from viewer.dialogue.decisions import DetectedDialogue, SpeakerDecisions
from viewer.dialogue.gold_sets import Gold
from viewer.dialogue.protocol import TASKS, Task
from viewer.errors import SettingsError
from viewer.gold import build_gold
from viewer.loaders.conversation_json import JsonSource
from viewer.runs import submission_of as joined
from viewer.scoring import pack_gold, score_submission

RATE = 8


@pytest.fixture(scope="module")
def conversations(vectors_json: JsonSource) -> dict[str, Conversation]:
    found = {name: vectors_json.load(name, with_labels=True) for name in vectors_json.conversation_ids}
    return {name: one.conversation for name, one in found.items() if one.conversation is not None}


@pytest.fixture(scope="module")
def vectors_json(tmp_path_factory: pytest.TempPathFactory) -> JsonSource:
    import json

    path = tmp_path_factory.mktemp("vectors") / "cases.json"
    path.write_text(json.dumps({"cases": score_cases()}), encoding="utf-8")
    return JsonSource(path, path.parent)


def replayed(gold: Gold, duration_s: float) -> DetectedDialogue:
    audio = np.zeros(int(np.ceil(duration_s * RATE)), dtype=np.float32)
    found = [Oracle(gold=gold, speaker=speaker).detect(audio, sample_rate=RATE) for speaker in (1, 2)]
    first, second = (SpeakerDecisions(np.array(one.eot_s), np.array(one.interruption_s)) for one in found)
    return DetectedDialogue((first, second))


def unreachable(gold: Gold, task: Task) -> int:
    """Count the positives that are masked at their own time, or that stand twice at the same time."""
    sets = gold.of(task)
    seen: set[tuple[int, float]] = set()
    count = 0
    for speaker, time in zip(sets.positives.speaker.tolist(), sets.positives.time_s.tolist(), strict=True):
        own = sets.excluded.speaker == speaker
        is_masked = bool(np.any(own & (sets.excluded.start_s <= time) & (time <= sets.excluded.end_s)))
        count += is_masked or (speaker, time) in seen
        seen.add((speaker, time))
    return count


def test_the_oracle_misses_exactly_what_is_masked_or_doubled(conversations: dict[str, Conversation]) -> None:
    missed = dict.fromkeys(TASKS, 0)
    hit = dict.fromkeys(TASKS, 0)
    for name, conversation in conversations.items():
        gold = build_gold(conversation)
        submission = joined({name: replayed(gold, conversation.duration_s)})
        scored = score_submission(pack_gold([(name, gold)]), submission)
        for task in TASKS:
            score = scored.pooled(task)
            assert score.fn == unreachable(gold, task), (name, task)
            missed[task] += score.fn
            hit[task] += score.tp
    assert all(missed.values()), "expected positives that cannot be hit among the vectors"
    assert all(hit[task] > 10 * missed[task] for task in TASKS)


def test_the_oracle_decides_at_the_end_what_the_gold_has_past_it(
    conversations: dict[str, Conversation],
) -> None:
    gold = next(gold for one in conversations.values() if len((gold := build_gold(one)).eot.positives) > 2)
    last = float(gold.eot.positives.time_s.max())
    found = replayed(gold, last - 1.0)
    assert all(np.all(np.diff(one.eot) > 0) for one in found.speakers)
    assert max(one.eot.max(initial=0) for one in found.speakers) <= np.ceil((last - 1.0) * RATE) / RATE


def test_the_oracle_without_labels_is_refused() -> None:
    with pytest.raises(SettingsError, match="oracle: expected labels to replay, found none"):
        DETECTORS["oracle"].load()


def test_silence_never_fires() -> None:
    audio = np.random.default_rng(1).normal(size=16000).astype(np.float32)
    found = Silence().detect(audio, sample_rate=16000)
    assert (found.eot_s, found.interruption_s, found.probabilities) == ((), (), None)


def test_silence_supports_no_task(conversations: dict[str, Conversation]) -> None:
    nothing = SpeakerDecisions()
    submission = joined({name: DetectedDialogue((nothing, nothing)) for name in conversations})
    assert not any(submission.supports(task) for task in TASKS)
    assert submission_of(score_cases()).supports(Task.EOT)
