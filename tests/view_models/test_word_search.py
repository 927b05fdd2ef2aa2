"""Words found in transcripts, and the turns they are found in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.corpora import split_of
from viewer.view_models.palette import palette
from viewer.view_models.place import Place
from viewer.view_models.transcript import SpokenTurn, spoken_turns
from viewer.view_models.word_search import WordIndex, find_words, fold, unfolded, word_index
from viewer.workspace import SplitWork, open_workspace

Rows = list[tuple[float, float, str]]


def _row(start_s: float, end_s: float, text: str, label: str = "Normal Turn") -> dict[str, object]:
    return {"start_s": start_s, "end_s": end_s, "label": label, "text": text}


def _work(tmp_path: Path, speaker_1: dict[str, Rows], speaker_2: dict[str, Rows] | None = None) -> SplitWork:
    annotations = {
        "speaker_1": {name: [_row(*row) for row in rows] for name, rows in speaker_1.items()},
        "speaker_2": {name: [_row(*row) for row in rows] for name, rows in (speaker_2 or {}).items()},
    }
    case = {"conversation_id": "talk", "duration_s": 60.0, "annotations": annotations}
    path = tmp_path / "talk.json"
    path.write_text(json.dumps(case), encoding="utf-8")
    return open_workspace(path).split()


def _index(*texts: str) -> WordIndex:
    return WordIndex(
        [("talk", SpokenTurn(1, 10.0 * at, 10.0 * at + 5, text)) for at, text in enumerate(texts)]
    )


def _found(index: WordIndex, query: str, limit: int = 60) -> list[int]:
    return [one.index for one in index.find(query, limit)[0]]


def test_a_word_that_begins_so_comes_before_one_that_holds_it_before_scattered_ones() -> None:
    index = _index("then we also", "a sofa", "so it is", "then also we sofa", "we said so then")
    assert _found(index, "so") == [1, 2, 3, 4, 0]
    assert _found(index, "so then") == [4, 0, 3]
    assert _found(index, "sofa then") == [3]


def test_a_turn_is_found_once_however_often_it_holds_the_word() -> None:
    assert _found(_index("so so also so", "also also so"), "so") == [0, 1]


def test_case_and_accents_do_not_count_and_marks_stand_on_the_text_itself(tmp_path: Path) -> None:
    work = _work(tmp_path, {"a": [(1.0, 5.0, "Im  Café\n heißt es STRASSE")]})
    [row] = find_words(work, "CAFE HEISST", 7)["rows"]
    assert row["parts"] == ["Im ", "Café heißt", " es STRASSE"]
    assert find_words(work, "straße", 1)["rows"][0]["parts"] == ["Im Café heißt es ", "STRASSE", ""]
    assert unfolded("ﬁn", ((1, 2),)) == [(0, 1)]
    assert fold("I\u0307stanbul") == "istanbul"


def test_words_do_not_run_on_from_one_turn_to_the_next() -> None:
    index = _index("so then", "we go")
    assert _found(index, "then we") == []
    assert _found(index, "then\nwe") == []


def test_no_more_than_the_limit_and_the_rest_is_told() -> None:
    index = _index(*["so"] * 5)
    assert index.find("so", 5) == (index.find("so", 9)[0], False)
    found, has_more = index.find("so", 4)
    assert (len(found), has_more) == (4, True)


@pytest.mark.parametrize("query", ["", "  \n ", "́", "x" * 100_000, "\x00", "(?:a+)+$", "%s{}", "\ud800"])
def test_a_hostile_query_finds_nothing_and_hurts_nobody(query: str) -> None:
    assert _found(_index("so then", "aaaa"), query) == []


def test_a_hostile_text_is_cut_and_comes_out_as_it_is(tmp_path: Path) -> None:
    text = "<script>alert(1)</script> " + "é" * 50_000 + " needle " + "x" * 50_000
    work = _work(tmp_path, {"a": [(1.0, 5.0, text)]})
    [row] = find_words(work, "needle", 1)["rows"]
    assert row["parts"][1] == "needle"
    assert len("".join(row["parts"])) < 300
    [first] = find_words(work, "<script>", 1)["rows"]
    assert first["parts"][:2] == ["", "<script>"]


def test_a_find_begins_to_play_half_a_second_before_its_word(tmp_path: Path) -> None:
    # 16 letters in 8 s: "needle" begins after ten of them, 5 s into the turn.
    work = _work(tmp_path, {"a": [(10.0, 18.0, "so what abcd needle")]})
    [row] = find_words(work, "needle", 1)["rows"]
    assert (row["at_s"], row["clock"], row["speaker"], row["dialogue"]) == (
        pytest.approx(14.5),
        "00:14.5",
        1,
        "talk",
    )
    [begin] = find_words(work, "so what", 1)["rows"]
    assert begin["at_s"] == 10.0


#        0    2    4    6    8
#  a     |so then|  |um|            um: nobody else heard it
#  b     |so then|       |okay|     okay: annotator b alone
#  gold  |so then|
def test_the_transcript_is_the_consensus_and_between_it_the_first_annotator(tmp_path: Path) -> None:
    work = _work(
        tmp_path,
        {"a": [(0.0, 2.0, "so then"), (4.0, 5.0, "um")], "b": [(0.1, 2.0, "so then"), (6.0, 8.0, "okay")]},
    )
    assert [(turn.text, turn.start_s) for turn in spoken_turns(work, "talk")] == [
        ("so then", pytest.approx(0.05)),
        ("um", 4.0),
    ]


#        0          4      6         10
#  a     |one two                    |
#  b, c  |one      |      |two       |
def test_a_segment_that_the_consensus_tells_in_two_parts_is_not_told_twice(tmp_path: Path) -> None:
    parts = [(0.0, 4.0, "one"), (6.0, 10.0, "two")]
    work = _work(tmp_path, {"a": [(0.0, 10.0, "one two")], "b": parts, "c": parts})
    assert [turn.text for turn in spoken_turns(work, "talk")] == ["one", "two"]


def test_one_annotator_alone_is_the_transcript_whoever_it_is(tmp_path: Path) -> None:
    work = _work(tmp_path, {"c": [(3.0, 4.0, "two"), (1.0, 2.0, "one")]}, {"c": [(1.5, 2.5, "and")]})
    assert [turn.text for turn in spoken_turns(work, "talk")] == ["one", "and", "two"]


def test_turns_without_words_are_left_out_and_an_unknown_dialogue_has_none(tmp_path: Path) -> None:
    work = _work(tmp_path, {"a": [(1.0, 2.0, ""), (3.0, 4.0, "  ")]})
    assert spoken_turns(work, "talk") == []
    assert spoken_turns(work, "gone") == []
    assert find_words(work, "so", 3) == {
        "nonce": 3,
        "rows": [],
        "note": f"{work.name} has no transcripts to search.",
    }


def test_the_index_of_a_split_is_built_once_and_shared(tmp_path: Path) -> None:
    work = _work(tmp_path, {"a": [(1.0, 2.0, "so")]})
    index = word_index(work)
    assert word_index(work.with_models({})) is index


def test_hidden_labels_have_no_transcript_and_the_palette_says_so(tmp_path: Path) -> None:
    work = split_of(tmp_path, labels="hidden")
    assert spoken_turns(work, "1001") == []
    assert find_words(work, "so", 1)["rows"] == []
    assert (
        palette(work, Place())["no_words"] == "The labels of dev are hidden: it has no transcripts to search."
    )


def test_the_palette_lists_conversations_models_and_splits(tmp_path: Path) -> None:
    content = palette(split_of(tmp_path), Place(model="m"))
    assert content["models"] == [{"name": "m", "title": "Model M", "is_active": True}]
    assert content["splits"] == [{"name": "dev", "is_open": True}]
    assert [row["id"] for row in content["dialogues"]] == ["1000", "1001", "1003", "8003"]
    assert content["no_words"] == ""
