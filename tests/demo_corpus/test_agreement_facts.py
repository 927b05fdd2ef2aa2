"""How far the annotators of the committed corpus agree, and which way its types lean."""

import pytest

from scripts.demo_corpus.check import Facts, measure
from scripts.demo_corpus.paths import CORPUS, DIALOGUES, SPLITS
from scripts.demo_corpus.script import Script, read_scripts
from viewer.api import load_corpus
from viewer.corpus import Dynamics, dynamics_by_type

SCRIPTS = read_scripts(DIALOGUES)
POOLS = {
    **{split: tuple(script for script in SCRIPTS if script.split == split) for split in SPLITS},
    "all": SCRIPTS,
}
ARGUMENT = "Argumentative/Deliberative"
CASUAL = "Casual/Spontaneous"
COLLABORATION = "Collaborative/Problem-Solving"
INSTRUCTION = "Instructional"
STORY = "Narrative/Storytelling"
TASK = "Task-Oriented/Transactional"


@pytest.fixture(scope="module")
def by_type() -> dict[str, Dynamics]:
    """Mean over the two dialogues of each type, of both splits."""
    conversations = [one for split in SPLITS for one in load_corpus(CORPUS / split).values()]
    return dynamics_by_type(conversations)


@pytest.fixture(scope="module", params=list(POOLS))
def facts(request: pytest.FixtureRequest) -> Facts:
    return measure(POOLS[request.param])


def test_annotators_agree_as_people_do(facts: Facts) -> None:
    assert 0.72 <= facts.kappa <= 0.84
    assert min(facts.boundary_f1.values()) > 0.9
    assert facts.share_in_consensus >= 0.75


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.conversation_id)
def test_every_dialogue_has_a_disputed_span_per_minute(script: Script) -> None:
    assert measure((script,)).disputed_per_minute >= 1


def ranked(by_type: dict[str, Dynamics], name: str) -> list[str]:
    return sorted(by_type, key=lambda kind: -float(getattr(by_type[kind], name)))


def test_interruptions_are_most_in_collaboration_and_arguments(by_type: dict[str, Dynamics]) -> None:
    order = ranked(by_type, "interruptions_per_min")
    assert order[:4] == [COLLABORATION, ARGUMENT, CASUAL, TASK]
    assert set(order[4:]) == {INSTRUCTION, STORY}


def test_turns_are_longest_in_instructions_and_shortest_in_collaboration(
    by_type: dict[str, Dynamics],
) -> None:
    order = ranked(by_type, "turn_length_mean_s")
    assert order == [INSTRUCTION, STORY, ARGUMENT, TASK, CASUAL, COLLABORATION]


def test_backchannels_are_most_in_casual_talk_and_least_in_arguments(by_type: dict[str, Dynamics]) -> None:
    order = ranked(by_type, "backchannels_per_min")
    assert order == [CASUAL, TASK, STORY, INSTRUCTION, COLLABORATION, ARGUMENT]


def test_overlap_is_most_in_collaboration_and_least_in_instructions(by_type: dict[str, Dynamics]) -> None:
    order = ranked(by_type, "overlap_s")
    assert order == [COLLABORATION, CASUAL, STORY, ARGUMENT, TASK, INSTRUCTION]
