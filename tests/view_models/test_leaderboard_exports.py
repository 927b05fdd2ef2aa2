"""Files of the leaderboard: whole, stamped, and hostile to nothing that opens them."""

from __future__ import annotations

import csv
import hashlib
import html.parser
import io
import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.corpora import split_of, write_corpus
from viewer.dialogue.protocol import PROTOCOL_VERSION, TASKS, ProtocolSettings
from viewer.environment import version
from viewer.errors import InvalidDataError, UnknownNameError
from viewer.scoring import Policy
from viewer.view_models.leaderboard_document import leaderboard_document
from viewer.view_models.leaderboard_exports import FORMS, export
from viewer.view_models.leaderboard_scores import BoardQuery
from viewer.workspace import SplitWork, open_workspace

HOSTILE = (
    "=cmd|'/C calc'!A0 </title><script>alert(1)</script> \"&\\input{/etc/passwd}%$#_^~{}\x1b[31m\x00 ]]>"
)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def work(tmp_path: Path) -> SplitWork:
    return split_of(tmp_path)


@pytest.fixture
def hostile(tmp_path: Path) -> SplitWork:
    """A corpus whose every text wants to be run."""
    path = write_corpus(tmp_path)
    manifest = yaml.safe_load(path.read_text(encoding="utf-8"))
    text = HOSTILE.replace("\x1b", "").replace("\x00", "")  # no YAML holds these
    manifest["title"] = manifest["models"][0]["title"] = manifest["models"][0]["version"] = text
    manifest["splits"]["dev"] |= {"notice": text, "licence": text}
    path.write_text(yaml.safe_dump(manifest), encoding="utf-8")
    found = open_workspace(path).split()
    return found.with_models({"m": replace(found.model("m"), title=HOSTILE, is_session_own=True)})


def text_of(form: str, work: SplitWork, **query: Any) -> str:
    return export(form, work, BoardQuery(model="m", **query)).text


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("form", list(FORMS))
def test_every_form_says_what_it_was_made_from(work: SplitWork, tmp_path: Path, form: str) -> None:
    text = text_of(form, work)
    digests = [sha256(tmp_path / name) for name in ("cases.json", "predictions.json")]
    lines = f"{digests[0]}  cases.json\n{digests[1]}  predictions.json\n"
    stamp = [version(), PROTOCOL_VERSION, "Vectors", "dev", hashlib.sha256(lines.encode()).hexdigest()]
    assert [part for part in stamp if part not in text] == []
    assert digests[1] in text


def test_a_document_has_every_number_in_full(work: SplitWork) -> None:
    document = json.loads(text_of("json", work, policy=Policy.LATENCY, recall_floor=0.25))
    scored = work.scored("m", ProtocolSettings())
    assert scored is not None
    for task in TASKS:
        entry = document["tasks"][str(task)]["entries"][0]
        pooled = scored.pooled(task)
        assert entry["score"]["recall"] == pooled.recall
        assert [entry["score"][name] for name in ("tp", "fn", "fp", "tn")] == [
            pooled.tp, pooled.fn, pooled.fp, pooled.tn,
        ]  # fmt: skip
        assert len(document["published"][str(task)]) == 12
    assert document["policy"]["recall_floor"] == 0.25
    assert document["benchmark_settings"] is True
    assert (
        json.loads(text_of("json", work, settings=ProtocolSettings(tau_max_s=1.0)))["benchmark_settings"]
        is False
    )


def test_the_table_marks_published_rows_and_keeps_them_last(work: SplitWork) -> None:
    rows = list(csv.DictReader(io.StringIO(text_of("csv", work))))
    assert [row["standing"] for row in rows[2:]] == ["published"] * 24
    assert {row["model"] for row in rows[:2]} == {"m"}
    assert {row["split"] for row in rows[2:]} == {"test"}
    assert {row["corpus"] for row in rows[2:]} == {"TurnBench, published results"}


def test_a_sheet_runs_nothing(hostile: SplitWork) -> None:
    for row in csv.reader(io.StringIO(text_of("csv", hostile))):
        assert not any(cell.startswith(("=", "+", "@", "\t", "\r")) for cell in row)


