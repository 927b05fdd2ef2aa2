"""The corpus page's numbers, and the moments behind each of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cases import close_to, score_cases
from tests.commands.test_commands import call
from tests.corpora import split_of
from tests.servers import REPOSITORY
from viewer.dialogue.protocol import BENCHMARK, ProtocolSettings
from viewer.dialogue.taxonomy import LABEL_CLASSES
from viewer.errors import HiddenLabelsError
from viewer.view_models.corpus_data import BINNINGS, CorpusData, corpus_data
from viewer.view_models.corpus_distributions import SIGNED, bin_text, distributions, medians_table
from viewer.view_models.corpus_moments import PAGE_ROWS, moment_list
from viewer.view_models.corpus_page import corpus_page, filters_of, hidden_page
from viewer.view_models.corpus_tables import COLUMNS, decimal, type_order, with_sign
from viewer.view_models.moment_pick import MomentPick, from_text, to_text
from viewer.view_models.published_corpus import is_public_dev
from viewer.workspace import SplitWork, open_workspace

FILTERS = [
    ("", "", ""),
    ("Casual/Spontaneous", "", ""),
    ("", "mixed", ""),
    ("", "", "task-01"),
]


@pytest.fixture(scope="module")
def work() -> SplitWork:
    return open_workspace(REPOSITORY / "data_manifest.yaml").split("demo-dev")


@pytest.fixture(scope="module")
def data(work: SplitWork) -> CorpusData:
    return corpus_data(work, BENCHMARK)


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "cases.json"
    path.write_text(json.dumps({"cases": score_cases()}), encoding="utf-8")
    return path


def page_of(work: SplitWork, *filters: str) -> dict[str, Any]:
    return corpus_page(
        work, corpus_data(work, BENCHMARK), filters_of(work, *filters or ("", "", "")), BENCHMARK
    )


def listed(work: SplitWork, data: CorpusData, text: str) -> list[dict[str, Any]]:
    """Return the moments of a pick's text, page after page."""
    rows: list[dict[str, Any]] = []
    while text:
        found = moment_list(work, data, from_text(text))
        assert found is not None
        rows += found["rows"]
        assert len(found["rows"]) <= PAGE_ROWS
        text = found["after"]
    return rows


def numbers(content: object) -> Iterator[dict[str, Any]]:
    """Yield every number that a content offers to open."""
    if isinstance(content, dict):
        if {"count", "moments", "text"} <= content.keys():
            yield content
        content = list(content.values())
    if isinstance(content, list | tuple):
        for one in content:
            yield from numbers(one)


@pytest.mark.parametrize("filters", FILTERS)
def test_every_number_lists_as_many_moments_as_it_counts(
    work: SplitWork, data: CorpusData, filters: tuple[str, str, str]
) -> None:
    page = page_of(work, *filters)
    shown = distributions(data, filters_of(work, *filters))
    every = [*numbers(page), *numbers(medians_table(shown)), *numbers([one.rest for one in shown])]
    assert len(every) > 200
    for number in every:
        assert bool(number["moments"]) is (number["count"] > 0)
        assert len(listed(work, data, number["moments"])) == number["count"]


@pytest.mark.parametrize("filters", FILTERS)
def test_every_bin_lists_as_many_moments_as_it_counts(
    work: SplitWork, data: CorpusData, filters: tuple[str, str, str]
) -> None:
    for one in distributions(data, filters_of(work, *filters)):
        assert sum(one.counts) == one.count
        for count, pick in zip(one.counts, one.picks, strict=True):
            assert len(listed(work, data, pick)) == count


