"""The glossary: an entry for every term, the protocol's numbers, and examples that are what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from viewer.dialogue.conversation import ANNOTATORS
from viewer.dialogue.protocol import BENCHMARK, FP_BUDGET, FP_CEILING
from viewer.dialogue.taxonomy import ALIASES, LABEL_CLASSES, LabelClass
from viewer.scoring import Fate
from viewer.view_models.examples import examples_of, open_split
from viewer.view_models.glossary import SECTIONS, TERMS
from viewer.view_models.glossary_labels import LABEL_ROWS, ROLES, label_id
from viewer.view_models.glossary_rows import glossary
from viewer.workspace import SplitWork, Workspace, open_workspace

REPOSITORY = Path(__file__).resolve().parents[2]
NEEDED = [
    "eot",
    "int",
    "positive",
    "window",
    "negative",
    "pause",
    "listening_span",
    "hold",
    "gold",
    "consensus",
    "floor",
    "excluded",
    "hit",
    "false_alarm",
    "miss",
    "quiet",
    "redundant",
    "masked",
    "ignored",
    "repeat",
    "unscored",
    "recall",
    "fp_rate",
    "latency",
    "budget",
    "ceiling",
    "tau_pre",
    "tau_max",
    "tolerance",
    "min_agree",
    "label_view",
    "turn_view",
]


@pytest.fixture(scope="module")
def workspace() -> Workspace:
    return open_workspace(REPOSITORY / "data_manifest.yaml")


@pytest.fixture(scope="module")
def work(workspace: Workspace) -> SplitWork:
    return workspace.split("demo-dev")


def test_every_term_that_the_field_needs_has_an_entry() -> None:
    assert [name for name in NEEDED if name not in TERMS] == []


def test_every_label_and_every_class_has_an_entry_with_its_role() -> None:
    named = {TERMS[label_id(label)].name for label in LABEL_CLASSES}
    assert named == set(LABEL_CLASSES)
    assert set(ROLES) == set(LabelClass)
    by_id = {row.id: row for row in LABEL_ROWS}
    for label, label_class in LABEL_CLASSES.items():
        assert by_id[label_id(label)].label_class is label_class


def test_every_fate_of_the_page_is_an_entry() -> None:
    assert {fate.name.lower() for fate in Fate} | {"miss", "quiet", "unscored"} <= set(TERMS)


def test_entries_name_entries_and_sections_that_exist() -> None:
    protocol = (REPOSITORY / "docs" / "protocol.md").read_text(encoding="utf-8")
    chapters = set(re.findall(r"^## (\d)\.", protocol, flags=re.MULTILINE))
    for term in TERMS.values():
        assert set(term.related) <= set(TERMS) - {term.id}
        assert term.related
        assert set(re.findall(r"\d", term.source)) <= chapters
        assert term.section in SECTIONS


def test_an_entry_is_one_to_three_sentences() -> None:
    for term in TERMS.values():
        sentences = re.findall(r"[.!](?=\s|$)", term.text)
        assert 1 <= len(sentences) <= 3, term.id
        assert term.text.endswith(".")


def test_sentences_carry_the_constants_of_the_protocol() -> None:
    for name, value in (
        ("window", BENCHMARK.tau_pre_s),
        ("window", BENCHMARK.tau_max_s),
        ("false_alarm", BENCHMARK.tau_pre_s),
        ("consensus", BENCHMARK.tolerance_s),
    ):
        assert f"{value:g}\u00a0s" in TERMS[name].text
    assert f"{FP_BUDGET:.2f}" in TERMS["budget"].text
    assert f"{FP_CEILING:.2f}" in TERMS["ceiling"].text


def test_every_term_that_a_view_names_exists() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (REPOSITORY / "viewer" / "static").rglob("*.js")]
    named = {name for text in sources for name in re.findall(r'\bterm\("([a-z_]+)"', text)}
    named |= {name for text in sources for name in re.findall(r'\bfact\("([a-z_]+)"', text)}
    assert len(named) > 8
    assert named <= set(TERMS)
    scene = (REPOSITORY / "viewer" / "static" / "timeline" / "scene.js").read_text(encoding="utf-8")
    classes = re.findall(r'\{ key: "([a-z]+)", name: "\w', scene)
    assert {f"class_{key}" for key in classes} == {row.id for row in LABEL_ROWS if row.is_class}


def test_every_label_has_an_example_on_which_annotators_agree(work: SplitWork) -> None:
    found = examples_of(work)
    for label in LABEL_CLASSES:
        example = found[label_id(label)]
        tracks = [work.conversation(example.dialogue).track(example.speaker, name) for name in ANNOTATORS]
        hearing = [
            track
            for track in tracks
            if any(
                ALIASES.get(one.label, one.label) == label
                and abs(one.start_s - example.start_s) <= BENCHMARK.tolerance_s
                and abs(one.end_s - example.end_s) <= BENCHMARK.tolerance_s
                for one in track
            )
        ]
        assert len(hearing) >= 2, label
        assert example.agreeing >= 2
        assert work.audio(example.dialogue) is not None


def test_examples_of_events_are_events_of_the_gold(work: SplitWork) -> None:
    found, golds = examples_of(work), work.golds(BENCHMARK)
    for name, task in (("eot", "eot"), ("int", "interruption")):
        positives = getattr(golds[found[name].dialogue], task).positives
        assert (found[name].speaker, found[name].at_s) in list(
            zip(positives.speaker.tolist(), positives.time_s.tolist(), strict=True)
        )
    pauses = golds[found["pause"].dialogue].eot.negatives
    assert (found["pause"].start_s, found["pause"].end_s) in list(
        zip(pauses.start_s.tolist(), pauses.end_s.tolist(), strict=True)
    )


@pytest.mark.parametrize(
    "fate", ["hit", "miss", "false_alarm", "quiet", "redundant", "repeat", "masked", "ignored"]
)
def test_an_example_of_a_fate_says_so_and_names_its_model(work: SplitWork, fate: str) -> None:
    example = examples_of(work)[fate]
    assert f". {fate.replace('_', ' ').capitalize()}: " in example.note
    assert example.note.startswith(work.model(example.model).title)


def test_the_same_corpus_gives_the_same_examples(work: SplitWork) -> None:
    again = open_workspace(REPOSITORY / "data_manifest.yaml").split("demo-dev")
    assert again is not work
    assert examples_of(again) == examples_of(work)


def test_a_hidden_split_gives_no_example_and_borrows_from_a_public_one(workspace: Workspace) -> None:
    hidden = workspace.split("demo-test")
    assert examples_of(hidden) == {}
    assert open_split(workspace, hidden).name == "demo-dev"
    shown = glossary(workspace, "demo-test")
    assert shown["note"] == "The labels of demo-test are hidden: the examples are from demo-dev."
    examples = [
        term["example"] for section in shown["sections"] for term in section["terms"] if term["example"]
    ]
    assert {example["split"] for example in examples} == {"demo-dev"}


def test_what_cannot_be_found_is_none_and_not_left_out(workspace: Workspace) -> None:
    terms = {
        term["id"]: term
        for section in glossary(workspace, "demo-dev")["sections"]
        for term in section["terms"]
    }
    assert set(terms) == set(TERMS)
    assert terms["recall"] | {"example": None, "is_heard": False} == terms["recall"]
    for name, term in terms.items():
        if TERMS[name].is_heard:
            example = term["example"]
            assert 0 <= example["from_s"] <= example["start_s"] < example["end_s"] <= example["to_s"]
            assert example["media"]["pcm"].startswith("media/")
