"""The manifest: every fault with its line; one bad split or model leaves the others alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.loaders.bad_manifests import GOOD, ROWS, TOP_KEYS
from tests.loaders.building import conversation, predictions, probabilities, write_folder, write_json
from viewer.dialogue.protocol import Task
from viewer.errors import (
    InvalidDataError,
    MissingFileError,
    SettingsError,
    Severity,
    UnknownNameError,
)
from viewer.loaders import open_corpus


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A manifest with two splits and two models, all good."""
    for name in ("good", "bad"):
        write_json(tmp_path / f"{name}.json", conversation("one"))
    for name in ("first", "second"):
        write_json(tmp_path / f"{name}.json", predictions("one"))
    write_json(tmp_path / "first-eot.json", probabilities("one"))
    (tmp_path / "data_manifest.yaml").write_text(GOOD, "utf-8")
    return tmp_path


def change(folder: Path, old: str, new: str) -> Path:
    path = folder / "data_manifest.yaml"
    assert GOOD.count(old) == 1
    path.write_text(GOOD.replace(old, new), "utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "splits", "models", "messages"),
    [row[1:] for row in ROWS],
    ids=[row[0] for row in ROWS],
)
def test_a_bad_manifest_says_what_is_wrong_and_spares_the_rest(
    folder: Path, old: str, new: str, splits: list[str], models: list[str], messages: list[str]
) -> None:
    corpus = open_corpus(change(folder, old, new))
    places = [f"data_manifest.yaml{':' if one.startswith('expected') else ','} {one}" for one in messages]
    assert [str(problem) for problem in corpus.problems] == places
    assert {problem.severity for problem in corpus.problems} == {Severity.ERROR}
    assert list(corpus.splits) == splits
    assert [model.name for model in corpus.models] == models
    assert corpus.split("good").load("one").is_scorable


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "data_manifest.yaml: expected YAML, found an empty file"),
        (b"title: [", "line 1, column 9: expected YAML, found a fault: expected the node content"),
        (b"title: \xe9", "expected text in UTF-8, found a byte that is not, at position 7"),
        (b"- a\n", f"data_manifest.yaml: expected a mapping with {TOP_KEYS}, found a list of 1"),
        (
            b"? [a, b]\n: 1\n",
            "data_manifest.yaml, line 1: expected a text as a key, found a list",
        ),
        (
            (
                b"a: &a [x, x, x, x, x, x, x, x, x]\n"
                b"b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b]\n"
                b"d: &d [*c, *c, *c, *c, *c, *c, *c, *c]\ne: &e [*d, *d, *d, *d, *d, *d, *d]\n"
                b"? [*e, *e, *e, *e, *e, *e, *e]\n: 1\n"
            ),
            "data_manifest.yaml: expected at most 100,000 values with all aliases written out, found more",
        ),
        (b"spilts: {}\n", 'found "spilts" (did you mean "splits"?)'),
        (b"splits: []\n", "splits, line 1: expected a mapping of splits, found a list of 0"),
        (
            b"a: &a [*a]\nsplits: 7\n",
            (
                "data_manifest.yaml: expected at most 100,000 values with all aliases written out, "
                "found more (does an alias stand inside itself?)"
            ),
        ),
    ],
)
def test_a_manifest_without_a_usable_split_cannot_be_opened(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "data_manifest.yaml"
    path.write_bytes(content)
    with pytest.raises(InvalidDataError, match=r"data_manifest\.yaml.*: expected .*, found ") as caught:
        open_corpus(path)
    assert any(message in str(problem) for problem in caught.value.problems)


def test_a_good_manifest_gives_splits_and_models_in_order(folder: Path) -> None:
    corpus = open_corpus(folder / "data_manifest.yaml")
    assert corpus.problems == ()
    assert (corpus.title, list(corpus.splits)) == ("Demo corpus", ["good", "bad"])
    split, model = corpus.split("bad"), corpus.model("first")
    assert (split.role, split.labels, split.notice) == ("test", "hidden", "Synthetic voices.")
    assert (model.title, model.version, model.theta) == ("The first", "6", {Task.EOT: 0.31})
    durations = corpus.split().durations()
    assert model.load_submission("good", durations).supports(Task.EOT)
    assert model.load_probabilities("good", Task.EOT, durations).frame_rate_hz == 2.0


def test_a_missing_file_of_a_model_disables_the_model_alone(folder: Path) -> None:
    (folder / "second.json").unlink()
    corpus = open_corpus(folder / "data_manifest.yaml")
    message = 'second.json: expected a file of model "second", found none'
    assert [str(problem) for problem in corpus.problems] == [message]
    with pytest.raises(MissingFileError, match=r"second\.json: expected predictions on the split good"):
        corpus.model("second").load_submission("good", {"one": 4.0})
    with pytest.raises(UnknownNameError, match="model second: expected predictions on the split bad"):
        corpus.model("second").load_submission("bad", {"one": 4.0})


def test_models_of_the_command_line_are_added_and_replace_those_of_the_same_name(folder: Path) -> None:
    own = write_json(folder / "own.json", predictions("one"))
    corpus = open_corpus(
        folder / "data_manifest.yaml", models=[f"../mine={own}", f"second={own}"], split="bad"
    )
    assert [model.name for model in corpus.models] == ["first", "../mine", "second"]
    assert corpus.model("second").predictions == {"bad": own}
    with pytest.raises(SettingsError, match='model: expected NAME=path, found "mine"'):
        open_corpus(folder / "data_manifest.yaml", models=["mine"])
    with pytest.raises(UnknownNameError, match='split: expected one of good, bad, found "test"'):
        open_corpus(folder / "data_manifest.yaml", split="test")


def test_hidden_labels_are_not_read(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "calls", "one")
    (folder / "speaker_1_annotation_a.srt").write_bytes(b"\xff not a subtitle, and secret")
    path = tmp_path / "data_manifest.yaml"
    path.write_text(
        "schema_version: 1\ntitle: t\nsplits:\n  blind:\n    role: test\n    labels: hidden\n"
        "    source: {format: folders, path: calls}\n"
    )
    split = open_corpus(path).split()
    loaded = split.load("one")
    assert loaded.conversation is not None
    assert (loaded.problems, loaded.conversation.has_labels) == ((), False)
    assert split.unsealed().has_errors("one")


def test_models_beside_a_folder_corpus_are_found(tmp_path: Path) -> None:
    write_folder(tmp_path / "calls", "one")
    for home in ("good", "other split", "no model"):
        (tmp_path / "models" / home).mkdir(parents=True)
    write_json(tmp_path / "models" / "good" / "predictions-all.json", predictions("one"))
    write_json(tmp_path / "models" / "good" / "probs-int.json", probabilities("one", task="int"))
    write_json(tmp_path / "models" / "other split" / "predictions-dev.json", predictions("one"))
    corpus = open_corpus(tmp_path / "calls")
    assert [model.name for model in corpus.models] == ["good", "other split"]
    model = corpus.model("good")
    assert model.load_submission("all", {"one": 4.0}).supports(Task.EOT)
    assert model.load_probabilities("all", Task.INT, {"one": 4.0}).task is Task.INT
    (problem,) = corpus.problems
    assert problem.severity is Severity.WARNING
    assert problem.expected == "predictions-all.json or predictions-calls.json or predictions.json"
    assert problem.found == "predictions-dev.json"


def test_what_is_not_there_and_what_is_no_corpus_is_said(tmp_path: Path) -> None:
    with pytest.raises(MissingFileError, match=r"gone: expected a manifest \(\.yaml\), .* found nothing"):
        open_corpus(tmp_path / "gone")
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(InvalidDataError, match=r"a\.txt: expected a manifest .*, found another kind"):
        open_corpus(tmp_path / "a.txt")
    with pytest.raises(InvalidDataError, match="expected a folder for each conversation, found none"):
        open_corpus(tmp_path)


def test_an_unknown_conversation_is_named_with_the_likely_one(folder: Path) -> None:
    split = open_corpus(folder / "data_manifest.yaml").split()
    with pytest.raises(UnknownNameError, match=r'found "onee" \(did you mean "one"\?\)'):
        split.load("onee")
    with pytest.raises(UnknownNameError, match=r'found "\.\./one"'):
        split.audio("../one")