def test_the_numbers_are_those_of_the_commands(
    vectors: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    work = open_workspace(vectors).split()
    data = corpus_data(work, BENCHMARK)
    _, dynamics, _ = call(capsys, monkeypatch, "dynamics", "--data", vectors, "--json")
    _, agreement, _ = call(capsys, monkeypatch, "agreement", "--data", vectors, "--json")
    page = page_of(work)
    for row in page["dynamics"]["rows"][:-1]:
        expected = dynamics["by_type"][row["type"]]
        for column, cell in zip(COLUMNS, row["cells"], strict=True):
            assert cell["text"] == column.text(expected[column.field])
    rows = [one.conversation_id for one in work.conversations.values()]
    for name, one in zip(rows, data.measures.dynamics, strict=True):
        assert {key: getattr(one, key) for key in dynamics["conversations"][name]} == close_to(
            dynamics["conversations"][name]
        )
    overall = {one["key"]: one["text"] for one in page["agreement"]["overall"]}
    assert overall["fleiss"] == f"{agreement['fleiss_kappa']:.3f}"
    for pair in ("ab", "ac", "bc"):
        assert overall[f"cohen_{pair}"] == f"{agreement['cohen_kappa'][pair]:.3f}"
        assert overall[f"f1_{pair}"] == f"{agreement['boundary_f1_mean'][pair]:.3f}"
    assert page["agreement"]["frames"] == agreement["frames"]


def _number(text: str) -> float:
    return float(text.replace("\u2212", "-").replace(",", ""))


def test_the_published_table_stands_beside_ours_with_the_difference(work: SplitWork) -> None:
    rows = {row["name"]: row for row in page_of(work)["dynamics"]["rows"]}
    casual, every = rows["Casual"]["cells"], rows["All"]["cells"]
    assert [cell.get("published") for cell in casual[:6]] == ["20.9", "8.1", "5.20", "2.05", "29.7", None]
    assert [cell.get("published") for cell in every[:5]] == ["19.0", "9.2", "4.32", "2.04", "23.7"]
    (ours, published) = (_number(casual[0]["text"]), _number(casual[0]["published"]))
    assert _number(casual[0]["difference"]) == pytest.approx(ours - published, abs=0.11)


def test_another_corpus_is_called_one(work: SplitWork) -> None:
    assert not is_public_dev(work)
    assert "another corpus" in page_of(work)["dynamics"]["note"]


def test_a_filter_narrows_agreement_labels_and_distributions(work: SplitWork, data: CorpusData) -> None:
    page = page_of(work, "Casual/Spontaneous", "", "")
    assert [row["dialogue"] for row in page["agreement"]["rows"]] == ["casual-01"]
    assert page["agreement"]["overall"][0]["text"] == page["agreement"]["rows"][0]["cells"][0]["text"]
    segments = data.moments["events"]
    expected = sum(data.measures.conversation_types[row] == "Casual/Spontaneous" for row in segments.dialogue)
    assert page["labels"]["total"]["all"]["count"] == expected
    assert page["scope"] == "Casual: 1 dialogue"


def test_a_chosen_dialogue_has_a_row_of_its_own(work: SplitWork, data: CorpusData) -> None:
    row = page_of(work, "", "", "task-01")["dynamics"]["rows"][-1]
    assert (row["is_chosen"], row["dialogues"], "published" in row["cells"][0]) == (True, 1, False)
    expected = data.measures.dynamics[data.measures.conversation_ids.index("task-01")]
    assert row["cells"][0]["text"] == f"{expected.events_per_min:.1f}"


def test_filters_that_name_nothing_of_the_split_narrow_nothing(work: SplitWork) -> None:
    assert filters_of(work, "<b>", "MM", "gone") == MomentPick("events")
    # A dialogue of another type than the chosen one.
    assert filters_of(work, "Instructional", "", "task-01").dialogue == ""


def test_an_outline_has_the_height_of_the_selection(work: SplitWork, data: CorpusData) -> None:
    (everything, *_), (casual, *_) = (
        distributions(data, filters_of(work, kind, "", "")) for kind in ("", "Casual/Spontaneous")
    )
    assert everything.outline == ()
    assert sum(casual.outline) == pytest.approx(casual.count)
    assert casual.left == everything.left
    assert casual.outline[10] * everything.count == pytest.approx(everything.counts[10] * casual.count)


def test_medians_are_in_the_unit_of_the_axis(work: SplitWork, data: CorpusData) -> None:
    for one in distributions(data, filters_of(work, "", "", "task-01")):
        value_s = data.picked(MomentPick(one.measure, dialogue="task-01")).value_s
        assert one.median == pytest.approx(float(np.median(value_s)) * (1000 if one.unit == "ms" else 1))
        assert one.unit in one.median_text
    offsets = data.measures.dynamics[data.measures.conversation_ids.index("task-01")]
    assert distributions(data, filters_of(work, "", "", "task-01"))[0].median == pytest.approx(
        (offsets.floor_transfer_offset_median_s or 0) * 1000
    )


def test_a_moment_says_where_it_is_and_what_is_said(work: SplitWork, data: CorpusData) -> None:
    rows = listed(work, data, "takes")
    assert len(rows) == len(data.moments["takes"])
    first = rows[0]
    conversation = work.conversation(first["dialogue"])
    words = first["words"].removesuffix(" …")
    texts = [text for one in "abc" for text in conversation.track(first["speaker"], one).texts]
    assert any(text.startswith(words) for text in texts)
    assert (first["annotator"], first["value"][-3:]) == ("", " ms")
    assert [row["dialogue"] for row in rows] == sorted(row["dialogue"] for row in rows)


def test_a_long_list_comes_in_pages(work: SplitWork, data: CorpusData) -> None:
    count = len(data.moments["events"])
    assert count > 2 * PAGE_ROWS
    second = moment_list(work, data, from_text(f"events~from:{PAGE_ROWS + 7}"))
    assert second is not None
    assert second["range"] == f"201 to 400 of {count}"
    assert (second["before"], second["after"]) == ("events", "events~from:400")
    last = moment_list(work, data, from_text("events~from:999999"))
    assert last is not None
    assert last["after"] == ""
    assert len(last["rows"]) == (count - 1) % PAGE_ROWS + 1


def test_bins_lead_to_the_next_ones_that_hold_anything(work: SplitWork, data: CorpusData) -> None:
    (one,) = (found for found in distributions(data, MomentPick("events")) if found.measure == "goes_on")
    filled = [number for number, count in enumerate(one.counts) if count]
    for below, number, above in zip([None, *filled], filled, [*filled[1:], None], strict=False):
        found = moment_list(work, data, MomentPick("goes_on", bin=number))
        assert found is not None
        for way, expected in (("below", below), ("above", above)):
            pick = from_text(found["bins"][way])
            assert (pick.bin if pick else None) == expected


def test_without_a_pick_there_is_no_list(work: SplitWork, data: CorpusData) -> None:
    assert moment_list(work, data, None) is None
    empty = moment_list(work, data, MomentPick("takes", conversation_type="gone"))
    assert empty is not None
    assert (empty["count"], empty["rows"], empty["summary"]) == (0, [], "0 moments in 0 dialogues")


def test_labels_stand_in_the_order_of_the_taxonomy(tmp_path: Path) -> None:
    work = split_of(tmp_path)
    labels = [row["label"] for row in page_of(work)["labels"]["rows"]]
    assert labels[:17] == list(LABEL_CLASSES)
    unknown = [row for row in page_of(work)["labels"]["rows"][17:] if row["class"] < 0]
    assert all(row["class_name"] == "not in the taxonomy" or not row["label"].strip("()") for row in unknown)


def test_other_settings_change_reactions_alone(work: SplitWork, data: CorpusData) -> None:
    strict = ProtocolSettings(min_agree=3)
    other = corpus_data(work, strict)
    assert other.measures is data.measures
    assert len(other.moments["takes"]) != len(data.moments["takes"])
    assert "3 agreeing" in corpus_page(work, other, MomentPick("events"), strict)["settings_note"]
    assert corpus_data(work, ProtocolSettings(tau_max_s=1.0)) is data


def test_hidden_labels_are_measured_by_nobody(tmp_path: Path) -> None:
    work = split_of(tmp_path, labels="hidden")
    with pytest.raises(HiddenLabelsError, match="hidden"):
        corpus_data(work, BENCHMARK)
    assert hidden_page(work)["is_hidden"]
    assert "are hidden" in hidden_page(work)["message"]


@pytest.mark.parametrize(
    "pick",
    [
        MomentPick("events"),
        MomentPick("label", label=""),
        MomentPick("label", label="a~b:c %7E ü", annotator="c", speaker=2),
        MomentPick("takes", "Casual/Spontaneous", "FF", "calls/07", bin=0, first=400),
    ],
)
def test_a_pick_survives_its_text(pick: MomentPick) -> None:
    text = to_text(pick)
    assert " " not in text
    assert from_text(text) == pick


@pytest.mark.parametrize(
    "text",
    [
        "",
        "who",
        "label",
        "events~label:x",
        "events~bin:1",
        "takes~bin:-1",
        "takes~bin:²",
        "takes~bin:1~bin:2",
        "takes~speaker:3",
        "takes~annotator:d",
        "takes~nothing:1",
        "takes~from:99999999999",
        "takes" + "~in:x" * 5000,
    ],
)
def test_what_is_no_pick_is_refused(text: str) -> None:
    assert from_text(text) is None


def test_types_stand_in_the_published_order() -> None:
    kinds = ["unknown", "Instructional", "Casual/Spontaneous", "<b>"]
    assert type_order(kinds) == ["Casual/Spontaneous", "Instructional", "unknown", "<b>"]


@pytest.mark.parametrize(
    ("value", "text"), [(0.0, "0.0"), (-0.04, "0.0"), (0.06, "+0.1"), (-1.0, "\u22121.0")]
)
def test_a_difference_has_its_sign(value: float, text: str) -> None:
    assert with_sign(value, 1) == text
    assert decimal(value, 1) == text.removeprefix("+")


def test_bins_are_named_with_their_unit_and_sign() -> None:
    for measure, bins in BINNINGS.items():
        texts = [bin_text(bins, number, is_signed=measure in SIGNED) for number in range(bins.size)]
        assert len(set(texts)) == bins.size
        assert all(f" {bins.unit}" in text for text in texts)
        assert texts[-1].endswith("and more")
        assert texts[0].startswith("below") is bins.has_below