def test_no_name_is_a_command_of_latex(hostile: SplitWork) -> None:
    lines = text_of("latex", hostile).splitlines()
    shown = [line for line in lines if not line.startswith("%")]
    commands = {name for line in shown for name in re.findall(r"\\([a-zA-Z]+)", line)}
    assert commands <= {
        "begin", "end", "caption", "toprule", "midrule", "bottomrule", "multicolumn", "emph", "textbackslash",
        "textquotedbl", "textless", "textgreater", "textbar", "textasciitilde", "textasciicircum",
    }  # fmt: skip
    assert not any(character in "\n".join(lines) for character in "\x1b\x00")
    assert any("input" in line for line in shown)


def test_a_picture_is_xml_whatever_a_model_is_called(hostile: SplitWork) -> None:
    root = ET.fromstring(text_of("svg", hostile))
    assert root.find(f".//{SVG}script") is None
    assert {one.tag for one in root.iter()} <= {
        f"{SVG}{name}"
        for name in (
            "svg", "title", "metadata", "style", "rect", "text", "circle", "path", "g", "line", "polyline",
        )
    }  # fmt: skip
    metadata = json.loads(root.findtext(f"{SVG}metadata") or "")
    assert [one["role"] for one in metadata["files"]["list"]] == ["labels", "predictions"]


class Tags(html.parser.HTMLParser):
    """Every tag of a page, and every address in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.addresses: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.addresses += [
            value or "" for name, value in attrs if name in ("href", "src", "srcset", "action")
        ]


def test_the_page_to_publish_runs_nothing_and_asks_for_nothing(hostile: SplitWork) -> None:
    text = text_of("html", hostile)
    found = Tags(text)
    assert "script" not in found.tags
    assert "link" not in found.tags
    assert found.addresses == []
    assert "url(" not in text
    assert "&lt;script&gt;" in text
    assert "default-src &#39;none&#39;" in text or "default-src 'none'" in text


@pytest.mark.parametrize("form", list(FORMS))
def test_a_hidden_split_has_references_and_no_digest_of_its_labels(tmp_path: Path, form: str) -> None:
    work = split_of(tmp_path, labels="hidden")
    text = text_of(form, work)
    assert sha256(tmp_path / "cases.json") not in text
    assert "VAP" in text
    document = leaderboard_document(work, BoardQuery(model="m"))
    assert [document["tasks"][str(task)]["entries"] for task in TASKS] == [[], []]
    assert document["files"]["labels_sha256"] is None
    assert document["filter"]["dialogues"] == 0


def test_decisions_without_a_file_have_the_digest_of_the_file_they_would_be(work: SplitWork) -> None:
    own = work.with_models({"own": replace(work.model("m"), name="own", is_session_own=True)})
    listed = leaderboard_document(own, BoardQuery())["files"]["list"]
    assert [(one["model"], one["file"]) for one in listed] == [
        (None, "cases.json"), ("m", "predictions.json"), ("own", None),
    ]  # fmt: skip
    assert len({one["sha256"] for one in listed}) == 3


def test_a_file_that_is_gone_is_named(work: SplitWork, tmp_path: Path) -> None:
    (tmp_path / "predictions.json").unlink()
    with pytest.raises(InvalidDataError, match=r"predictions\.json: expected a file that can be read, found"):
        text_of("csv", work)


def test_a_file_that_is_another_than_the_scored_one_is_not_stamped(work: SplitWork, tmp_path: Path) -> None:
    path = tmp_path / "predictions.json"
    path.write_text(path.read_text(encoding="utf-8") + " ", encoding="utf-8")
    with pytest.raises(
        InvalidDataError, match=r"predictions\.json: expected the file that was scored, found an"
    ):
        text_of("json", work)


def test_an_unknown_form_is_refused(work: SplitWork) -> None:
    with pytest.raises(UnknownNameError, match="expected one of the forms csv, json, latex, svg, html"):
        text_of("pdf", work)
